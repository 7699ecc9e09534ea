import { createFileRoute } from '@tanstack/react-router';
import { PrivacyScreen } from '#features/privacy/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';

export const Route = createFileRoute('/privacy')({
  loader: () => loadTexts('privacy'),
  component: PrivacyScreen,
});
