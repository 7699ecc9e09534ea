/** The empty state of the history, with a step to fill it. */
import { Link } from '@tanstack/react-router';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { pathOf } from '#core/calculators/catalogue.ts';
import { useTranslation } from '#i18n/use-translation.ts';

export interface EmptyHistoryProps {
  readonly calculationType: CalculationType | undefined;
  /** The search found nothing, but the history is not empty. */
  readonly isSearch: boolean;
}

export function EmptyHistory({ calculationType, isSearch }: EmptyHistoryProps) {
  const { t } = useTranslation('history');
  if (isSearch) return <p className="card history-empty">{t('nothingFound')}</p>;
  return (
    <div className="card history-empty">
      <p>{t('empty')}</p>
      <Link
        to={calculationType === undefined ? '/calculators' : pathOf(calculationType)}
        className="button button-primary"
      >
        {t('emptyAction')}
      </Link>
    </div>
  );
}
