/** Asks for the settings when the screen opens and whenever it is looked at again: the bot's chat may have changed them. */
import { useEffect, useState } from 'react';
import type { Device, Refreshed } from '#data/model.ts';

export interface Fresh {
  /** How the last question ended; null before the first answer. */
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
    // The messaging app brings its page to the front without hiding it before.
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
    console.warn('the settings were not refreshed', error);
    return 'failed';
  }
}
