/** Connects onboarding to the app; one of the two screens that the app can start with. */
import { useDevice } from '#device/device-context.ts';
import { OnboardingScreen } from '#features/onboarding/onboarding-screen.tsx';
import { completeOnboarding } from '../boot/access.ts';
import { useAppParts } from '../device-context.tsx';

export function Screen() {
  const device = useDevice();
  const { hints, access } = useAppParts();
  return <OnboardingScreen onDone={() => completeOnboarding({ device, hints, access })} />;
}
