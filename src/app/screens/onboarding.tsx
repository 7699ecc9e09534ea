/** Connects onboarding to the app; one of the two screens that the app can start with. */
import { useSyncExternalStore } from 'react';
import { useDevice } from '#device/device-context.ts';
import { OnboardingScreen } from '#features/onboarding/onboarding-screen.tsx';
import { completeOnboarding } from '../boot/access.ts';
import { useAppParts } from '../device-context.tsx';

export function Screen() {
  const device = useDevice();
  const { hints, access } = useAppParts();
  const current = useSyncExternalStore(access.subscribe, access.current, access.current);
  return (
    <OnboardingScreen
      isWaiting={current === 'unknown'}
      onDone={() => completeOnboarding({ device, hints, access })}
    />
  );
}
