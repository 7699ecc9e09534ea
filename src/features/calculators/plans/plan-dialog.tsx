/** A plan link to share, to copy, or to scan from this screen. */
import { Copy } from 'lucide-react';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { useCopy } from '#platform/use-copy.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog.tsx';
import { QrPicture } from '#ui/qr-picture.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLive } from '#ui/use-live.ts';
import type { CarriedTrade } from '../shared/carried-trade.ts';
import { planAddress, planOf } from './plan-address.ts';
import { SealPlan } from './seal-plan.tsx';
import './plan-dialog.css';

export interface PlanDialogProps {
  readonly open: boolean;
  readonly trade: CarriedTrade;
  readonly onClose: () => void;
}

export function PlanDialog({ open, trade, onClose }: PlanDialogProps) {
  const { t } = useTranslation(['calculators', 'common']);
  const device = useDevice();
  const host = useHost();
  const toast = useToast();
  const copyText = useCopy();
  const referralLink = useLive(device.live.profile)?.referralLink;
  const link = referralLink === undefined ? null : planAddress(trade, device.userId, referralLink);

  const copy = async (text: string) => {
    const isCopied = await copyText(text);
    toast({ text: isCopied ? t('common:copied') : t('common:copyFailed') });
  };
  const close = (
    <Button variant="quiet" onClick={onClose}>
      {t('common:close')}
    </Button>
  );
  if (link === null) {
    return (
      <Dialog open={open} title={t('plan.share')} onClose={onClose} actions={close}>
        <p>{referralLink === undefined ? t('share.later') : t('plan.tooManyDigits')}</p>
      </Dialog>
    );
  }
  return (
    <Dialog
      open={open}
      title={t('plan.share')}
      onClose={onClose}
      actions={
        <>
          {close}
          <Button onClick={() => host.share(t('plan.message'), link)}>{t('common:share')}</Button>
        </>
      }
    >
      <QrPicture text={link} label={t('plan.qr')} />
      <div className="plan-link">
        <span className="plan-link-text">{link.replace('https://', '')}</span>
        <button
          type="button"
          className="plan-link-copy"
          aria-label={t('common:copy')}
          title={t('common:copy')}
          onClick={() => void copy(link)}
        >
          <Copy size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </div>
      <p className="sub">{t('plan.contents')}</p>
      <SealPlan plan={planOf(trade)} onClose={onClose} />
    </Dialog>
  );
}
