import { createFileRoute } from '@tanstack/react-router';
import { OffersScreen } from '#features/offers/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';

export const Route = createFileRoute('/profitable')({
  loader: () => loadTexts('offers'),
  component: OffersScreen,
});
