/** Loads the update prompt, once the first screen is painted and the page is idle. */
import { type ComponentType, useEffect, useState } from 'react';
import { afterPaint } from '#ui/after-paint.ts';
import { whenIdle } from './boot/when-idle.ts';
import { loadNeededChunk } from './chunks/load-needed-chunk.ts';

export function LazyUpdatePrompt() {
  const [Prompt, setPrompt] = useState<ComponentType | null>(null);
  useEffect(() => {
    afterPaint(async () => {
      await whenIdle();
      const { UpdatePrompt } = await loadNeededChunk(
        'the update prompt',
        () => import('./update-prompt.tsx'),
      );
      setPrompt(() => UpdatePrompt);
    });
  }, []);
  return Prompt === null ? null : <Prompt />;
}
