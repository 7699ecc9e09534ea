/** Verify my points: the same code that awarded them recomputes them, here on the phone. */
import { Link } from '@tanstack/react-router';
import { CircleCheck, CircleX, Download, Link2, ShieldCheck } from 'lucide-react';
import { useState } from 'react';
import type { FaultWord } from '#core/points/audit.ts';
import type { StandingFault } from '#core/points/standing.ts';
import { useDevice } from '#device/device-context.ts';
import type { VerifyResult } from '#device/model.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { shownDate, timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { Row, RowContent } from '#ui/row.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLive } from '#ui/use-live.ts';
import { useOneAtATime } from '#ui/use-one-at-a-time.ts';
import { saveLedger } from './save-ledger.ts';

export function LedgerCard() {
  const device = useDevice();
  const { t } = useTranslation('profile');
  const host = useHost();
  const toast = useToast();
  const restored = useLive(device.live.restored) ?? [];
  const [result, setResult] = useState<VerifyResult | 'running' | 'broken' | null>(null);
  const [isSaving, setIsSaving] = useState(false);

  const checkOnce = useOneAtATime();
  const saveOnce = useOneAtATime();

  const verify = async () => {
    setResult('running');
    try {
      const verdict = await device.verify();
      host.haptic(verdict.ok ? 'success' : 'error');
      setResult(verdict);
    } catch (error) {
      console.warn('cannot run the check', error);
      setResult('broken');
    }
  };

  const save = async () => {
    setIsSaving(true);
    const outcome = await saveLedger(device, host);
    setIsSaving(false);
    toast({ text: t(`export.${outcome}`) });
  };

  return (
    <Card rows title={t('ledger')}>
      <Row
        icon={<ShieldCheck />}
        label={t('verify.title')}
        detail={t('verify.what')}
        value={<Verdict result={result} />}
        onPress={() => void checkOnce(verify)}
        disabled={result === 'running'}
      />
      <div role="status">
        {result !== null && result !== 'running' && <Finding result={result} />}
        {restored
          .filter(({ eventsLost }) => eventsLost > 0)
          .map(({ noticedAt, eventsLost }) => (
            <p key={noticedAt} className="verify-lost sub">
              {t('verify.lost', { count: eventsLost, date: shownDate(noticedAt, 'day') })}
            </p>
          ))}
      </div>
      <Link to="/verify" className="row">
        <RowContent icon={<Link2 />} label={t('verify.open')} detail={t('verify.openWhat')} leads />
      </Link>
      <Row
        icon={<Download />}
        label={t('export.title')}
        detail={t('export.what')}
        onPress={() => void saveOnce(save)}
        disabled={isSaving}
        leads
      />
    </Card>
  );
}

function Verdict({ result }: { readonly result: VerifyResult | 'running' | 'broken' | null }) {
  const { t } = useTranslation('profile');
  if (result === null) return t('verify.start');
  if (result === 'running') return t('verify.running');
  if (result === 'broken') return t('verify.broken');
  return result.ok ? (
    <CircleCheck className="gain" role="img" aria-label={t('verify.right')} />
  ) : (
    <CircleX className="loss" role="img" aria-label={t('verify.wrong')} />
  );
}

const FAULTS = [
  'malformed',
  'user',
  'sequence',
  'chain',
  'data',
  'refused',
  'award',
  'event_id',
] as const satisfies readonly FaultWord[];
/** The events are valid, but the profile shows something else. */
const SHOWN = ['points', 'level', 'badges', 'friends', 'streak'] as const satisfies readonly StandingFault[];

function Finding({ result }: { readonly result: VerifyResult | 'broken' }) {
  const { t } = useTranslation('profile');
  if (result === 'broken') return <Notice tone="warn">{t('verify.brokenWhy')}</Notice>;
  if (result.ok) {
    return (
      <p className="verify-right gain">
        {t('verify.all', { count: result.events, events: wholeNumber(result.events) })}{' '}
        <span className="sub">{t('asOf', { time: timeOfDay(result.asOf) })}</span>
      </p>
    );
  }
  if (result.fault === 'unknown_rules') return <Notice tone="warn">{t('verify.update')}</Notice>;
  const shown = SHOWN.find((word) => word === result.fault);
  const fault = shown ?? FAULTS.find((word) => word === result.fault) ?? 'other';
  return (
    <Notice tone="error">
      <p>{shown ? t('verify.shown') : t('verify.first', { seq: wholeNumber(result.seq) })}</p>
      <p className="sub">{t(`verify.fault.${fault}`)}</p>
    </Notice>
  );
}
