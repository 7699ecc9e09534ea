/** The browser engines that the app supports, from the oldest to the newest, and WebKit. */
import { ensureChromium, findChromium } from './chromium.ts';
import { type ChromiumPackage, fetchChromium, findChromiumPackage, Unreachable } from './chromium-package.ts';
import { ensureWebKit, findWebKit, type WebKit } from './webkit.ts';

/** Older Chromiums have faults that newer ones fixed, and phones keep them for years. */
const PACKAGES: readonly ChromiumPackage[] = [
  // The oldest supported one.
  {
    version: '111.0.0',
    integrity: 'h68PUvW3tz3vZxYa/XxpHdudZ65p6zejBcBdW6qwsJ3xHR4d6myclK+E3stQd3epnPNVZAf/rDf37njG1VjNWg==',
  },
  // Of November 2024.
  {
    version: '131.0.1',
    integrity: 'VfmHkQmb/Px0zjwdSQwjRMwFw63Qfj+g4Giumz4jiAGEpXHgIZk6xEwlUz6yiUHVDveK2TEgMR2MR6I3okOE7w==',
  },
  // Among the last that remember a failed import for the life of the page.
  {
    version: '149.0.0',
    integrity: '2NECBVKlUA9xIUXb4fT8OoGKdAJs+I2tNYscO8FwcxCKCWA7FmpPI0fdVxGJoIJglrFZYn+4YEJqChq4rdrxQg==',
  },
];

export type Engine = { readonly name: string } & (
  | { readonly kind: 'chromium'; readonly executable: string }
  | { readonly kind: 'webkit'; readonly programs: WebKit }
  /** Cannot run here, which says nothing about the app: skipped. */
  | { readonly kind: 'absent'; readonly reason: string }
  /** Should be here and is missing: failed. */
  | { readonly kind: 'broken'; readonly reason: string }
);

const INSTALLED = 'Chromium installed';
const WEBKIT = 'WebKitGTK';
/** Passes the engines from the run to its configuration and workers. */
export const ENGINES_VARIABLE = 'IRICH_ENGINES';

/**
 * All engines, downloaded or installed if missing. An old Chromium is skipped only if this machine can never
 * have it (its platform) or has no network now, so that tests remain useful offline. A changed or missing
 * package is a fault and fails.
 */
export async function ensureEngines(): Promise<readonly Engine[]> {
  const engines: Engine[] = [];
  for (const one of PACKAGES) engines.push(await ensurePackage(one));
  engines.push({ name: INSTALLED, kind: 'chromium', executable: ensureChromium('shell') });
  const webkit = ensureWebKit();
  engines.push(
    typeof webkit === 'string'
      ? { name: WEBKIT, kind: 'absent', reason: webkit }
      : { name: WEBKIT, kind: 'webkit', programs: webkit },
  );
  return engines;
}

/** The engines of the run, or those on this machine. */
export function enginesOfRun(): readonly Engine[] {
  const given = process.env[ENGINES_VARIABLE];
  if (given !== undefined) return JSON.parse(given) as Engine[];
  const engines: Engine[] = [];
  for (const one of PACKAGES) {
    const executable = findChromiumPackage(one);
    if (executable !== null) engines.push({ name: nameOf(one), kind: 'chromium', executable });
  }
  const executable = findChromium('shell');
  if (executable !== null) engines.push({ name: INSTALLED, kind: 'chromium', executable });
  const programs = findWebKit();
  if (programs !== null) engines.push({ name: WEBKIT, kind: 'webkit', programs });
  return engines;
}

async function ensurePackage(one: ChromiumPackage): Promise<Engine> {
  const name = nameOf(one);
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    const reason = `packaged for Linux on x64 only, this is ${process.platform} on ${process.arch}`;
    return { name, kind: 'absent', reason };
  }
  try {
    return { name, kind: 'chromium', executable: await fetchChromium(one) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { name, kind: error instanceof Unreachable ? 'absent' : 'broken', reason };
  }
}

function nameOf({ version }: ChromiumPackage): string {
  return `Chromium ${version.split('.')[0]}`;
}
