/**
 * Starts work that the first screen does not need, once React has committed that screen and the browser has painted it.
 */
import { useEffect, useEffectEvent } from 'react';
import { afterPaint } from '#ui/after-paint.ts';

export function StartAfterPaint({ work }: { readonly work: () => void }) {
  const start = useEffectEvent(work);
  useEffect(() => afterPaint(() => start()), []);
  return null;
}
