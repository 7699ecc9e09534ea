/** The journal above the history: this week in one line, and opened by week and by coin. */

import { useMemo } from 'react';
import { recordedSymbol } from '#core/calculators/record-summary.ts';
import { rOfRecord } from '#core/journal/r-of-record.ts';
import {
  type JournalSummary,
  journalSummary,
  mondayOf,
  NO_TRADES,
  type Tally,
  winPercent,
} from '#core/journal/summary.ts';
import type { DeviceRecord } from '#device/model.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { localDay, shownDay } from './days.ts';
import { rText, rTone } from './record-r.ts';
import { WEEKS_SHOWN, WeekChart } from './week-chart.tsx';

const SYMBOLS_SHOWN = 20;

export interface JournalCardProps {
  readonly records: readonly DeviceRecord[];
  /** As of `localDay`. */
  readonly today: number;
  /** Whether the records are only those of one calculator. */
  readonly isFiltered: boolean;
}

/** As high as a journal that has not begun. */
export function JournalPlace({ isFiltered }: Pick<JournalCardProps, 'isFiltered'>) {
  const { t } = useTranslation('history');
  return (
    <p className="card sub journal-place" aria-hidden="true">
      {isFiltered ? t('journal.none') : t('journal.begin')}
    </p>
  );
}

export function JournalCard({ records, today, isFiltered }: JournalCardProps) {
  const { t } = useTranslation('history');
  const { weeks, symbols } = useMemo(() => summaryOfRecords(records), [records]);
  if (weeks.length === 0) {
    return <p className="card sub">{isFiltered ? t('journal.none') : t('journal.begin')}</p>;
  }
  const monday = mondayOf(today);
  const now = weeks.find((week) => week.monday === monday) ?? NO_TRADES;
  const percent = winPercent(now);
  return (
    <Disclosure
      title={
        <span className="journal-line">
          {percent === null
            ? t('journal.quiet')
            : t('journal.week', { r: rText(now.sumOfR), percent, count: now.trades })}
        </span>
      }
    >
      <WeekChart weeks={weeks} monday={monday} />
      <Tallies
        title={t('journal.weeks')}
        rows={weeks.slice(0, WEEKS_SHOWN).map((week) => ({
          ...week,
          key: week.monday,
          name:
            week.monday === monday
              ? t('journal.thisWeek')
              : t('journal.from', { day: shownDay(week.monday) }),
        }))}
      />
      <Tallies
        title={t('journal.symbols')}
        rows={symbols
          .slice(0, SYMBOLS_SHOWN)
          .map((one) => ({ ...one, key: one.symbol, name: one.symbol || t('journal.noSymbol') }))}
      />
    </Disclosure>
  );
}

interface TalliesProps {
  readonly title: string;
  readonly rows: readonly (Tally & { readonly key: string | number; readonly name: string })[];
}

function Tallies({ title, rows }: TalliesProps) {
  const { t } = useTranslation('history');
  return (
    <table className="journal-table">
      <thead>
        <tr>
          <th scope="col">{title}</th>
          <th scope="col">R</th>
          <th scope="col">{t('journal.won')}</th>
          <th scope="col">{t('journal.trades')}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ key, name, ...tally }) => (
          <tr key={key}>
            <th scope="row">{name}</th>
            <td data-column="R" className={rTone(tally.sumOfR)}>
              {rText(tally.sumOfR)}
            </td>
            <td data-column={t('journal.won')}>{`${winPercent(tally)}\u00a0%`}</td>
            <td data-column={t('journal.trades')}>{wholeNumber(tally.trades)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function summaryOfRecords(records: readonly DeviceRecord[]): JournalSummary {
  const noted = records.filter(({ outcome }) => outcome !== undefined && outcome.result !== '');
  return journalSummary(
    noted.map((record) => ({
      day: localDay(record.occurredAt),
      symbol: recordedSymbol(record.inputs),
      result: record.outcome?.result ?? '',
      r: rOfRecord(record),
    })),
  );
}
