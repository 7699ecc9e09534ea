/** Whether somebody comes near an element: it is in view, or the browser has nothing better to do while its screen is open. */
import { type RefObject, useEffect, useState } from 'react';

const IDLE_LIMIT_MS = 5_000;

export function useNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const come = () => setIsNear(true);
    const seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) come();
    });
    seen.observe(element.current);
    // Safari has no such moment.
    const idle = 'requestIdleCallback' in window ? requestIdleCallback(come) : null;
    const later = idle === null ? setTimeout(come, IDLE_LIMIT_MS) : undefined;
    return () => {
      seen.disconnect();
      if (idle !== null) cancelIdleCallback(idle);
      clearTimeout(later);
    };
  }, [element, isNear]);
  return isNear;
}
