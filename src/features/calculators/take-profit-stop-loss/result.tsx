/** The results of take-profit and stop-loss: a table of both levels, and the ratio. */

import type {
  TakeProfitStopLossInput,
  TakeProfitStopLossResult,
} from '#core/calculators/take-profit-stop-loss.ts';
import { shownNumber, shownNumbers } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { axisMarks } from '../shared/axis-marks.ts';
import { CopyButton, Figure } from '../shared/figure.tsx';
import { PriceAxis } from '../shared/price-axis.tsx';
import { ResultCard } from '../shared/result-card.tsx';
import '../shared/table.css';

export interface TakeProfitStopLossResultCardProps {
  readonly input: TakeProfitStopLossInput;
  readonly result: TakeProfitStopLossResult;
  readonly stale: boolean;
  readonly arrivals: number;
}

export function TakeProfitStopLossResultCard(props: TakeProfitStopLossResultCardProps) {
  const { input, result, stale, arrivals } = props;
  const { t } = useTranslation('calculators');
  const { display, value, entry, shareable } = result;
  const levels = [
    { id: 'tp', label: t('figure.takeProfit'), price: 'tpPrice', percent: 'tpPercent' },
    { id: 'sl', label: t('figure.stopLoss'), price: 'slPrice', percent: 'slPercent' },
  ] as const;
  return (
    <ResultCard
      stale={stale}
      arrivals={arrivals}
      summary={t('summary.TakeProfitStopLoss', shownNumbers(display))}
    >
      <Figure size="large" name="riskRewardRatio" text={display.riskRewardRatio} />
      {shareable && (
        <PriceAxis
          marks={axisMarks(input.positionType, { entry, stop: value.slPrice, target: value.tpPrice })}
        />
      )}
      <div className="table-scroll">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">{t('table.level')}</th>
              <th scope="col">{t('table.priceUsd')}</th>
              <th scope="col">%</th>
            </tr>
          </thead>
          <tbody>
            {levels.map(({ id, label, price, percent }) => (
              <tr key={id} data-id={id}>
                <th scope="row">{label}</th>
                <td>
                  <CopyButton text={display[price]} className="table-figure fig-value">
                    <output name={price}>{shownNumber(display[price])}</output>
                  </CopyButton>
                </td>
                <td>
                  <CopyButton text={display[percent]} className="table-figure fig-value">
                    <output name={percent}>{shownNumber(display[percent])}</output>
                  </CopyButton>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </ResultCard>
  );
}
