/** Code for a part of a screen that is shown after the first paint, which therefore does not wait for it. */
import { startTransition, useEffect, useEffectEvent, useState } from 'react';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { afterPaint } from '#ui/after-paint.ts';

/** How many tries are made before the screen reports a missing part. */
export const TRIES = 5;
/** The fifth try is 350 + 700 + 1400 + 2800 ms after the first, or later. */
const PATIENCE_MS = 5000;

export interface LazyPart<T> {
  /** Null until it is fetched; a screen that is opened again has it at once. */
  current(): T | null;
  /** Rejects if it cannot be fetched within `patience` milliseconds; with 0, at the first failure. */
  fetch(patience: number): Promise<T>;
}

export function lazyPart<T>(name: string, fetchIt: () => Promise<T>): LazyPart<T> {
  let fetched: T | null = null;
  let fetching: Promise<T> | null = null;
  return {
    current: () => fetched,
    fetch(patience) {
      fetching ??= loadChunk(name, fetchIt, { patience })
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
  /** Null until the screen is painted and the code has arrived. */
  readonly code: T | null;
  /** Why the code is missing, after the patience has run out. */
  readonly error: Error | null;
  /** Makes another try. */
  readonly retry: () => void;
}

/** @param spare resolves when the screen can spare the time for the first try. */
export function useLazyPart<T>(part: LazyPart<T>, spare = () => Promise.resolve()): Fetched<T> {
  const [{ error }, setOutcome] = useState<{ readonly error: Error | null }>({ error: null });
  const fetchFor = (patience: number) =>
    part.fetch(patience).then(
      // Many rows at once: rendered in slices, between which the page answers.
      () => startTransition(() => setOutcome({ error: null })),
      (failure: Error) => setOutcome({ error: failure }),
    );
  const fetchFirst = useEffectEvent(() => {
    if (part.current() === null) afterPaint(() => void spare().then(() => fetchFor(PATIENCE_MS)));
  });
  useEffect(() => fetchFirst(), []);
  return { code: part.current(), error, retry: () => void fetchFor(0) };
}
