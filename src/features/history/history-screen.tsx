/** All calculations on this device: search, reopen, note the outcome, delete, export. */
import { useNavigate } from '@tanstack/react-router';
import { Download } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { CALCULATION_TYPES, type CalculationType } from '#core/calculators/catalogue.ts';
import { recordedSymbol } from '#core/calculators/record-summary.ts';
import { canBeWon } from '#core/calculators/trade-of-record.ts';
import { RESULTS, type Result } from '#core/journal/outcome.ts';
import { useDevice } from '#device/device-context.ts';
import type { DeviceRecord } from '#device/model.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';
import { FilterChips } from '#ui/filter-chips.tsx';
import { ScreenLayout } from '#ui/screen.tsx';
import { SearchField } from '#ui/search-field.tsx';
import { useLive } from '#ui/use-live.ts';
import { useNow } from '#ui/use-now.ts';
import { localDay } from './days.ts';
import { EmptyHistory } from './empty-history.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { JournalCard, JournalPlace } from './journal-card.tsx';
import { NoRecords } from './no-records.tsx';
import { OutcomeSheet } from './outcome-sheet.tsx';
import { RecordList } from './record-list.tsx';
import { addressOf, type SummaryOf } from './record-row.tsx';
import { useHistory } from './use-history.ts';
import { useRemoval } from './use-removal.ts';
import './history.css';
import './journal.css';

type OutcomeFilter = 'all' | 'open' | Result;

const OUTCOME_FILTERS: readonly OutcomeFilter[] = ['all', 'open', ...RESULTS];
const ALL = 'all' as const;
const MINUTE_MS = 60_000;

export interface HistoryScreenProps {
  readonly summaryOf: SummaryOf;
  /** Shows only this calculator's records. */
  readonly calculationType?: CalculationType | undefined;
  readonly onFilter: (calculationType: CalculationType | undefined) => void;
}

export function HistoryScreen({ summaryOf, calculationType, onFilter }: HistoryScreenProps) {
  const device = useDevice();
  const { t } = useTranslation(['history', 'calculators']);
  const navigate = useNavigate();
  const remove = useRemoval();
  const [search, setSearch] = useState('');
  const [exporting, setExporting] = useState(false);
  const wanted = search.trim();
  const { all, found } = useHistory(calculationType, wanted);
  const [outcome, setOutcome] = useState<OutcomeFilter>('all');
  const [marked, setMarked] = useState<DeviceRecord | null>(null);
  const isHistoryHere = useLive(device.live.isHistoryHere);
  const today = localDay(useNow(MINUTE_MS));
  const records = useMemo(() => found?.filter((record) => isOf(record, outcome)), [found, outcome]);

  const open = useCallback((record: DeviceRecord) => void navigate({ href: addressOf(record) }), [navigate]);

  /** Whether records may still appear: from this device, or from the server. */
  const mayCome = all === undefined || isHistoryHere !== true;
  const isFiltered = calculationType !== undefined;
  const closeSheet = useCallback(() => setMarked(null), []);
  const nameOf = (type: CalculationType) => t(`calculators:name.${type}`);
  const titleOf = ({ calculationType: type, inputs }: DeviceRecord) =>
    [recordedSymbol(inputs), nameOf(type)].filter((part) => part !== '').join(' · ');
  const types: readonly { value: CalculationType | typeof ALL; label: string }[] = [
    { value: ALL, label: t('history:all') },
    ...CALCULATION_TYPES.map((type) => ({ value: type, label: nameOf(type) })),
  ];
  const outcomes = OUTCOME_FILTERS.map((value) => ({ value, label: t(`history:outcome.filter.${value}`) }));
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
      <SearchField label={t('history:search')} onSearch={setSearch} />
      <div className="history-tools">
        <FilterChips
          label={t('history:filter')}
          name="calculator"
          value={calculationType ?? ALL}
          options={types}
          onChange={(type) => onFilter(type === ALL ? undefined : type)}
        />
        <FilterChips
          label={t('history:outcome.label')}
          name="outcome"
          value={outcome}
          options={outcomes}
          onChange={setOutcome}
        />
      </div>
      {/* Under the filters, which must not move once the records are read. */}
      {all !== undefined && all.length > 0 ? (
        <JournalCard records={all} today={today} isFiltered={isFiltered} />
      ) : (
        mayCome && <JournalPlace isFiltered={isFiltered} />
      )}
      {records === undefined || records.length === 0 ? (
        <NoRecords isRead={records !== undefined}>
          <EmptyHistory
            calculationType={calculationType}
            isSearch={wanted !== ''}
            hidden={found?.length ?? 0}
            onShowHidden={() => setOutcome('all')}
          />
        </NoRecords>
      ) : (
        <RecordList
          key={`${calculationType} ${wanted} ${outcome}`}
          records={records}
          summaryOf={summaryOf}
          label={t('history:title')}
          today={today}
          onOpen={open}
          onMark={setMarked}
          onDelete={remove}
        />
      )}
      <OutcomeSheet record={marked} title={marked === null ? '' : titleOf(marked)} onClose={closeSheet} />
      <ExportDialog records={records ?? []} open={exporting} onClose={() => setExporting(false)} />
    </ScreenLayout>
  );
}

function isOf({ calculationType, outcome }: DeviceRecord, filter: OutcomeFilter): boolean {
  if (filter === 'all') return true;
  if (filter === 'open') return canBeWon(calculationType) && (outcome?.result ?? '') === '';
  return outcome?.result === filter;
}
