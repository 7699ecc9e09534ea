/** Opens a plan from a QR code or a pasted link, as often as the user likes. What it shows is loaded with the tap. */
import { useNavigate } from '@tanstack/react-router';
import { ScanLine } from 'lucide-react';
import { pathOf } from '#core/calculators/catalogue.ts';
import type { Plan } from '#core/plan-link.ts';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { Row } from '#ui/row.tsx';
import { DIALOG_PATIENCE_MS, useLateDialog } from '#ui/use-late-dialog.ts';
import { useLive } from '#ui/use-live.ts';
import { deliverPlan, planCalculator } from './arrived-plan.ts';

const loadSheet = () =>
  loadChunk('the plan scanner', async () => (await import('./scan-sheet.tsx')).ScanSheet, {
    patience: DIALOG_PATIENCE_MS,
  });

export function ScanPlan() {
  const { t } = useTranslation('calculators');
  const navigate = useNavigate();
  const account = useLive(useDevice().live.account);
  const { Dialog, isOpen, isLoading, open, close } = useLateDialog(loadSheet, t('scan.notLoaded'));

  const openPlan = (plan: Plan) => {
    close();
    const calculator = planCalculator(account);
    deliverPlan(calculator, plan);
    void navigate({ to: pathOf(calculator) });
  };
  return (
    <>
      <Row
        icon={<ScanLine size={22} strokeWidth={1.75} aria-hidden="true" />}
        label={t('scan.title')}
        detail={t('scan.about')}
        disabled={isLoading}
        onPress={open}
      />
      {Dialog !== null && <Dialog open={isOpen} onPlan={openPlan} onClose={close} />}
    </>
  );
}
