/** Home, put together: one of the two screens that the app can start with. */
import { useState } from 'react';
import { HomeScreen } from '#features/home/screen.tsx';
import { MarketSkeleton } from '#features/market/skeleton.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useDevice } from '../device-context.tsx';
import { later, TRIES, useLater } from '../later.ts';
import { Missing } from '../missing-screen.tsx';

const MARKET = later('the market', async () => {
  const [{ MarketBlock }] = await Promise.all([import('#features/market/block.tsx'), loadTexts('market')]);
  return MarketBlock;
});
const ADVERT = later(
  'the place of the advert',
  async () => (await import('../advert-place.tsx')).AdvertPlace,
);

export function Home() {
  const { t } = useTranslation('home');
  const device = useDevice();
  const [arrivedAt] = useState(() => performance.now());
  const { code: MarketBlock, error, retry } = useLater(MARKET);
  const { code: AdvertPlace } = useLater(ADVERT);
  return (
    <>
      <HomeScreen
        market={
          MarketBlock !== null ? (
            <MarketBlock device={device} />
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
