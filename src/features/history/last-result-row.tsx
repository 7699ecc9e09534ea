/** The newest calculation in one row: it opens again with its inputs, ready for the next one. */
import { Link } from '@tanstack/react-router';
import { History } from 'lucide-react';
import { pathOf } from '#core/calculators/catalogue.ts';
import { recordedSymbol } from '#core/calculators/record-summary.ts';
import type { DeviceRecord } from '#device/model.ts';
import { shownNumber, shownNumbers } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { RowContent } from '#ui/row.tsx';
import type { SummaryOf } from './record-row.tsx';
import './last-result-row.css';

export interface LastResultRowProps {
  readonly record: DeviceRecord;
  readonly summaryOf: SummaryOf;
}

export function LastResultRow({ record, summaryOf }: LastResultRowProps) {
  const { t } = useTranslation(['history', 'calculators']);
  const { side, line, figures, result } = summaryOf(record);
  const values: Readonly<Record<string, string | number>> = shownNumbers(figures);
  const symbol = recordedSymbol(record.inputs);
  return (
    <Link to={pathOf(record.calculationType)} search={{ record: record.id }} className="row">
      <RowContent
        icon={<History />}
        label={
          <span className="last-result-name">
            {symbol !== '' && `${symbol} · `}
            {t(`calculators:name.${record.calculationType}`)}
          </span>
        }
        detail={
          <span className="last-result-line">
            {side !== null && (
              <span className={side === 'LONG' ? 'gain' : 'loss'}>
                {side === 'LONG' ? '▲ ' : '▼ '}
                <span className="visually-hidden">{t(`calculators:direction.${side}`)} </span>
              </span>
            )}
            {t(`history:line.${line}`, values)}
          </span>
        }
        value={
          <>
            {result !== null && <b className="last-result-figure">{shownNumber(result)}</b>}
            <span className="last-result-again">{t('history:again')}</span>
          </>
        }
      />
    </Link>
  );
}
