/** Take-profit and stop-loss: from percents to prices, or from prices to percents. */
import {
  TAKE_PROFIT_STOP_LOSS,
  type TakeProfitStopLossFields,
  type TakeProfitStopLossResult,
} from '#core/calculators/take-profit-stop-loss.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Segmented } from '#ui/segmented.tsx';
import { FormFields } from '../shared/form-fields.tsx';
import { type FormPartProps, type FormParts, FormScreen } from '../shared/form-screen.tsx';
import { FormDirection } from '../shared/toggles.tsx';
import { TradeSymbol } from '../shared/trade-fields.tsx';
import { TakeProfitStopLossResultCard } from './result.tsx';

const PARTS: FormParts<TakeProfitStopLossFields, TakeProfitStopLossResult, never> = {
  rules: TAKE_PROFIT_STOP_LOSS,
  Toggles: TakeProfitStopLossToggles,
  FormFields: TakeProfitStopLossFormFields,
  Result: TakeProfitStopLossResultCard,
  refusal: (reason) => reason,
  carried: ({ symbol, positionType, entryPrice, stopLossPrice, takeProfitPrice }) => ({
    symbol,
    positionType,
    calculationType: 'price',
    entryPrice,
    stopLoss: stopLossPrice,
    takeProfit: takeProfitPrice,
  }),
  trade: ({ symbol, positionType, entryPrice }, { display, shareable }) =>
    shareable
      ? {
          symbol,
          positionType,
          entryPrice,
          stopLossPrice: display.slPrice,
          takeProfitPrice: display.tpPrice,
          leverage: '',
          quantity: '',
        }
      : null,
  isPlan: ({ value }) => value.riskRewardRatio.gt(0),
  // An all-zero result is shown, but not recorded.
  isRecorded: ({ shareable }) => shareable,
};

export function Screen() {
  return <FormScreen parts={PARTS} />;
}

function TakeProfitStopLossToggles(props: FormPartProps<TakeProfitStopLossFields>) {
  const { t } = useTranslation('calculators');
  return (
    <>
      <FormDirection {...props} />
      <Segmented
        label={t('calculationType.label')}
        name="calculationType"
        value={props.fields.calculationType}
        options={[
          { value: 'percent', label: t('calculationType.percent') },
          { value: 'price', label: t('calculationType.price') },
        ]}
        onChange={(calculationType) => props.form.change({ calculationType })}
      />
    </>
  );
}

function TakeProfitStopLossFormFields({ form, fields }: FormPartProps<TakeProfitStopLossFields>) {
  const unit = fields.calculationType === 'percent' ? '%' : 'USD';
  return (
    <>
      <TradeSymbol form={form} fields={fields} next="takeProfit" />
      <FormFields
        form={form}
        rules={TAKE_PROFIT_STOP_LOSS}
        rows={[
          { name: 'entryPrice', unit: 'USD' },
          { name: 'takeProfit', unit },
          { name: 'stopLoss', unit },
        ]}
      />
    </>
  );
}
