/** Starts what the first screen does not need, once React has put that screen there and the browser has painted it. */
import { useEffect, useEffectEvent } from 'react';
import { afterPaint } from '#ui/after-paint.ts';

export function AfterFirstPaint({ work }: { readonly work: () => void }) {
  const start = useEffectEvent(work);
  useEffect(() => afterPaint(() => start()), []);
  return null;
}
