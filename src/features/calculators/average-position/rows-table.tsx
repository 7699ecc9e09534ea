/** A table of added rows, by price: its own columns between the price and the actions. */
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { RowActions } from './row-actions.tsx';
import { rowNumber } from './row-number.ts';
import '../shared/table.css';

export interface RowsTableProps<Row> {
  readonly rows: readonly Row[];
  /** Of the columns after the price. */
  readonly headings: readonly [string, string];
  /** The cells of one row below those headings. */
  readonly cells: (row: Row, index: number) => readonly [ReactNode, ReactNode];
  readonly onEdit: (row: Row) => void;
  readonly onDelete: (id: string) => void;
}

export function RowsTable<Row extends { readonly id: string; readonly price: string }>(
  props: RowsTableProps<Row>,
) {
  const { t } = useTranslation('calculators');
  const [second, third] = props.headings;
  return (
    <div className="table-scroll">
      <table className="table position-table">
        <thead>
          <tr>
            <th scope="col">{t('table.price')}</th>
            <th scope="col">{second}</th>
            <th scope="col">{third}</th>
            <th scope="col">
              <span className="visually-hidden">{t('table.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {props.rows.map((row, index) => {
            const [inSecond, inThird] = props.cells(row, index);
            return (
              <tr key={row.id} data-id={row.id}>
                <td>
                  <output name="price">{rowNumber(row.price)}</output>
                </td>
                <td>{inSecond}</td>
                <td>{inThird}</td>
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
}
