/** Counts a figure up to its new value, once, when it grows while on the screen. */
import { useEffect, useRef, useState } from 'react';
import { rewardDuration } from './reward-duration.ts';

/** The figure to show now. Falls, first values and reduced motion (the `--reward` token is 0 then) apply at once. */
export function useCountUp(value: number): number {
  const [shown, setShown] = useState(value);
  const from = useRef(value);

  useEffect(() => {
    const start = from.current;
    from.current = value;
    const duration = rewardDuration();
    if (value <= start || duration === 0) {
      setShown(value);
      return;
    }
    const startedAt = performance.now();
    let frame = requestAnimationFrame(function step(now) {
      const share = Math.min(1, Math.max(0, (now - startedAt) / duration));
      setShown(share === 1 ? value : Math.round(start + (value - start) * (1 - (1 - share) ** 3)));
      if (share < 1) frame = requestAnimationFrame(step);
    });
    return () => cancelAnimationFrame(frame);
  }, [value]);

  return shown;
}
