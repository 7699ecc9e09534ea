/** The result card of risk by money. */

import type { RiskMoneyInput, RiskMoneyResult } from '#core/calculators/risk-money.ts';
import { shownNumbers } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { axisMarks } from '../shared/axis-marks.ts';
import { Figure } from '../shared/figure.tsx';
import { PriceAxis } from '../shared/price-axis.tsx';
import { ResultCard } from '../shared/result-card.tsx';
import { RiskExtras } from '../shared/risk-extras.tsx';

export interface RiskMoneyResultCardProps {
  readonly input: RiskMoneyInput;
  readonly result: RiskMoneyResult;
  readonly stale: boolean;
  readonly arrivals: number;
}

export function RiskMoneyResultCard({ input, result, stale, arrivals }: RiskMoneyResultCardProps) {
  const { t } = useTranslation('calculators');
  const { display, prices, liquidation, warnings } = result;
  return (
    <ResultCard stale={stale} arrivals={arrivals} summary={t('summary.RiskMoney', shownNumbers(display))}>
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
          label={t('figure.expectedProfit')}
          name="expectedProfit"
          text={display.expectedProfit}
          unit="USD"
        />
      </div>
      <PriceAxis marks={axisMarks(input.positionType, { ...prices, liquidation })} />
      <div className="figs">
        <Figure label={t('figure.coins')} name="coins" text={display.coins} exact={result.exactQuantity} />
        <Figure label={t('figure.entryAmount')} name="entryAmount" text={display.entryAmount} unit="USD" />
        <Figure
          label={t('figure.leveragedAmount')}
          name="leveragedAmount"
          text={display.leveragedAmount}
          unit="USD"
        />
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
