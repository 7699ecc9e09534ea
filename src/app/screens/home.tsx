/** Home, put together: one of the two screens that the app can start with. */
import { useState } from 'react';
import { HomeScreen } from '#features/home/screen.tsx';
import { MarketSkeleton } from '#features/market/skeleton.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useDevice } from '../device-context.tsx';
import { later, useLater } from '../later.ts';

const REST = later('the rest of Home', async () => {
  const [{ MarketBlock }, { AdvertPlace }] = await Promise.all([
    import('#features/market/block.tsx'),
    import('../advert-place.tsx'),
    loadTexts('market'),
  ]);
  return { MarketBlock, AdvertPlace };
});

export function Home() {
  const { t } = useTranslation('home');
  const device = useDevice();
  const [arrivedAt] = useState(() => performance.now());
  const rest = useLater(REST);
  return (
    <>
      <HomeScreen
        market={
          rest === null ? (
            <MarketSkeleton label={t('market.loading')} />
          ) : (
            <rest.MarketBlock device={device} />
          )
        }
      />
      {rest && <rest.AdvertPlace arrivedAt={arrivedAt} />}
    </>
  );
}
