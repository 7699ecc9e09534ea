/**
 * Loads code that is not part of the first screen. The only way to do so: `loadChunk('its name', () =>
 * import('./it.ts'))`.
 */

import { lateStyles } from './late-styles.ts';

const FIRST_WAIT_MS = 350;
const LONGEST_WAIT_MS = 30_000;

/** Milliseconds to wait after so many failures in a row. */
export function waitAfter(failures: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** (failures - 1), LONGEST_WAIT_MS);
}

export interface LoadOptions {
  /** Milliseconds after which a failure is thrown; 0 makes one try. Without it, tries never end. */
  readonly patience?: number;
  /** Its styles stand in the page. Other code waits for the late ones. */
  readonly hasStylesInPage?: boolean;
  /** Called for each failure, with the number of failures in a row. */
  readonly onFailure?: (failure: unknown, failures: number) => void;
}

/** `loadChunk`, or a function of the app that does more when code is missing. */
export type LoadChunk = <T>(
  name: string,
  importIt: () => Promise<T>,
  options?: Pick<LoadOptions, 'patience'>,
) => Promise<T>;

/**
 * Tries again after a wait that doubles, and at once when the browser is back online. Rejects with the latest failure:
 * a `MissingChunkError` if the code could not be fetched.
 * @param name of the code, for the log.
 * @param importIt holds the `import()`; the build adds the fetching of its files (import-chunk.ts).
 */
export async function loadChunk<T>(
  name: string,
  importIt: () => Promise<T>,
  { patience = Number.POSITIVE_INFINITY, hasStylesInPage = false, onFailure }: LoadOptions = {},
): Promise<T> {
  const began = performance.now();
  for (let failures = 1; ; failures++) {
    try {
      const [code] = await Promise.all([importIt(), hasStylesInPage || lateStyles()]);
      return code;
    } catch (failure) {
      onFailure?.(failure, failures);
      if (performance.now() - began >= patience) throw failure;
      console.warn(`cannot load ${name} yet`, failure);
      await waitOrOnline(waitAfter(failures));
    }
  }
}

function waitOrOnline(milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const goOn = () => {
      clearTimeout(timer);
      window.removeEventListener('online', goOn);
      resolve();
    };
    const timer = setTimeout(goOn, milliseconds);
    window.addEventListener('online', goOn);
  });
}
