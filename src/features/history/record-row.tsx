/** One record: a tap reopens it with its inputs, a swipe to the left deletes it. */
import { Flag, Trash2 } from 'lucide-react';
import { memo } from 'react';
import { pathOf } from '#core/calculators/catalogue.ts';
import { type RecordSummary, recordedSymbol } from '#core/calculators/record-summary.ts';
import { pointsShort } from '#core/points/format.ts';
import type { DeviceRecord } from '#device/model.ts';
import { shownLanguage } from '#i18n/i18n.ts';
import { shownNumber, shownNumbers } from '#i18n/numbers.ts';
import { shownDate, timeOfDay } from '#i18n/times.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { classNames } from '#ui/class-names.ts';
import { recordWord } from '#ui/record-state.ts';
import { OutcomeChip } from './outcome-chip.tsx';
import type { Remove } from './use-removal.ts';
import { useSwipe } from './use-swipe.ts';

/** A record in one line, by its calculator. */
export type SummaryOf = (record: DeviceRecord) => RecordSummary;

/** Reopens a record with its inputs. */
export function addressOf({ calculationType, id }: DeviceRecord): string {
  return `${pathOf(calculationType)}?record=${id}`;
}

export interface RecordRowProps {
  readonly record: DeviceRecord;
  readonly summaryOf: SummaryOf;
  /** Whether this device can keep data. */
  readonly isKept: boolean;
  readonly onOpen: (record: DeviceRecord) => void;
  readonly onMark: (record: DeviceRecord) => void;
  readonly onDelete: Remove;
}

export const RecordRow = memo(function RecordRow(props: RecordRowProps) {
  const { record, summaryOf, isKept, onOpen, onMark, onDelete } = props;
  const { t } = useTranslation(['history', 'calculators']);
  const { side, line, figures, result } = summaryOf(record);
  const name = t(`calculators:name.${record.calculationType}`);
  const values: Readonly<Record<string, string | number>> = shownNumbers(figures);
  const symbol = recordedSymbol(record.inputs);
  const title = symbol === '' ? name : `${symbol} · ${name}`;
  const lineText = t(`history:line.${line}`, values);
  const when = shownDate(record.occurredAt, 'time');
  /** Names the record in its buttons. */
  const spoken = { name: `${title}, ${lineText}`, when };
  const points = pointsShort(record.awarded ?? 0, shownLanguage());
  const time = record.waitsUntil === undefined ? '' : timeOfDay(record.waitsUntil);
  const swipe = useSwipe(() => onDelete(record));
  return (
    <div className="history-row" {...swipe} data-id={record.id} data-state={record.state}>
      {/* Not the router's own link, which is too slow for hundreds of rows. */}
      <a
        href={addressOf(record)}
        className="history-open"
        onClick={(event) => {
          if (event.metaKey || event.ctrlKey || event.shiftKey) return;
          event.preventDefault();
          onOpen(record);
        }}
      >
        <span className="history-head">
          <span className="history-name">{title}</span>
          {result !== null && <span className="history-result">{shownNumber(result)}</span>}
        </span>
        <span className="history-line">
          {side !== null && (
            <span className={classNames('history-side', side === 'LONG' ? 'gain' : 'loss')}>
              {side === 'LONG' ? '▲ ' : '▼ '}
              {t(`calculators:direction.${side}`)}{' '}
            </span>
          )}
          {lineText}
        </span>
        <span className="history-state sub">
          {when} · {t(`history:state.${recordWord(record, isKept)}`, { points, time })}
        </span>
        <OutcomeChip record={record} />
      </a>
      <span className="history-buttons">
        <button
          type="button"
          className="history-button"
          aria-label={t('history:outcome.mark', spoken)}
          aria-haspopup="dialog"
          onClick={() => onMark(record)}
        >
          <Flag size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
        <button
          type="button"
          className="history-button history-delete"
          aria-label={t('history:delete', spoken)}
          onClick={({ currentTarget, detail }) =>
            void onDelete(record, detail === 0 ? besideRow(currentTarget) : undefined)
          }
        >
          <Trash2 size={20} strokeWidth={1.75} aria-hidden="true" />
        </button>
      </span>
    </div>
  );
});

/** The same button of the next row, or of the row before the last one, or the search without another row. */
function besideRow(button: HTMLElement): HTMLElement | null {
  const row = button.closest('li');
  const beside = row?.nextElementSibling ?? row?.previousElementSibling;
  return (beside ?? button.closest('main'))?.querySelector(beside ? '.history-delete' : 'input') ?? null;
}
