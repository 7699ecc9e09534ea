import { createFileRoute } from '@tanstack/react-router';
import { CalculatorsMenu } from '#features/calculators/menu.tsx';
import { loadTexts } from '#i18n/i18n.ts';

export const Route = createFileRoute('/calculators')({
  loader: () => loadTexts('calculators'),
  component: CalculatorsMenu,
});
