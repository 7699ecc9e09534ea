import { createFileRoute } from '@tanstack/react-router';
import { MarketScreen } from '#features/market/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';

export const Route = createFileRoute('/cryptooverview')({
  loader: () => loadTexts('home'),
  component: Market,
});

function Market() {
  return <MarketScreen device={useDevice()} />;
}
