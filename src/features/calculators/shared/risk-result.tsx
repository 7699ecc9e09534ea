/** What both risk calculators show: the result card, the warnings in plain words, and where the stop belongs. */
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { RiskWarning } from '#core/calculators/liquidation.ts';
import type { RiskResult, TradeFields } from '#core/calculators/trade.ts';
import { shownNumbers } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Card } from '#ui/card.tsx';
import { axisMarks } from './axis-marks.ts';
import { Figure, type FigureName } from './figure.tsx';
import type { FormResultProps } from './form-screen.tsx';
import { PriceAxis } from './price-axis.tsx';
import { ResultCard } from './result-card.tsx';

export interface RiskResultCardProps<Profit extends FigureName>
  extends Omit<FormResultProps<TradeFields, RiskResult<Profit | 'riskRewardRatio'>>, 'id'> {
  readonly summary: string;
  readonly profit: Profit;
  /** The calculator's own figures. */
  readonly children: ReactNode;
}

export function RiskResultCard<Profit extends FigureName>(props: RiskResultCardProps<Profit>) {
  const { t } = useTranslation('calculators');
  const { input, result, profit } = props;
  const { prices, liquidation, warnings } = result;
  const display: Readonly<Record<Profit | 'riskRewardRatio', string>> = result.display;
  return (
    <ResultCard stale={props.stale} arrivals={props.arrivals} summary={props.summary}>
      <div className="result-head">
        <Figure size="large" name="riskRewardRatio" text={display.riskRewardRatio} />
        <Figure size="pill" signed labelHidden name={profit} text={display[profit]} unit="USD" />
      </div>
      <PriceAxis marks={axisMarks(input.positionType, { ...prices, liquidation })} />
      <div className="figs">
        {props.children}
        {liquidation !== null && <Figure name="liquidation" text={liquidation.display} about tone="warn" />}
      </div>
      {warnings.length > 0 && <Warnings warnings={warnings} />}
      {liquidation !== null && <p className="sub">{t('liquidationNote')}</p>}
    </ResultCard>
  );
}

function Warnings({ warnings }: { readonly warnings: readonly RiskWarning[] }) {
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
