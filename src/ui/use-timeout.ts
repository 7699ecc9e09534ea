/** Timers of a component. They end when it leaves the screen. */
import { useEffect, useEffectEvent } from 'react';

/** Calls back once a value has been the same for so many milliseconds; never for null, false or 0. */
export function useTimeout(value: unknown, milliseconds: number, callback: () => void): void {
  const run = useEffectEvent(callback);
  useEffect(() => {
    if (!value) return;
    const timer = setTimeout(() => run(), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
}
