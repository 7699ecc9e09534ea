/** Connects Home to the app; one of the two screens that the app can start with. */
import { useState } from 'react';
import { HomeScreen } from '#features/home/home-screen.tsx';
import { MarketSkeleton } from '#features/market/skeleton.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { lazyPart, TRIES, useLazyPart } from '../chunks/lazy-part.ts';
import { Missing } from '../chunks/missing-screen.tsx';

const REST = lazyPart('the rest of Home', async () => {
  const [{ HomeMarket, HomeNext }] = await Promise.all([
    import('./home-next.tsx'),
    loadTexts('market', 'profile', 'history', 'calendar'),
  ]);
  return { HomeMarket, HomeNext };
});
const ADVERT = lazyPart('the advert place', async () => (await import('../advert-place.tsx')).AdvertPlace);

export function Screen() {
  const { t } = useTranslation('home');
  const [arrivedAt] = useState(() => performance.now());
  const { code: rest, error, retry } = useLazyPart(REST);
  const { code: AdvertPlace } = useLazyPart(ADVERT);
  return (
    <>
      <HomeScreen
        next={rest && <rest.HomeNext />}
        market={
          rest !== null ? (
            <rest.HomeMarket />
          ) : error !== null ? (
            <Missing error={error} tries={TRIES} onRetry={retry} />
          ) : (
            <MarketSkeleton label={t('market.loading')} />
          )
        }
      />
      {AdvertPlace && <AdvertPlace arrivedAt={arrivedAt} />}
    </>
  );
}
