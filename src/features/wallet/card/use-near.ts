/** Whether an element is in view, or was before. */
import { type RefObject, useEffect, useState } from 'react';

export function useNear(element: RefObject<Element | null>): boolean {
  const [isNear, setIsNear] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const seen = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) setIsNear(true);
    });
    seen.observe(element.current);
    return () => seen.disconnect();
  }, [element, isNear]);
  return isNear;
}
