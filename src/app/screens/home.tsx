/** Home, put together: one of the two screens that the app can start with. */
import { HomeScreen } from '#features/home/screen.tsx';
import { MarketSkeleton } from '#features/market/skeleton.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { AdvertPlace } from '../advert-place.tsx';
import { useDevice } from '../device-context.tsx';
import { later, useLater } from '../later.ts';

const MARKET = later('the market', async () => {
  const [{ MarketBlock }] = await Promise.all([import('#features/market/block.tsx'), loadTexts('market')]);
  return MarketBlock;
});

export function Home() {
  const { t } = useTranslation('home');
  const device = useDevice();
  const MarketBlock = useLater(MARKET);
  return (
    <>
      <HomeScreen
        market={
          MarketBlock === null ? (
            <MarketSkeleton label={t('market.loading')} />
          ) : (
            <MarketBlock device={device} />
          )
        }
      />
      <AdvertPlace />
    </>
  );
}
