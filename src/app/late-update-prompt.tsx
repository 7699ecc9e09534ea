/** The look for a new version, once the first screen is painted and the page rests. */
import { type ComponentType, useEffect, useState } from 'react';
import { afterPaint } from '#ui/after-paint.ts';
import { whenIdle } from './after-paint.ts';

export function LateUpdatePrompt() {
  const [Prompt, setPrompt] = useState<ComponentType | null>(null);
  useEffect(() => {
    afterPaint(async () => {
      await whenIdle();
      if (!('serviceWorker' in navigator)) return;
      try {
        const { UpdatePrompt } = await import('./update-prompt.tsx');
        setPrompt(() => UpdatePrompt);
      } catch (error) {
        console.warn('no look for a new version', error);
      }
    });
  }, []);
  return Prompt === null ? null : <Prompt />;
}
