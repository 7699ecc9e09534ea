/** The market, with the advert. */
import { MarketScreen } from '#features/market/market-screen.tsx';
import { AdvertPlace } from '../advert-place.tsx';
import { useCoinActions } from '../coin-actions.ts';

export function Screen() {
  return (
    <>
      <MarketScreen {...useCoinActions()} />
      <AdvertPlace />
    </>
  );
}
