/** Home, put together: one of the two screens that the app can start with. */
import { HomeScreen } from '#features/home/screen.tsx';
import { MarketGlance } from '#features/market/glance.tsx';
import { useDevice } from '../device-context.tsx';

export function Home() {
  return <HomeScreen market={<MarketGlance device={useDevice()} />} />;
}
