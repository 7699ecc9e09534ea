/**
 * Opens the plan of the link that launched the app: in the calculator of the user's own account, after onboarding, and
 * once per launch. A link that cannot be read leaves the user where they are, and says why.
 */
import { useRouter } from '@tanstack/react-router';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { pathOf } from '#core/calculators/catalogue.ts';
import type { TradeAccount } from '#core/calculators/trade-account.ts';
import { decodePlan } from '#core/plan-link.ts';
import { useDevice } from '#device/device-context.ts';
import { deliverPlan, planCalculator } from '#features/calculators/plans/arrived-plan.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useToast } from '#ui/toast.tsx';
import { useLive } from '#ui/use-live.ts';
import { storageOf } from './boot/page.ts';
import { useAppParts } from './device-context.tsx';
import { openedPlanOf } from './opened-plan.ts';

/** No tap caused this toast, so the user needs longer to notice it. */
const TOLD_MS = 8000;

export function PlanLaunch() {
  const { host, access } = useAppParts();
  const device = useDevice();
  const router = useRouter();
  const toast = useToast();
  const { t } = useTranslation('calculators');
  const account = useLive(device.live.account);
  const isIn = useSyncExternalStore(access.subscribe, access.current, access.current) === 'returning';

  const isStarted = useRef(false);

  const open = useEffectEvent((own: TradeAccount) => {
    if (isStarted.current) return;
    isStarted.current = true;
    const { launchData } = host;
    const opened = openedPlanOf(storageOf('localStorage'), { userId: device.userId, launchData });
    if (opened.isOpened()) return;
    const decoded = decodePlan(host.startParameter ?? '');
    if (decoded.ok) {
      const calculator = planCalculator(own);
      deliverPlan(calculator, decoded.plan, opened.remember);
      void router.navigate({ to: pathOf(calculator) });
    } else {
      opened.remember();
      const text = decoded.reason === 'version' ? t('scan.refused.version') : t('plan.damaged');
      toast({ text, shownMs: TOLD_MS });
    }
  });
  const isReady = isIn && account !== undefined;
  useEffect(() => {
    if (isReady) open(account);
  }, [isReady, account]);
  return null;
}
