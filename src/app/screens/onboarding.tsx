/** Connects onboarding to the app; one of the two screens that the app can start with. */
import { OnboardingScreen } from '#features/onboarding/screen.tsx';
import { completeOnboarding } from '../boot/completion.ts';
import { useAppParts } from '../device-context.tsx';

export function Onboarding() {
  const { device, hints, access } = useAppParts();
  return <OnboardingScreen device={device} onDone={() => completeOnboarding({ device, hints, access })} />;
}
