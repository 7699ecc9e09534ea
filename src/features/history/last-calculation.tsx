/** The newest calculation in a row, or the way to the first one. Nothing until it is known which. */
import { Link } from '@tanstack/react-router';
import { Calculator } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import { useDevice } from '#device/device-context.ts';
import type { DeviceRecord } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { RowContent } from '#ui/row.tsx';
import { useLive } from '#ui/use-live.ts';
import { useSyncProblem } from '#ui/use-sync-problem.ts';

export interface LastCalculationProps {
  readonly row: (record: DeviceRecord) => ReactNode;
}

export function LastCalculation({ row }: LastCalculationProps) {
  const device = useDevice();
  const { t } = useTranslation('history');
  const records = useLive(useMemo(() => device.live.history({ limit: 1 }), [device]));
  const isHere = useLive(device.live.isHistoryHere);
  const problem = useSyncProblem(useLive(device.live.sync)?.phase);
  const newest = records?.[0];
  if (newest !== undefined) return row(newest);
  // Those of another device may still be on their way.
  if (records === undefined || (isHere !== true && problem === null)) return null;
  return (
    <Link to="/calculators" className="row">
      <RowContent icon={<Calculator />} label={t('first.name')} detail={t('first.about')} leads />
    </Link>
  );
}
