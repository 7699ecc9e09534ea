import { createFileRoute } from '@tanstack/react-router';
import { StakingScreen } from '#features/calculators/staking/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';
import { recordOf } from '../search.ts';

export const Route = createFileRoute('/staking')({
  loader: () => loadTexts('calculators'),
  validateSearch: recordOf,
  component: Staking,
});

function Staking() {
  return <StakingScreen device={useDevice()} recordId={Route.useSearch().record} />;
}
