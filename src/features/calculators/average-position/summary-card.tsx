/** The summary of the entries: the average price, the quantity, and the ladder of prices. */
import { memo } from 'react';
import type { AveragePositionResult } from '#core/calculators/average-position.ts';
import { shownNumbers } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Figure } from '../shared/figure.tsx';
import { ResultCard } from '../shared/result-card.tsx';
import { Ladder } from './ladder.tsx';
import type { PositionTable } from './position-state.ts';

export interface SummaryCardProps {
  readonly table: PositionTable;
  readonly result: AveragePositionResult;
}

export const SummaryCard = memo(function SummaryCard({ table, result }: SummaryCardProps) {
  const { t } = useTranslation('calculators');
  const { averagePrice, totalQuantity, invested } = result.display;
  return (
    <ResultCard
      stale={false}
      arrivals={0}
      summary={
        result.shareable ? t('summary.AveragePosition', shownNumbers({ averagePrice, totalQuantity })) : ''
      }
    >
      <div className="result-head">
        <Figure size="large" name="averagePrice" text={averagePrice} />
        <Figure
          name="totalQuantity"
          text={totalQuantity}
          {...(table.symbol !== '' && { unit: table.symbol })}
        />
        <Figure name="invested" text={invested} unit="USD" />
      </div>
      {result.shareable && <Ladder table={table} result={result} />}
    </ResultCard>
  );
});
