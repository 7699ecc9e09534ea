/** Shown without records: there are none yet, or those of another device are still being fetched. */
import type { ReactNode } from 'react';
import { useDevice } from '#device/device-context.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useLive } from '#ui/use-live.ts';
import { useSyncProblem } from '#ui/use-sync-problem.ts';

/** As many rows as fit a small phone. */
const PLACES = [0, 1, 2, 3];

export interface NoRecordsProps {
  /** Whether the device's records have been read. */
  readonly isRead: boolean;
  /** Shown once it is certain that there are none. */
  readonly children: ReactNode;
}

export function NoRecords({ isRead, children }: NoRecordsProps) {
  const device = useDevice();
  const { t } = useTranslation(['history', 'common']);
  const isHere = useLive(device.live.isHistoryHere);
  const problem = useSyncProblem(useLive(device.live.sync)?.phase);
  if (isRead && isHere === true) return children;
  if (isRead && problem !== null) return <p className="card history-empty">{t('history:coming')}</p>;
  return (
    <div className="card card-rows">
      <div aria-busy="true">
        <span className="visually-hidden" role="status">
          {t('common:loading')}
        </span>
        {PLACES.map((place) => (
          <ComingRecord key={place} />
        ))}
      </div>
    </div>
  );
}

/** The size of a real row. */
function ComingRecord() {
  return (
    <div className="history-row history-coming" aria-hidden="true">
      <span className="history-open">
        <span className="history-name">
          <span className="history-bone">{'\u00a0'}</span>
        </span>
        <span className="history-line">
          <span className="history-bone">{'\u00a0'}</span>
        </span>
        <span className="history-state sub">
          <span className="history-bone">{'\u00a0'}</span>
        </span>
      </span>
    </div>
  );
}
