/** Looks for a new version, and says why the page was reloaded, once the first screen is painted and the page rests. */
import { type ComponentType, useEffect, useState } from 'react';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { afterPaint } from '#ui/after-paint.ts';
import { whenIdle } from './after-paint.ts';

export function LateUpdatePrompt() {
  const [Prompt, setPrompt] = useState<ComponentType | null>(null);
  useEffect(() => {
    afterPaint(async () => {
      await whenIdle();
      const { UpdatePrompt } = await loadChunk('the update prompt', () => import('./update-prompt.tsx'));
      setPrompt(() => UpdatePrompt);
    });
  }, []);
  return Prompt === null ? null : <Prompt />;
}
