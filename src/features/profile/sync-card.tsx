/** Sent records, waiting records, and their outcome, in words. */
import { Link } from '@tanstack/react-router';
import { useMemo } from 'react';
import { MOST_EVENTS_PER_DAY } from '#core/points/admission.ts';
import { DAY_MS } from '#core/points/days.ts';
import { CURRENT_RULES } from '#core/points/rules.ts';
import { useDevice } from '#device/device-context.ts';
import { type DeviceRecord, isKept, type SyncStatus } from '#device/model.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { Card } from '#ui/card.tsx';
import { Notice } from '#ui/notice.tsx';
import { Row, RowContent } from '#ui/row.tsx';
import { useLive } from '#ui/use-live.ts';
import { syncWord, tallyOf } from './sync-words.ts';

/** Records in the summary, newest first. */
const LOOKED_AT = 500;
/** Keeps the line's height while it is empty. */
const NOTHING = '\u00a0';

export function SyncCard() {
  const device = useDevice();
  const { t } = useTranslation('profile');
  const host = useHost();
  const sync = useLive(device.live.sync);
  const durability = useLive(device.live.durability);
  const newest = useMemo(() => device.live.history({ limit: LOOKED_AT }), [device]);
  const records = useLive(newest);
  const restored = useLive(device.live.restored) ?? [];
  const areKept = isKept(durability);
  const sendNow = () => {
    host.haptic('impact');
    void device.syncNow();
  };
  return (
    <Card rows title={t('sync.title')} className="sync">
      <Row
        label={<span data-sync={syncWord(sync)}>{t(`sync.${syncWord(sync)}`)}</span>}
        detail={<SyncDetail sync={sync} />}
        value={
          sync !== undefined && sync.pending > 0 && sync.phase !== 'sending' ? (
            <Button variant="plain" onClick={sendNow}>
              {t('sync.now')}
            </Button>
          ) : undefined
        }
      />
      {sync?.phase === 'outdated' && <Row label={t('sync.update')} onPress={() => location.reload()} leads />}
      <Link to="/history" className="row">
        <RowContent label={t('sync.records')} detail={<Tally records={records} kept={areKept} />} leads />
      </Link>
      {restored.map(({ noticedAt, recordsResent }) => (
        <Row
          key={noticedAt}
          label={
            <span className="sub">
              {t('sync.restored', { count: recordsResent, time: timeOfDay(noticedAt) })}
            </span>
          }
        />
      ))}
      {durability === 'memory' && <Notice tone="warn">{t('sync.memory')}</Notice>}
    </Card>
  );
}

/** Values in the texts of records. */
const LIMITS = {
  perDay: CURRENT_RULES.activityPerDay,
  perUtcDay: MOST_EVENTS_PER_DAY,
  perReceiptDay: CURRENT_RULES.activityPerReceiptDay,
  days: CURRENT_RULES.oldestRecord / DAY_MS,
};

interface TallyProps {
  readonly records: readonly DeviceRecord[] | undefined;
  readonly kept: boolean;
}

function Tally({ records, kept }: TallyProps) {
  const { t } = useTranslation('profile');
  if (records === undefined) return NOTHING;
  if (records.length === 0) return t('sync.empty');
  return tallyOf(records, kept).map(({ word, count }) => (
    <span key={word} className="tally">
      {t(`record.${word}`, { count, ...LIMITS })}
    </span>
  ));
}

function SyncDetail({ sync }: { readonly sync: SyncStatus | undefined }) {
  const { t } = useTranslation('profile');
  if (sync === undefined) return NOTHING;
  const parts = [
    sync.pendingRecords > 0 ? t('sync.pending', { count: sync.pendingRecords }) : null,
    sync.phase === 'offline' && sync.offlineSince !== null
      ? t('sync.since', { time: timeOfDay(sync.offlineSince) })
      : null,
    sync.phase === 'waiting' && sync.retryAt !== null
      ? t('sync.again', { time: timeOfDay(sync.retryAt) })
      : null,
    sync.lastSyncedAt === null ? null : t('sync.asOf', { time: timeOfDay(sync.lastSyncedAt) }),
  ];
  return parts.filter(Boolean).join(' · ') || NOTHING;
}
