/** Offers to share the trade of a result as a plan link. What it shows is loaded with the tap. */
import { QrCode } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { Button } from '#ui/button.tsx';
import { DIALOG_PATIENCE_MS, useLateDialog } from '#ui/use-late-dialog.ts';
import type { CarriedTrade } from '../shared/carried-trade.ts';

const loadDialog = () =>
  loadChunk('the plan dialog', async () => (await import('./plan-dialog.tsx')).PlanDialog, {
    patience: DIALOG_PATIENCE_MS,
  });

export function SharePlan({ trade }: { readonly trade: CarriedTrade }) {
  const { t } = useTranslation('calculators');
  const { Dialog, isOpen, isLoading, open, close } = useLateDialog(loadDialog, t('plan.notLoaded'));
  return (
    <>
      <Button variant="quiet" wide busy={isLoading} onClick={open}>
        <QrCode size={20} strokeWidth={1.75} aria-hidden="true" />
        {t('plan.share')}
      </Button>
      {Dialog !== null && <Dialog open={isOpen} trade={trade} onClose={close} />}
    </>
  );
}
