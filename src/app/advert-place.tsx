/** Where the advert may appear: once per session of the browser and user, on the first visit to a screen that has this. */
import { type ComponentType, useEffect, useState } from 'react';
import type { AdvertProps } from '#features/advert/advert.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { useAppParts } from './device-context.tsx';
import { storageOf } from './page.ts';

export interface AdvertPlaceProps {
  /** `performance.now()` when the screen was opened; now where absent. */
  readonly arrivedAt?: number;
}

export function AdvertPlace({ arrivedAt }: AdvertPlaceProps) {
  const { userId } = useAppParts().device;
  const [since] = useState(() => arrivedAt ?? performance.now());
  // Decided on arrival: what is shown writes the flag while it stands here.
  const [isDue] = useState(() => !wasShown(userId));
  const [Advert, setAdvert] = useState<ComponentType<AdvertProps> | null>(null);

  useEffect(() => {
    if (isDue) void fetchAdvert().then((code) => setAdvert(() => code));
  }, [isDue]);

  return Advert && <Advert arrivedAt={since} onShown={() => keepShown(userId)} />;
}

async function fetchAdvert(): Promise<ComponentType<AdvertProps>> {
  const [{ Advert }] = await loadChunk('the advert', () =>
    Promise.all([import('#features/advert/advert.tsx'), loadTexts('advert')]),
  );
  return Advert;
}

/** Where the browser keeps nothing, the session is as long as the page. */
const shown = new Set<number>();
const keyOf = (userId: number) => `irich:${userId}:advert`;

function wasShown(userId: number): boolean {
  return shown.has(userId) || storageOf('sessionStorage')?.getItem(keyOf(userId)) === '1';
}

function keepShown(userId: number): void {
  shown.add(userId);
  try {
    storageOf('sessionStorage')?.setItem(keyOf(userId), '1');
  } catch (error) {
    console.warn('the flag of the advert is not kept', error);
  }
}
