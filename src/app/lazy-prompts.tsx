/** Loads what the app tells or asks by itself, once the first screen is painted and the page is idle. */
import { type ComponentType, useEffect, useState } from 'react';
import { afterPaint } from '#ui/after-paint.ts';
import { whenIdle } from './boot/when-idle.ts';
import { loadNeededChunk } from './chunks/load-needed-chunk.ts';

export function LazyPrompts() {
  const [Prompts, setPrompts] = useState<ComponentType | null>(null);
  useEffect(() => {
    afterPaint(async () => {
      await whenIdle();
      const loaded = await loadNeededChunk('the prompts', () => import('./prompts.tsx'));
      setPrompts(() => loaded.Prompts);
    });
  }, []);
  return Prompts === null ? null : <Prompts />;
}
