/** A sealed plan in words and figures, with its claimed and its received time apart. */
import { fromBase64url } from '#core/base64url.ts';
import { type PlanContent, planOfBytes } from '#core/plan-link.ts';
import type { SealedPlan } from '#device/model.ts';
import { shownNumber } from '#i18n/numbers.ts';
import { shownDay } from '#i18n/published-figures.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { useCopy } from '#platform/use-copy.ts';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Row } from '#ui/row.tsx';
import { useToast } from '#ui/toast.tsx';
import './sealed-plans.css';

export interface PlanCardProps {
  readonly sealed: SealedPlan;
  readonly onReveal: () => void;
}

export function PlanCard({ sealed, onReveal }: PlanCardProps) {
  const { t } = useTranslation('sealed');
  const plan = planOfBytes(fromBase64url(sealed.plan) ?? []);
  if (plan === null) return null;
  const { symbol, positionType } = plan;
  return (
    <Card rows title={`${symbol === '' ? t('noCoin') : symbol} · ${t(`side.${positionType}`)}`}>
      <Levels plan={plan} />
      <div className="sealed-state">
        <p className="sub">{t('state.claimed', { time: timeOfDay(sealed.sealedAt) })}</p>
        <Receipt sealed={sealed} />
        {sealed.received !== null && <Showing sealed={sealed} onReveal={onReveal} />}
      </div>
    </Card>
  );
}

function Levels({ plan }: { readonly plan: PlanContent }) {
  const { t } = useTranslation('sealed');
  const { entry, stop, targets, leverage } = plan;
  return (
    <>
      <Row label={t('level.entry')} value={shownNumber(entry)} />
      <Row label={t('level.stop')} value={shownNumber(stop)} />
      {targets.map((target, at) => (
        <Row key={target} label={t('level.target', { number: at + 1 })} value={shownNumber(target)} />
      ))}
      {leverage !== '' && <Row label={t('level.leverage')} value={`${shownNumber(leverage)}×`} />}
    </>
  );
}

function Receipt({ sealed: { received, refusal } }: Pick<PlanCardProps, 'sealed'>) {
  const { t } = useTranslation('sealed');
  if (refusal !== null) return <p className="loss">{t('state.refused')}</p>;
  if (received === null) return <p className="sub">{t('state.waiting')}</p>;
  const day = shownDay(new Date(received.at).toISOString().slice(0, 10));
  return <p className="sub">{t('state.received', { time: timeOfDay(received.at), day })}</p>;
}

function Showing({ sealed: { revealed }, onReveal }: PlanCardProps) {
  const { t } = useTranslation(['sealed', 'common']);
  const host = useHost();
  const toast = useToast();
  const copyText = useCopy();
  if (revealed === null) {
    return (
      <Button variant="quiet" wide onClick={onReveal}>
        {t('reveal.button')}
      </Button>
    );
  }
  const copy = async () => {
    const isCopied = await copyText(revealed.url);
    toast({ text: isCopied ? t('common:copied') : t('common:copyFailed') });
  };
  return (
    <>
      <p className="sub">{t('state.revealed', { time: timeOfDay(revealed.at) })}</p>
      <div className="sealed-buttons">
        <Button variant="quiet" onClick={() => void copy()}>
          {t('common:copy')}
        </Button>
        <Button onClick={() => host.share(t('shareText'), revealed.url)}>{t('common:share')}</Button>
      </div>
    </>
  );
}
