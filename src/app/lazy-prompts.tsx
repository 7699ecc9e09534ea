/** Loads what the app tells or asks by itself, once the first screen is painted and the page is idle. */
import { type ComponentType, useEffect, useState } from 'react';
import { afterPaint } from '#ui/after-paint.ts';
import { firstScreen } from './boot/first-screen.ts';
import { whenIdle } from './boot/when-idle.ts';
import { loadNeededChunk } from './chunks/load-needed-chunk.ts';
import { useAppParts } from './device-context.tsx';

export function LazyPrompts() {
  const [Prompts, setPrompts] = useState<ComponentType | null>(null);
  const { access } = useAppParts();
  useEffect(() => {
    afterPaint(async () => {
      await firstScreen(access);
      await whenIdle();
      const loaded = await loadNeededChunk('the prompts', () => import('./prompts.tsx'));
      setPrompts(() => loaded.Prompts);
    });
  }, [access]);
  return Prompts === null ? null : <Prompts />;
}
