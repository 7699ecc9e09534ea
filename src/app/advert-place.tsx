/** The place of the advert: once per browser session and user, on the first visit to a screen with this component. */
import { type ComponentType, useEffect, useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { AdvertProps } from '#features/advert/advert.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { storageOf } from './boot/page.ts';

export interface AdvertPlaceProps {
  /** `performance.now()` when the screen was opened; now if absent. */
  readonly arrivedAt?: number;
}

export function AdvertPlace({ arrivedAt }: AdvertPlaceProps) {
  const { userId } = useDevice();
  const [since] = useState(() => arrivedAt ?? performance.now());
  // Decided on arrival, because the shown advert sets the flag while it is visible.
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

/** If the browser stores nothing, the session lasts as long as the page. */
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
    console.warn('cannot save the advert flag', error);
  }
}
