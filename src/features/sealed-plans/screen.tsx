/** The plans that were sealed on this phone: what the server has of them, and showing one to everybody. */
import { useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { SealedPlan } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useGrowing } from '#ui/use-growing.ts';
import { useLive } from '#ui/use-live.ts';
import { PlanCard } from './plan-card.tsx';
import { RevealDialog } from './reveal-dialog.tsx';

export function Screen() {
  const { t } = useTranslation('sealed');
  const plans = useLive(useDevice().live.sealedPlans);
  const { shown, rowRef } = useGrowing(plans?.length ?? 0, 1);
  const [asked, setAsked] = useState<SealedPlan | null>(null);
  return (
    <ScreenLayout>
      <p>{t('about')}</p>
      {plans?.length === 0 && (
        <Card>
          <p>{t('empty')}</p>
        </Card>
      )}
      {plans?.slice(0, shown).map((plan, at) => (
        <div key={plan.hash} ref={rowRef(at)}>
          <PlanCard sealed={plan} onReveal={() => setAsked(plan)} />
        </div>
      ))}
      <RevealDialog plan={asked} onClose={() => setAsked(null)} />
    </ScreenLayout>
  );
}
