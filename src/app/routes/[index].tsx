import { createFileRoute } from '@tanstack/react-router';
import { HomeScreen } from '#features/home/screen.tsx';
import { MarketGlance } from '#features/market/glance.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';

export const Route = createFileRoute('/index')({
  loader: () => loadTexts('home'),
  component: Home,
});

function Home() {
  return <HomeScreen market={<MarketGlance device={useDevice()} />} />;
}
