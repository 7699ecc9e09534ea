/** How many rows of a long list are rendered: the first ones, and more as their end comes near. */
import { type RefCallback, useCallback, useState } from 'react';

const STEP = 40;
/** Rows before the end that ask for more. So few stay in sight when a list is scrolled to its end at once. */
const AHEAD = 5;

export interface Growing {
  readonly shown: number;
  /** For each row: it tells when the end is near. */
  readonly rowRef: (index: number) => RefCallback<Element> | undefined;
}

/** @param ahead fewer for rows of which a screen shows few */
export function useGrowing(length: number, ahead = AHEAD): Growing {
  const [limit, setLimit] = useState(STEP);
  const edge = useCallback((row: Element | null) => {
    if (row === null) return;
    const sight = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setLimit((known) => known + STEP);
    });
    sight.observe(row);
    return () => sight.disconnect();
  }, []);
  const shown = Math.min(limit, length);
  return { shown, rowRef: (index) => (shown < length && index === shown - ahead ? edge : undefined) };
}
