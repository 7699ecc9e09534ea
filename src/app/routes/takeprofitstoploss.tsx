import { createFileRoute } from '@tanstack/react-router';
import { TakeProfitStopLossScreen } from '#features/calculators/take-profit-stop-loss/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';
import { recordOf } from '../search.ts';

export const Route = createFileRoute('/takeprofitstoploss')({
  loader: () => loadTexts('calculators'),
  validateSearch: recordOf,
  component: TakeProfitStopLoss,
});

function TakeProfitStopLoss() {
  return <TakeProfitStopLossScreen device={useDevice()} recordId={Route.useSearch().record} />;
}
