import { createFileRoute } from '@tanstack/react-router';
import { RiskPercentScreen } from '#features/calculators/risk-percent/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';
import { recordOf } from '../search.ts';

export const Route = createFileRoute('/riskpercent')({
  loader: () => loadTexts('calculators'),
  validateSearch: recordOf,
  component: RiskPercent,
});

function RiskPercent() {
  return <RiskPercentScreen device={useDevice()} recordId={Route.useSearch().record} />;
}
