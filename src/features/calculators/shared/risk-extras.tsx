/** Extra results of both risk calculators: the estimated liquidation, and warnings in plain words. */
import { TriangleAlert } from 'lucide-react';
import type { Liquidation, RiskWarning } from '#core/calculators/liquidation.ts';
import { shownNumbers } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';

export interface RiskExtrasProps {
  readonly liquidation: Liquidation | null;
  readonly warnings: readonly RiskWarning[];
}

export function RiskExtras({ liquidation, warnings }: RiskExtrasProps) {
  const { t } = useTranslation('calculators');
  return (
    <>
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      {liquidation !== null && <p className="sub">{t('liquidationNote')}</p>}
    </>
  );
}

function Warnings({ warnings }: Pick<RiskExtrasProps, 'warnings'>) {
  const { t } = useTranslation('calculators');
  return (
    <ul className="result-warnings">
      {warnings.map((warning) => (
        <li key={warning.type} className="result-warning" data-warning={warning.type}>
          <TriangleAlert size={18} strokeWidth={1.75} aria-hidden="true" />
          <span>
            {warning.type === 'capped'
              ? t('warning.capped', shownNumbers(warning.display))
              : t(`warning.${warning.type}`)}
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Tells in advance on which side of the entry the stop belongs. */
export function Attention() {
  const { t } = useTranslation('calculators');
  return (
    <Card title={t('attention.title')}>
      <p className="attention-text">{t('attention.text')}</p>
    </Card>
  );
}
