/** The plans that were sealed on this phone: what the server has of them, and showing one to everybody. */
import { useState } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { SealedPlan } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { useLive } from '#ui/use-live.ts';
import { PlanCard } from './plan-card.tsx';
import { RevealDialog } from './reveal-dialog.tsx';

export function Screen() {
  const { t } = useTranslation('sealed');
  const plans = useLive(useDevice().live.sealedPlans);
  const [asked, setAsked] = useState<SealedPlan | null>(null);
  return (
    <ScreenLayout>
      <p>{t('about')}</p>
      {plans?.length === 0 && (
        <Card>
          <p>{t('empty')}</p>
        </Card>
      )}
      {plans?.map((plan) => (
        <PlanCard key={plan.hash} sealed={plan} onReveal={() => setAsked(plan)} />
      ))}
      <RevealDialog plan={asked} onClose={() => setAsked(null)} />
    </ScreenLayout>
  );
}
