/** The moment, moving on by itself: for what is left of a day, or how old something is. */
import { useEffect, useState } from 'react';

/** Milliseconds by the device's clock, renewed every `step` milliseconds and when the page comes back to the front. */
export function useNow(step: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const renew = () => setNow(Date.now());
    const timer = setInterval(renew, step);
    document.addEventListener('visibilitychange', renew);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', renew);
    };
  }, [step]);
  return now;
}
