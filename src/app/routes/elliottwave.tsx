import { createFileRoute } from '@tanstack/react-router';
import { ElliottWaveScreen } from '#features/calculators/elliott-wave/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';
import { recordOf } from '../search.ts';

export const Route = createFileRoute('/elliottwave')({
  loader: () => loadTexts('calculators'),
  validateSearch: recordOf,
  component: ElliottWave,
});

function ElliottWave() {
  return <ElliottWaveScreen device={useDevice()} recordId={Route.useSearch().record} />;
}
