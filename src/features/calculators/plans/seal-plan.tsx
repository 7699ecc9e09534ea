/** Seals the plan that is shown: the phone keeps it, and its hash is sent when possible. */
import { useNavigate } from '@tanstack/react-router';
import { Stamp } from 'lucide-react';
import { useState } from 'react';
import type { PlanContent } from '#core/plan-link.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toast.tsx';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';

export function SealPlan({ plan, onClose }: { readonly plan: PlanContent; readonly onClose: () => void }) {
  const { t } = useTranslation('calculators');
  const device = useDevice();
  const host = useHost();
  const toast = useToast();
  const navigate = useNavigate();
  const once = useOneAtATime();
  const [state, setState] = useState<'open' | 'busy' | 'sealed'>('open');

  const seal = async () => {
    setState('busy');
    let isSealed = false;
    try {
      isSealed = (await device.sealPlan(plan)) !== null;
    } catch (error) {
      console.warn('Cannot seal a plan', error);
    }
    host.haptic(isSealed ? 'success' : 'error');
    toast({ text: isSealed ? t('plan.sealed') : t('plan.notSealed') });
    setState(isSealed ? 'sealed' : 'open');
  };
  const show = () => {
    onClose();
    void navigate({ to: '/plans' });
  };
  return (
    <Button
      variant="quiet"
      wide
      busy={state === 'busy'}
      onClick={state === 'sealed' ? show : () => void once(seal)}
    >
      <Stamp size={20} strokeWidth={1.75} aria-hidden="true" />
      {state === 'sealed' ? t('plan.sealedPlans') : t('plan.seal')}
    </Button>
  );
}
