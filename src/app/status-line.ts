/** The quiet line under every title: only facts that matter during other work. */

import { useDevice } from '#device/device-context.ts';
import { timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLive } from '#ui/use-live.ts';

/** One line, or null. The profile has the details. */
export function useStatusLine(): string | null {
  const device = useDevice();
  const { t } = useTranslation();
  const durability = useLive(device.live.durability);
  const sync = useLive(device.live.sync);
  if (durability === 'memory') return t('status.memory');
  if (durability === 'read_only') return t('status.readOnly');
  if (sync?.phase === 'reopen' && sync.pending > 0) return t('status.reopen');
  if (sync?.phase !== 'offline') return null;
  const parts = [
    sync.offlineSince === null
      ? t('status.offline')
      : t('status.offlineSince', { time: timeOfDay(sync.offlineSince) }),
    sync.pendingRecords > 0 ? t('status.pending', { count: sync.pendingRecords }) : null,
  ];
  return parts.filter(Boolean).join(' · ');
}
