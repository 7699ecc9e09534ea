/** The result card of risk by percent. */

import type { RiskPercentInput, RiskPercentResult } from '#core/calculators/risk-percent.ts';
import { shownNumbers } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { axisMarks } from '../shared/axis-marks.ts';
import { Figure } from '../shared/figure.tsx';
import { PriceAxis } from '../shared/price-axis.tsx';
import { ResultCard } from '../shared/result-card.tsx';
import { RiskExtras } from '../shared/risk-extras.tsx';

export interface RiskPercentResultCardProps {
  readonly input: RiskPercentInput;
  readonly result: RiskPercentResult;
  readonly stale: boolean;
  readonly arrivals: number;
}

export function RiskPercentResultCard({ input, result, stale, arrivals }: RiskPercentResultCardProps) {
  const { t } = useTranslation('calculators');
  const { display, prices, liquidation, warnings } = result;
  return (
    <ResultCard stale={stale} arrivals={arrivals} summary={t('summary.RiskPercent', shownNumbers(display))}>
      <div className="result-head">
        <Figure
          size="large"
          label={t('figure.riskRewardRatio')}
          name="riskRewardRatio"
          text={display.riskRewardRatio}
        />
        <Figure
          size="pill"
          signed
          labelHidden
          label={t('figure.profitLoss')}
          name="profitLoss"
          text={display.profitLoss}
          unit="USD"
        />
      </div>
      <PriceAxis marks={axisMarks(input.positionType, { ...prices, liquidation })} />
      <div className="figs">
        <Figure
          label={t('figure.quantity')}
          name="quantity"
          text={display.quantity}
          exact={result.exactQuantity}
        />
        <Figure label={t('figure.riskAmount')} name="riskAmount" text={display.riskAmount} unit="USD" />
        <Figure label={t('figure.candleSize')} name="candleSize" text={display.candleSize} unit="USD" />
        {liquidation !== null && (
          <Figure
            label={t('figure.liquidation')}
            name="liquidation"
            text={liquidation.display}
            about
            tone="warn"
          />
        )}
      </div>
      <RiskExtras liquidation={liquidation} warnings={warnings} />
    </ResultCard>
  );
}
