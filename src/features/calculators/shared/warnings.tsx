/** The warnings of a risk result in plain words, each with the button that cures it. */
import { TriangleAlert } from 'lucide-react';
import type { RiskWarning } from '#core/calculators/liquidation.ts';
import { shownNumber, shownNumbers } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Button } from '#ui/button.tsx';

export interface WarningsProps {
  readonly warnings: readonly RiskWarning[];
  /** Changes the form and calculates again; null while the inputs are others, which the cure does not know. */
  readonly apply: ((fields: { readonly leverage: string }) => void) | null;
}

export function Warnings({ warnings, apply }: WarningsProps) {
  const { t } = useTranslation('calculators');
  return (
    <ul className="result-warnings">
      {warnings.map((warning) => (
        <li key={warning.type} className="result-warning" data-warning={warning.type}>
          <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
          <div>
            {warning.type === 'capped'
              ? t('warning.capped', shownNumbers(warning.display))
              : t(`warning.${warning.type}`)}
            {'cure' in warning && apply !== null && <Cure leverage={warning.cure} apply={apply} />}
          </div>
        </li>
      ))}
    </ul>
  );
}

interface CureProps {
  readonly apply: NonNullable<WarningsProps['apply']>;
  /** Plain digits; null if no leverage helps. */
  readonly leverage: string | null;
}

function Cure({ leverage, apply }: CureProps) {
  const { t } = useTranslation('calculators');
  if (leverage === null) return <p>{t('cure.noLeverage')}</p>;
  return (
    <Button variant="plain" small onClick={() => apply({ leverage })}>
      {t('cure.leverage', { leverage: shownNumber(leverage) })}
    </Button>
  );
}
