import { createFileRoute } from '@tanstack/react-router';
import { FaqScreen } from '#features/faq/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';

export const Route = createFileRoute('/SBT')({
  loader: () => loadTexts('faq', 'levels'),
  component: FaqScreen,
});
