/** All calculations on this device: search, reopen, delete, export. */
import { useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useCallback, useDeferredValue, useMemo, useState } from 'react';
import { CALCULATION_TYPES, type CalculationType } from '#core/calculators/catalogue.ts';
import { readPaste } from '#core/number-paste.ts';
import { useDevice } from '#device/device-context.ts';
import type { DeviceRecord } from '#device/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { Button } from '#ui/button.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { useToast } from '#ui/toast.tsx';
import { useLive } from '#ui/use-live.ts';
import { EmptyHistory } from './empty-history.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { NoRecords } from './no-records.tsx';
import { RecordList } from './record-list.tsx';
import { addressOf, type SummaryOf } from './record-row.tsx';
import './history.css';

export interface HistoryScreenProps {
  readonly summaryOf: SummaryOf;
  /** Shows only this calculator's records. */
  readonly calculationType?: CalculationType | undefined;
  readonly onFilter: (calculationType: CalculationType | undefined) => void;
}

export function HistoryScreen({ summaryOf, calculationType, onFilter }: HistoryScreenProps) {
  const device = useDevice();
  const { t } = useTranslation(['history', 'calculators']);
  const host = useHost();
  const navigate = useNavigate();
  const toast = useToast();
  const [search, setSearch] = useState('');
  const [exporting, setExporting] = useState(false);
  const wanted = useDeferredValue(search.trim());
  const records = useHistory(calculationType, wanted);

  const open = useCallback((record: DeviceRecord) => void navigate({ href: addressOf(record) }), [navigate]);

  const remove = useCallback(
    async (record: DeviceRecord) => {
      try {
        await device.deleteRecord(record.id);
      } catch (error) {
        console.error('Cannot delete a record', record.id, error);
        toast({ text: t('history:deleteFailed') });
        return;
      }
      host.haptic('impact');
      const restore = () => {
        device.restoreRecord(record).catch((error: unknown) => {
          console.error('Cannot restore a record', record.id, error);
          toast({ text: t('history:restoreFailed') });
        });
      };
      toast({ text: t('history:deleted'), action: { label: t('calculators:undo'), onAction: restore } });
    },
    [device, host, t, toast],
  );

  const filters = [
    { type: undefined, label: t('history:all') },
    ...CALCULATION_TYPES.map((type) => ({ type, label: t(`calculators:name.${type}`) })),
  ];
  return (
    <ScreenLayout
      aside={
        records !== undefined &&
        records.length > 0 && (
          <Button variant="plain" onClick={() => setExporting(true)}>
            <Download size={20} strokeWidth={1.75} aria-hidden="true" />
            {t('history:export.button')}
          </Button>
        )
      }
    >
      <SearchField label={t('history:search')} value={search} onChange={setSearch} />
      <fieldset className="history-filters">
        <legend className="visually-hidden">{t('history:filter')}</legend>
        {filters.map(({ type, label }) => (
          <label key={type ?? 'all'} className="history-filter">
            <input
              type="radio"
              name="calculator"
              value={type ?? 'all'}
              checked={type === calculationType}
              onChange={() => onFilter(type)}
            />
            <span>{label}</span>
          </label>
        ))}
      </fieldset>
      {records === undefined || records.length === 0 ? (
        <NoRecords isRead={records !== undefined}>
          <EmptyHistory calculationType={calculationType} isSearch={wanted !== ''} />
        </NoRecords>
      ) : (
        <RecordList
          key={`${calculationType} ${wanted}`}
          records={records}
          summaryOf={summaryOf}
          label={t('history:title')}
          onOpen={open}
          onDelete={remove}
        />
      )}
      <ExportDialog records={records ?? []} open={exporting} onClose={() => setExporting(false)} />
    </ScreenLayout>
  );
}

/** Records hold plain digits, so a number is searched in that form, however it was typed; a word as it is. */
function plainSearch(search: string): string {
  if (/[a-z]/i.test(search)) return search;
  return readPaste(search, shownLanguage()) ?? search.replaceAll(' ', '').replace(',', '.');
}

/** Newest first; the previous results stay until the next search has its own. */
function useHistory(calculationType: CalculationType | undefined, search: string) {
  const device = useDevice();
  const live = useMemo(
    () =>
      device.live.history({
        ...(calculationType === undefined ? {} : { calculationType }),
        ...(search === '' ? {} : { search: plainSearch(search) }),
      }),
    [device, calculationType, search],
  );
  return useLive(live);
}
