/** What both risk calculators show: the order first, then its prices, the warnings with their cures, and the rest. */
import type { ReactNode } from 'react';
import type { RiskResult, TradeFields } from '#core/calculators/trade.ts';
import { shownNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { axisMarks } from './axis-marks.ts';
import { Figure, type FigureName } from './figure.tsx';
import type { FormResultProps } from './form-screen.tsx';
import { PriceAxis } from './price-axis.tsx';
import { ResultCard } from './result-card.tsx';
import { Warnings } from './warnings.tsx';

/** The names of the figures that both calculators have under names of their own. */
export interface RiskFigureNames<Name> {
  readonly quantity: Name;
  readonly value: FigureName;
  readonly margin: FigureName;
  readonly profit: Name;
}

export interface RiskResultCardProps<Name extends FigureName>
  extends Omit<FormResultProps<TradeFields, RiskResult<Name | 'riskRewardRatio'>>, 'id'> {
  readonly summary: string;
  readonly names: RiskFigureNames<Name>;
  /** The calculator's own figures. */
  readonly children?: ReactNode;
}

export function RiskResultCard<Name extends FigureName>(props: RiskResultCardProps<Name>) {
  const { t } = useTranslation('calculators');
  const { input, result, names } = props;
  const { prices, liquidation, warnings, net, order } = result;
  const display: Readonly<Record<Name | 'riskRewardRatio', string>> = result.display;
  const loss = shownNumber(result.lossAtStop);
  return (
    <ResultCard stale={props.stale} arrivals={props.arrivals} summary={props.summary}>
      <div className="result-head">
        <Figure
          size="large"
          name={names.quantity}
          text={display[names.quantity]}
          exact={result.exactQuantity}
          {...(input.symbol !== '' && { unit: input.symbol })}
        />
        <Figure size="pill" name="riskRewardRatio" text={display.riskRewardRatio} />
      </div>
      <div className="figs">
        <Figure name={names.value} text={order.value} unit="USD" />
        <Figure name={names.margin} text={order.margin} unit="USD" />
      </div>
      <p className="result-lead">
        {net === null
          ? t('result.lose', { loss })
          : t('result.loseWithFees', { loss, fees: shownNumber(net.display.feesAtStop) })}
      </p>
      <PriceAxis
        marks={axisMarks(input.positionType, { ...prices, liquidation, breakEven: net?.breakEven ?? null })}
      />
      <div className="figs">
        <Figure name={names.profit} text={display[names.profit]} unit="USD" signed />
        {props.children}
        {net !== null && (
          <>
            <Figure name="netProfit" text={net.display.netProfit} unit="USD" signed />
            <Figure name="netRatio" text={net.display.netRatio} />
            {net.breakEven !== null && (
              <Figure name="breakEven" text={net.breakEven.display} unit="USD" about />
            )}
          </>
        )}
        {liquidation !== null && <Figure name="liquidation" text={liquidation.display} about tone="warn" />}
      </div>
      {warnings.length > 0 && <Warnings warnings={warnings} apply={props.stale ? null : props.apply} />}
      {liquidation !== null && <p className="sub">{t('liquidationNote')}</p>}
    </ResultCard>
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
