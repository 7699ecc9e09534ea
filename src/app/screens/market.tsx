/** The market, with the advert. */
import { MarketScreen } from '#features/market/market-screen.tsx';
import { AdvertPlace } from '../advert-place.tsx';

export function Screen() {
  return (
    <>
      <MarketScreen />
      <AdvertPlace />
    </>
  );
}
