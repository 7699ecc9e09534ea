/** Offers to share the trade of a result as a plan link. What it shows is loaded with the tap. */
import { QrCode } from 'lucide-react';
import { type ComponentType, useState } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { Button } from '#ui/button.tsx';
import { useToast } from '#ui/toast.tsx';
import type { CarriedTrade } from '../shared/carried-trade.ts';
import type { PlanDialogProps } from './plan-dialog.tsx';

/** Longer, and the user should know that nothing comes. */
const PATIENCE_MS = 5000;

export function SharePlan({ trade }: { readonly trade: CarriedTrade }) {
  const { t } = useTranslation('calculators');
  const toast = useToast();
  const [PlanDialog, setPlanDialog] = useState<ComponentType<PlanDialogProps> | null>(null);
  const [isOpen, setOpen] = useState(false);
  const [busy, setBusy] = useState(false);

  const open = async () => {
    setBusy(true);
    try {
      const loaded = await loadChunk('the plan dialog', () => import('./plan-dialog.tsx'), {
        patience: PATIENCE_MS,
      });
      setPlanDialog(() => loaded.PlanDialog);
      setOpen(true);
    } catch (error) {
      console.warn('Cannot show a plan', error);
      toast({ text: t('plan.notLoaded') });
    }
    setBusy(false);
  };

  return (
    <>
      <Button variant="quiet" wide busy={busy} onClick={() => void open()}>
        <QrCode size={20} strokeWidth={1.75} aria-hidden="true" />
        {t('plan.share')}
      </Button>
      {PlanDialog !== null && <PlanDialog open={isOpen} trade={trade} onClose={() => setOpen(false)} />}
    </>
  );
}
