/** The added entries: price, quantity, amount, and the actions of each. */
import { memo } from 'react';
import { shownNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { CopyButton } from '../shared/figure.tsx';
import type { EntryRow } from './position-state.ts';
import { rowNumber } from './row-number.ts';
import { RowsTable } from './rows-table.tsx';

export interface EntriesTableProps {
  readonly rows: readonly EntryRow[];
  /** One per row, plain digits. */
  readonly amounts: readonly string[];
  readonly onEdit: (row: EntryRow) => void;
  readonly onDelete: (id: string) => void;
}

export const EntriesTable = memo(function EntriesTable({ amounts, ...table }: EntriesTableProps) {
  const { t } = useTranslation('calculators');
  return (
    <RowsTable
      {...table}
      headings={[t('table.quantity'), t('table.amount')]}
      cells={(row, index) => [
        <output key="quantity" name="quantity">
          {rowNumber(row.quantity)}
        </output>,
        <CopyButton key="amount" text={amounts[index] ?? ''} className="table-figure fig-value">
          <output name="amount">{shownNumber(amounts[index] ?? '')}</output>
        </CopyButton>,
      ]}
    />
  );
});
