/** Onboarding, put together: one of the two screens that the app can start with. */
import { OnboardingScreen } from '#features/onboarding/screen.tsx';
import { useAppParts } from '../device-context.tsx';

export function Onboarding() {
  const { device, access } = useAppParts();
  return <OnboardingScreen device={device} onDone={() => access.set('returning')} />;
}
