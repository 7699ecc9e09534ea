/** Code that a screen shows only once it has been painted: not part of what the first paint waits for. */
import { useEffect, useState } from 'react';
import { afterPaint } from './after-paint.ts';
import { untilFetched } from './until-fetched.ts';

export interface Later<T> {
  /** Null until it has been fetched; a screen that is opened again has it at once. */
  current(): T | null;
  fetch(): Promise<T>;
}

export function later<T>(what: string, fetchIt: () => Promise<T>): Later<T> {
  let fetched: T | null = null;
  let fetching: Promise<T> | null = null;
  return {
    current: () => fetched,
    fetch() {
      fetching ??= untilFetched(what, fetchIt).then((code) => {
        fetched = code;
        return code;
      });
      return fetching;
    },
  };
}

/** Null until the screen has been painted and the code is here. */
export function useLater<T>(code: Later<T>): T | null {
  const [, setIsHere] = useState(code.current() !== null);
  useEffect(() => {
    if (code.current() === null) afterPaint(() => void code.fetch().then(() => setIsHere(true)));
  }, [code]);
  return code.current();
}
