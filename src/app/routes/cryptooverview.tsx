import { createFileRoute } from '@tanstack/react-router';
import { MarketScreen } from '#features/market/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { AdvertPlace } from '../advert-place.tsx';
import { useDevice } from '../device-context.tsx';

export const Route = createFileRoute('/cryptooverview')({
  loader: () => loadTexts('market'),
  component: Market,
});

function Market() {
  return (
    <>
      <MarketScreen device={useDevice()} />
      <AdvertPlace />
    </>
  );
}
