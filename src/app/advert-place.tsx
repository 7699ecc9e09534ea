/**
 * The place of the advert: at most once a day, on the first visit to a screen with this component, and not before the
 * user's first calculation.
 */
import { type ComponentType, useEffect, useMemo, useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { AdvertProps } from '#features/advert/advert.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { useHost } from '#platform/host-context.tsx';
import { LINKS } from '#platform/links.ts';
import { useLive } from '#ui/use-live.ts';
import { keepShown, wasShownToday } from './advert-day.ts';
import { storageOf } from './boot/page.ts';
import { bringsPlan } from './opened-plan.ts';
import { PartBoundary } from './part-boundary.tsx';

export interface AdvertPlaceProps {
  /** `performance.now()` when the screen was opened; now if absent. */
  readonly arrivedAt?: number;
}

export function AdvertPlace(props: AdvertPlaceProps) {
  const { advert } = LINKS;
  return (
    advert && (
      <PartBoundary>
        <Place {...props} advert={advert} />
      </PartBoundary>
    )
  );
}

function Place({ arrivedAt, advert }: AdvertPlaceProps & Pick<AdvertProps, 'advert'>) {
  const { userId } = useDevice();
  const host = useHost();
  const [since] = useState(() => arrivedAt ?? performance.now());
  // Decided on arrival: the shown advert sets the day while it is visible. A plan that is about to open would end it.
  const [isDue] = useState(
    () => !wasShownToday(userId, Date.now()) && !bringsPlan(storageOf('localStorage'), host, userId),
  );
  const hasCalculated = useHasCalculated();
  const [Advert, setAdvert] = useState<ComponentType<AdvertProps> | null>(null);

  const isAsked = isDue && hasCalculated;
  useEffect(() => {
    if (isAsked) void fetchAdvert().then((code) => setAdvert(() => code));
  }, [isAsked]);

  return Advert && <Advert advert={advert} arrivedAt={since} onShown={() => keepShown(userId, Date.now())} />;
}

/** By the records here, or by the points: the user may have deleted the records. */
function useHasCalculated(): boolean {
  const { live } = useDevice();
  const newest = useLive(useMemo(() => live.history({ limit: 1 }), [live]));
  const activity = useLive(live.profile)?.points.activity ?? 0;
  return activity > 0 || (newest !== undefined && newest.length > 0);
}

async function fetchAdvert(): Promise<ComponentType<AdvertProps>> {
  const [{ Advert }] = await loadChunk('the advert', () =>
    Promise.all([import('#features/advert/advert.tsx'), loadTexts('advert')]),
  );
  return Advert;
}
