/** One line of a grouped card: a label, a value at the end, perhaps a tap. */
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';
import './row.css';

export interface RowProps {
  readonly label: ReactNode;
  /** Under the label, in hint colour. */
  readonly detail?: ReactNode;
  readonly value?: ReactNode;
  readonly icon?: ReactNode;
  /** Makes the whole row a button. */
  readonly onPress?: () => void;
  /** Shows that the row opens another screen. */
  readonly leads?: boolean;
  readonly disabled?: boolean;
  readonly tone?: 'danger';
  readonly className?: string;
}

export function Row({ onPress, disabled, className, ...content }: RowProps) {
  const classes = classNames('row', content.tone && `row-${content.tone}`, className);
  if (onPress === undefined) {
    return (
      <div className={classes}>
        <RowContent {...content} />
      </div>
    );
  }
  return (
    <button type="button" className={classes} onClick={onPress} disabled={disabled}>
      <RowContent {...content} />
    </button>
  );
}

/** The content of a row that is a link. Give the link the class `row`. */
export function RowContent({
  label,
  detail,
  value,
  icon,
  leads,
}: Omit<RowProps, 'onPress' | 'disabled' | 'className'>) {
  return (
    <>
      {icon !== undefined && <span className="row-icon">{icon}</span>}
      <span className="row-label">
        {label}
        {detail !== undefined && <span className="row-detail">{detail}</span>}
      </span>
      {value !== undefined && <span className="row-value">{value}</span>}
      {leads && (
        <span className="row-leads" aria-hidden="true">
          ›
        </span>
      )}
    </>
  );
}
