/** The entries that were added: price, quantity, amount, and what can be done with each. */
import { memo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { CopyButton } from '../shared/figure.tsx';
import type { EntryRow } from './position-state.ts';
import { RowActions } from './row-actions.tsx';
import { shownNumber } from './shown-number.ts';
import '../shared/table.css';

export interface EntriesTableProps {
  readonly rows: readonly EntryRow[];
  /** One per row, as shown. */
  readonly amounts: readonly string[];
  readonly onEdit: (row: EntryRow) => void;
  readonly onDelete: (id: string) => void;
}

export const EntriesTable = memo(function EntriesTable(props: EntriesTableProps) {
  const { rows, amounts } = props;
  const { t } = useTranslation('calculators');
  return (
    <div className="table-scroll">
      <table className="table position-table">
        <thead>
          <tr>
            <th scope="col">{t('table.price')}</th>
            <th scope="col">{t('table.quantity')}</th>
            <th scope="col">{t('table.amount')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('table.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => (
            <tr key={row.id} data-id={row.id}>
              <td>
                <output name="price">{shownNumber(row.price)}</output>
              </td>
              <td>
                <output name="quantity">{shownNumber(row.quantity)}</output>
              </td>
              <td>
                <CopyButton text={amounts[index] ?? ''} className="table-figure fig-value">
                  <output name="amount">{amounts[index]}</output>
                </CopyButton>
              </td>
              <td className="position-actions">
                <RowActions
                  number={index + 1}
                  onEdit={() => props.onEdit(row)}
                  onDelete={() => props.onDelete(row.id)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
});
