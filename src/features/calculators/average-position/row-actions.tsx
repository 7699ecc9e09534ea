/** Edit and Delete at the end of a row. */
import { Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from '#i18n/use-translation.ts';

export interface RowActionsProps {
  /** Which row, counted from 1. */
  readonly number: number;
  readonly onEdit: () => void;
  readonly onDelete: () => void;
}

export function RowActions({ number, onEdit, onDelete }: RowActionsProps) {
  const { t } = useTranslation('calculators');
  return (
    <div className="table-actions">
      <button type="button" className="table-action" aria-label={t('row.edit', { number })} onClick={onEdit}>
        <Pencil size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
      <button
        type="button"
        className="table-action"
        aria-label={t('row.delete', { number })}
        onClick={onDelete}
      >
        <Trash2 size={18} strokeWidth={1.75} aria-hidden="true" />
      </button>
    </div>
  );
}
