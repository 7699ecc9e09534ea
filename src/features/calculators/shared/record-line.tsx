/** One quiet line under a result: the state of its record. */
import { useMemo } from 'react';
import { pointsShort } from '#core/points/format.ts';
import { useDevice } from '#device/device-context.ts';
import { type DeviceRecord, isKept, type Live, type SyncPhase } from '#device/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { recordWord } from '#ui/record-state.ts';
import { useLive } from '#ui/use-live.ts';

const NO_RECORD: Live<DeviceRecord | null> = { current: () => null, subscribe: () => () => undefined };

/** The device's record, or null; undefined while it is being read. */
export function useRecord(id: string | null): DeviceRecord | null | undefined {
  const device = useDevice();
  return useLive(useMemo(() => (id === null ? NO_RECORD : device.live.record(id)), [device, id]));
}

export interface RecordLineProps {
  readonly record: DeviceRecord | null | undefined;
}

export function RecordLine({ record }: RecordLineProps) {
  const device = useDevice();
  const { t } = useTranslation('calculators');
  const durability = useLive(device.live.durability);
  const sync = useLive(device.live.sync);
  if (!record) return null;
  const word = recordWord(record, isKept(durability));
  const points = pointsShort(record.awarded ?? 0, shownLanguage());
  const time = record.waitsUntil === undefined ? '' : timeOfDay(record.waitsUntil);
  return (
    <p className="record-line sub" role="status" data-state={record.state}>
      {t(`record.${word === 'pending' ? waitOf(sync?.phase) : word}`, { points, time })}
    </p>
  );
}

/** The reason why a kept record is waiting. */
function waitOf(phase: SyncPhase | undefined): 'sending' | 'pending' | 'reopen' | 'waits' {
  if (phase === 'sending' || phase === 'reopen') return phase;
  return phase === 'offline' ? 'pending' : 'waits';
}
