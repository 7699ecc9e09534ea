import { createFileRoute } from '@tanstack/react-router';
import { AchievementsScreen } from '#features/achievements/screen.tsx';
import { useBadgeTokens } from '#features/wallet/tokens/use-badge-tokens.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { fetchConnector } from '../boot/connector-code.ts';
import { useDevice } from '../device-context.tsx';
import { useModalEntries } from '../routing/modal-entries.ts';

export const Route = createFileRoute('/achievements')({
  loader: () => loadTexts('achievements', 'levels', 'profile'),
  component: Achievements,
});

function Achievements() {
  const device = useDevice();
  useModalEntries();
  return <AchievementsScreen device={device} tokens={useBadgeTokens(device, fetchConnector)} />;
}
