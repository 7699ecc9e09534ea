/** The added take-profit levels: price, quantity, profit, and the actions of each. */
import { memo } from 'react';
import { shownNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { classNames } from '#ui/class-names.ts';
import { CopyButton } from '../shared/figure.tsx';
import { sideOf } from '../shared/side.ts';
import type { LevelRow } from './position-state.ts';
import { rowNumber } from './row-number.ts';
import { RowsTable } from './rows-table.tsx';

export interface LevelsTableProps {
  readonly rows: readonly LevelRow[];
  /** One per row, USD as plain digits. */
  readonly profits: readonly string[];
  /** Quantities are percent of the position. */
  readonly isPercent: boolean;
  readonly onEdit: (row: LevelRow) => void;
  readonly onDelete: (id: string) => void;
}

export const LevelsTable = memo(function LevelsTable({ profits, isPercent, ...table }: LevelsTableProps) {
  const { t } = useTranslation('calculators');
  return (
    <RowsTable
      {...table}
      headings={[isPercent ? '%' : t('table.quantity'), t('table.profit')]}
      cells={(row, index) => [
        <output key="quantity" name="quantityOrPercent">
          {rowNumber(row.quantityOrPercent)}
        </output>,
        <Profit key="profit" text={profits[index] ?? '0'} />,
      ]}
    />
  );
});

function Profit({ text }: { readonly text: string }) {
  const side = sideOf(text);
  return (
    <CopyButton text={text} className={classNames('table-figure', 'fig-value', side)}>
      {side === 'gain' && <span aria-hidden="true">+</span>}
      <output name="profit">{shownNumber(text)}</output>
    </CopyButton>
  );
}
