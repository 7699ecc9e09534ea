import { createFileRoute } from '@tanstack/react-router';
import { AveragePositionScreen } from '#features/calculators/average-position/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';
import { recordOf } from '../search.ts';

export const Route = createFileRoute('/averageposition')({
  loader: () => loadTexts('calculators'),
  validateSearch: recordOf,
  component: AveragePosition,
});

function AveragePosition() {
  return <AveragePositionScreen device={useDevice()} recordId={Route.useSearch().record} />;
}
