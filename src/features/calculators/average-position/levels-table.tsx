/** The take-profit levels that were added: price, how much, what it earns, and what can be done with each. */
import { memo } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { classNames } from '#ui/class-names.ts';
import { CopyButton, sideOf } from '../shared/figure.tsx';
import type { LevelRow } from './position-state.ts';
import { RowActions } from './row-actions.tsx';
import { shownNumber } from './shown-number.ts';
import '../shared/table.css';

export interface LevelsTableProps {
  readonly rows: readonly LevelRow[];
  /** One per row, USD as shown. */
  readonly profits: readonly string[];
  /** Quantities are percent of the position. */
  readonly isPercent: boolean;
  readonly onEdit: (row: LevelRow) => void;
  readonly onDelete: (id: string) => void;
}

export const LevelsTable = memo(function LevelsTable(props: LevelsTableProps) {
  const { rows, profits, isPercent } = props;
  const { t } = useTranslation('calculators');
  return (
    <div className="table-scroll">
      <table className="table position-table">
        <thead>
          <tr>
            <th scope="col">{t('table.price')}</th>
            <th scope="col">{isPercent ? '%' : t('table.quantity')}</th>
            <th scope="col">{t('table.profit')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('table.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row, index) => {
            const profit = profits[index] ?? '0';
            const side = sideOf(profit);
            return (
              <tr key={row.id} data-id={row.id}>
                <td>
                  <output name="price">{shownNumber(row.price)}</output>
                </td>
                <td>
                  <output name="quantityOrPercent">{shownNumber(row.quantityOrPercent)}</output>
                </td>
                <td>
                  <CopyButton text={profit} className={classNames('table-figure', 'fig-value', side)}>
                    {side === 'gain' && <span aria-hidden="true">+</span>}
                    <output name="profit">{profit}</output>
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
            );
          })}
        </tbody>
      </table>
    </div>
  );
});
