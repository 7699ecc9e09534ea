/**
 * The result of a calculator: one large figure, the picture, the rest; it stays, marked as stale, while the inputs
 * change.
 */
import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { useHost } from '#platform/host-context.tsx';
import { classNames } from '#ui/class-names.ts';
import '#ui/flash.css';
import './result-card.css';

export interface ResultCardProps {
  /** The inputs have changed since this result. */
  readonly stale: boolean;
  /** Scrolls the card into view whenever it grows above 0. */
  readonly arrivals: number;
  /** The whole result in a sentence, read out when it arrives and whenever it changes. */
  readonly summary: string;
  readonly children: ReactNode;
}

export function ResultCard({ stale, arrivals, summary, children }: ResultCardProps) {
  const { t } = useTranslation('calculators');
  const card = useRef<HTMLElement>(null);
  const host = useHost();
  const id = useId();

  useEffect(() => {
    if (arrivals === 0) return;
    card.current?.scrollIntoView({ block: 'nearest', behavior: host.reducedMotion() ? 'auto' : 'smooth' });
  }, [arrivals, host]);

  return (
    <section
      ref={card}
      className={classNames('card', 'result', 'flash', stale && 'result-stale')}
      aria-labelledby={id}
    >
      <h2 id={id} className="visually-hidden">
        {t('result.title')}
      </h2>
      <p className="visually-hidden" role="status">
        {stale ? t('result.stale') : summary}
      </p>
      {stale && (
        <p className="result-note" aria-hidden="true">
          {t('result.stale')}
        </p>
      )}
      {children}
    </section>
  );
}
