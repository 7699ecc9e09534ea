/** Take-profit and stop-loss: from percents to prices, or from prices to percents. */
import { useMemo } from 'react';
import {
  calculateTakeProfitStopLoss,
  type TakeProfitStopLossInput,
} from '#core/calculators/take-profit-stop-loss.ts';
import { FIELDS } from '#core/number-input.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Segmented } from '#ui/segmented.tsx';
import { CalculatorForm } from '../shared/calculator-form.tsx';
import {
  CalculatorFrame,
  type CalculatorScreenProps,
  type OpenedProps,
} from '../shared/calculator-screen.tsx';
import { FormFields } from '../shared/form-fields.tsx';
import type { FormSpec } from '../shared/form-state.ts';
import { MarketPrice } from '../shared/market-price.tsx';
import { RecordLine } from '../shared/record-line.tsx';
import { useRefusal } from '../shared/refusal.ts';
import { SharePrompt } from '../shared/share-prompt.tsx';
import { DirectionToggle, POSITION_TYPES } from '../shared/toggles.tsx';
import { useForm } from '../shared/use-form.ts';
import { TakeProfitStopLossResultCard } from './result.tsx';

type TakeProfitStopLossFields = Pick<TakeProfitStopLossInput, keyof TakeProfitStopLossInput>;

export const TAKE_PROFIT_STOP_LOSS: FormSpec<TakeProfitStopLossFields> = {
  empty: { positionType: 'LONG', calculationType: 'percent', entryPrice: '', takeProfit: '', stopLoss: '' },
  words: { positionType: POSITION_TYPES, calculationType: ['percent', 'price'] },
  required: () => ['entryPrice', 'takeProfit', 'stopLoss'],
};

export function TakeProfitStopLossScreen(props: CalculatorScreenProps) {
  return (
    <CalculatorFrame {...props} calculationType="TakeProfitStopLoss">
      {(opened) => <TakeProfitStopLoss device={props.device} opened={opened} />}
    </CalculatorFrame>
  );
}

function TakeProfitStopLoss({ device, opened }: OpenedProps) {
  const { t } = useTranslation('calculators');
  const refusal = useRefusal();
  const form = useForm({
    device,
    calculationType: 'TakeProfitStopLoss',
    screen: 'take-profit-stop-loss',
    spec: TAKE_PROFIT_STOP_LOSS,
    opened,
  });
  const { fields, result } = form;
  const outcome = useMemo(
    () => (result === null ? null : calculateTakeProfitStopLoss(result.inputs)),
    [result],
  );
  if (fields === undefined) return null;

  const calculate = () => {
    if (!form.isComplete()) {
      refusal.missing();
      return;
    }
    const tried = calculateTakeProfitStopLoss(fields);
    // An all-zero result is shown, but not recorded.
    form.calculated(tried.ok && tried.shareable);
  };

  const unit = fields.calculationType === 'percent' ? '%' : 'USD';
  const decimals = FIELDS.TakeProfitStopLoss;
  return (
    <>
      <CalculatorForm
        toggles={
          <>
            <DirectionToggle
              value={fields.positionType}
              onChange={(positionType) => form.change({ positionType })}
            />
            <Segmented
              label={t('calculationType.label')}
              name="calculationType"
              value={fields.calculationType}
              options={[
                { value: 'percent', label: t('calculationType.percent') },
                { value: 'price', label: t('calculationType.price') },
              ]}
              onChange={(calculationType) => form.change({ calculationType })}
            />
          </>
        }
        onClear={form.clear}
        onCalculate={calculate}
      >
        <FormFields
          form={form}
          spec={TAKE_PROFIT_STOP_LOSS}
          rows={[
            {
              name: 'entryPrice',
              label: t('field.entryPrice'),
              unit: 'USD',
              decimals: decimals.entryPrice,
              action: <MarketPrice device={device} onChoose={(entryPrice) => form.change({ entryPrice })} />,
            },
            { name: 'takeProfit', label: t('field.takeProfit'), unit, decimals: decimals.takeProfit },
            { name: 'stopLoss', label: t('field.stopLoss'), unit, decimals: decimals.stopLoss },
          ]}
        />
      </CalculatorForm>
      {result !== null && outcome?.ok && (
        <TakeProfitStopLossResultCard
          input={result.inputs}
          result={outcome}
          stale={form.stale}
          arrivals={form.arrivals}
        />
      )}
      <RecordLine device={device} record={form.record} />
      {result?.kept && outcome?.ok && outcome.shareable && (
        <SharePrompt
          device={device}
          result={{ calculationType: 'TakeProfitStopLoss', inputs: result.inputs }}
        />
      )}
    </>
  );
}
