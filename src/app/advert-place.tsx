/** Where the advert may appear: once per session of the browser and user, on the first visit to a screen that has this. */
import { useState } from 'react';
import { loadTexts } from '#i18n/i18n.ts';
import { useAppParts } from './device-context.tsx';
import { later, useLater } from './later.ts';
import { storageOf } from './page.ts';

const ADVERT = later('the advert', async () => {
  const [{ Advert }] = await Promise.all([import('#features/advert/advert.tsx'), loadTexts('advert')]);
  return Advert;
});

export function AdvertPlace() {
  const { userId } = useAppParts().device;
  // Decided on arrival: what is shown writes the flag while it stands here.
  const [isDue] = useState(() => !wasShown(userId));
  return isDue ? <Due userId={userId} /> : null;
}

function Due({ userId }: { readonly userId: number }) {
  const [arrivedAt] = useState(() => performance.now());
  const Advert = useLater(ADVERT);
  return Advert && <Advert arrivedAt={arrivedAt} onShown={() => keepShown(userId)} />;
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
