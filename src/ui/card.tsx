/** A grouped surface for related content on a screen. */
import type { ReactNode } from 'react';
import { useId } from 'react';
import { classNames } from './class-names.ts';
import './card.css';

export interface CardProps {
  readonly title?: ReactNode;
  /** Beside the title, at the end. */
  readonly aside?: ReactNode;
  /** Holds rows only, which bring their own spacing. */
  readonly rows?: boolean;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ title, aside, rows, className, children }: CardProps) {
  const id = useId();
  const classes = classNames('card', rows && 'card-rows', className);
  if (title === undefined) return <div className={classes}>{children}</div>;
  return (
    <section className={classes} aria-labelledby={id}>
      <div className="card-head">
        <h2 id={id} className="card-title">
          {title}
        </h2>
        {aside}
      </div>
      {children}
    </section>
  );
}
