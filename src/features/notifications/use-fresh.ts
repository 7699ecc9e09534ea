/**
 * Refreshes the settings when the screen opens and whenever it becomes visible: the bot's chat may have changed them.
 */
import { useEffect, useState } from 'react';
import type { Device, Refreshed } from '#device/model.ts';

export interface Fresh {
  /** Outcome of the last refresh; null before the first one. */
  readonly answer: Refreshed | null;
  readonly isAsking: boolean;
  readonly ask: () => void;
}

export function useFresh(device: Device): Fresh {
  const [answer, setAnswer] = useState<Refreshed | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  useEffect(() => {
    let isGone = false;
    const look = () => {
      if (document.visibilityState === 'hidden') return;
      void refresh(device).then((answered) => {
        if (!isGone) setAnswer(answered);
      });
    };
    look();
    document.addEventListener('visibilitychange', look);
    // The messaging app brings its page to the front without hiding it first.
    window.addEventListener('pageshow', look);
    return () => {
      isGone = true;
      document.removeEventListener('visibilitychange', look);
      window.removeEventListener('pageshow', look);
    };
  }, [device]);

  async function ask(): Promise<void> {
    setIsAsking(true);
    setAnswer(await refresh(device));
    setIsAsking(false);
  }
  return { answer, isAsking, ask: () => void ask() };
}

async function refresh(device: Device): Promise<Refreshed> {
  try {
    return await device.refreshSettings();
  } catch (error) {
    console.warn('cannot refresh the settings', error);
    return 'failed';
  }
}
