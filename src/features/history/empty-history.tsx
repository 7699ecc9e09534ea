/** The empty state of the history, with a step to fill it. */
import { Link } from '@tanstack/react-router';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { pathOf } from '#core/calculators/catalogue.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';

export interface EmptyHistoryProps {
  readonly calculationType: CalculationType | undefined;
  /** The search found nothing, but the history is not empty. */
  readonly isSearch: boolean;
  /** How many records only the choice of an outcome hides. */
  readonly hidden: number;
  readonly onShowHidden: () => void;
}

export function EmptyHistory({ calculationType, isSearch, hidden, onShowHidden }: EmptyHistoryProps) {
  const { t } = useTranslation('history');
  if (hidden > 0) {
    return (
      <div className="card history-empty">
        <p>{t('hidden', { count: hidden })}</p>
        <Button variant="quiet" onClick={onShowHidden}>
          {t('showHidden')}
        </Button>
      </div>
    );
  }
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
