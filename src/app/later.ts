/** Code that a screen shows only once it has been painted: not part of what the first paint waits for. */
import { useEffect, useEffectEvent, useState } from 'react';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { afterPaint } from '#ui/after-paint.ts';

/** How often what a screen shows is asked for before the screen says that it is missing. */
export const TRIES = 5;
/** The fifth try is 350 + 700 + 1400 + 2800 ms after the first, or later. */
const PATIENCE_MS = 5000;

export interface Later<T> {
  /** Null until it has been fetched; a screen that is opened again has it at once. */
  current(): T | null;
  /** Rejects where it cannot be fetched for `patience` milliseconds; with 0, at the first failure. */
  fetch(patience: number): Promise<T>;
}

export function later<T>(what: string, fetchIt: () => Promise<T>): Later<T> {
  let fetched: T | null = null;
  let fetching: Promise<T> | null = null;
  return {
    current: () => fetched,
    fetch(patience) {
      fetching ??= loadChunk(what, fetchIt, { patience })
        .then((code) => {
          fetched = code;
          return code;
        })
        .finally(() => {
          fetching = null;
        });
      return fetching;
    },
  };
}

export interface Fetched<T> {
  /** Null until the screen has been painted and the code is here. */
  readonly code: T | null;
  /** Why it is not here, where it was waited for long enough. */
  readonly error: Error | null;
  /** Asks for it once more. */
  readonly retry: () => void;
}

export function useLater<T>(wanted: Later<T>): Fetched<T> {
  const [{ error }, setOutcome] = useState<{ readonly error: Error | null }>({ error: null });
  const fetchFor = (patience: number) =>
    wanted.fetch(patience).then(
      () => setOutcome({ error: null }),
      (failure: Error) => setOutcome({ error: failure }),
    );
  const fetchFirst = useEffectEvent(() => {
    if (wanted.current() === null) afterPaint(() => void fetchFor(PATIENCE_MS));
  });
  useEffect(() => fetchFirst(), []);
  return { code: wanted.current(), error, retry: () => void fetchFor(0) };
}
