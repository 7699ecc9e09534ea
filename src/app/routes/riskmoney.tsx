import { createFileRoute } from '@tanstack/react-router';
import { RiskMoneyScreen } from '#features/calculators/risk-money/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';
import { recordOf } from '../search.ts';

export const Route = createFileRoute('/riskmoney')({
  loader: () => loadTexts('calculators'),
  validateSearch: recordOf,
  component: RiskMoney,
});

function RiskMoney() {
  return <RiskMoneyScreen device={useDevice()} recordId={Route.useSearch().record} />;
}
