/** Claims the daily bonus: the server decides, and the user feels its answer. */
import { useDevice } from '#device/device-context.ts';
import type { CheckInAnswer } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';

/** Why nothing was claimed, besides a bonus that was claimed already. */
export type ClaimRefusal = 'offline' | 'reopen' | 'failed';

export interface Claim {
  /** Of a bonus that was claimed elsewhere, the profile is fetched too. */
  readonly claim: () => Promise<CheckInAnswer>;
  readonly refusalText: (refusal: ClaimRefusal) => string;
}

export function useClaim(): Claim {
  const device = useDevice();
  const { t } = useTranslation('profile');
  const host = useHost();
  return {
    async claim() {
      const answer = await device.claimCheckIn();
      host.haptic(answer.ok ? 'success' : 'error');
      if (!answer.ok && answer.error === 'already_claimed') void device.syncNow();
      return answer;
    },
    refusalText: (refusal) => t(`checkIn.${refusal === 'failed' ? 'claimFailed' : refusal}`),
  };
}
