import { createFileRoute } from '@tanstack/react-router';
import { OnboardingScreen } from '#features/onboarding/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useAppParts } from '../device-context.tsx';

export const Route = createFileRoute('/')({
  loader: () => loadTexts('onboarding'),
  component: Onboarding,
});

function Onboarding() {
  const { device, access } = useAppParts();
  return <OnboardingScreen device={device} onDone={() => access.set('returning')} />;
}
