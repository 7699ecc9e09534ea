/** Connects the badges to the wallet. */
import { AchievementsScreen } from '#features/achievements/achievements-screen.tsx';
import { useBadgeTokens } from '#features/wallet/tokens/use-badge-tokens.tsx';
import { fetchConnector } from '../boot/connector-code.ts';
import { useModalEntries } from '../routing/modal-entries.ts';

export function Screen() {
  useModalEntries();
  return <AchievementsScreen tokens={useBadgeTokens(fetchConnector)} />;
}
