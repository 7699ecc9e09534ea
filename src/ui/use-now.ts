/** The current time, updated automatically: for the rest of a day, or the age of data. */
import { useEffect, useState } from 'react';

/** Milliseconds by the device's clock, updated every `step` milliseconds and when the page comes back to the front. */
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
