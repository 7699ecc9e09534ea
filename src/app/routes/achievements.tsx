import { createFileRoute } from '@tanstack/react-router';
import { AchievementsScreen } from '#features/achievements/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useDevice } from '../device-context.tsx';

export const Route = createFileRoute('/achievements')({
  loader: () => loadTexts('achievements', 'levels'),
  component: Achievements,
});

function Achievements() {
  return <AchievementsScreen device={useDevice()} />;
}
