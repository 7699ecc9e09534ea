/** Risk by percent: how much to buy so that the stop costs a share of the deposit. */
import {
  RISK_PERCENT,
  type RiskPercentFields,
  type RiskPercentRefusal,
  type RiskPercentResult,
} from '#core/calculators/risk-percent.ts';
import { shownNumbers } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Figure } from '../shared/figure.tsx';
import { FormFields } from '../shared/form-fields.tsx';
import {
  type FormPartProps,
  type FormParts,
  type FormResultProps,
  FormScreen,
} from '../shared/form-screen.tsx';
import { entryPriceRow } from '../shared/market-price.tsx';
import { wrongStop } from '../shared/refusal.ts';
import { Attention, RiskResultCard } from '../shared/risk-result.tsx';
import { FormDirection } from '../shared/toggles.tsx';

const PARTS: FormParts<RiskPercentFields, RiskPercentResult, RiskPercentRefusal> = {
  rules: RISK_PERCENT,
  Toggles: FormDirection,
  FormFields: RiskPercentFormFields,
  Result: RiskPercentFormResult,
  Foot: Attention,
  refusal: (reason, { positionType }, t) =>
    reason === 'risk-over-100'
      ? { title: t('riskOver100.title'), text: t('riskOver100.text') }
      : wrongStop(positionType, t),
};

export function Screen() {
  return <FormScreen parts={PARTS} />;
}

function RiskPercentFormResult(props: FormResultProps<RiskPercentFields, RiskPercentResult>) {
  const { t } = useTranslation('calculators');
  const { display, exactQuantity } = props.result;
  return (
    <RiskResultCard {...props} profit="profitLoss" summary={t('summary.RiskPercent', shownNumbers(display))}>
      <Figure name="quantity" text={display.quantity} exact={exactQuantity} />
      <Figure name="riskAmount" text={display.riskAmount} unit="USD" />
      <Figure name="candleSize" text={display.candleSize} unit="USD" />
    </RiskResultCard>
  );
}

function RiskPercentFormFields({ form }: FormPartProps<RiskPercentFields>) {
  return (
    <FormFields
      form={form}
      rules={RISK_PERCENT}
      rows={[
        { name: 'riskPercent', unit: '%' },
        { name: 'depositAmount', unit: 'USD' },
        { name: 'leverage', unit: '×', placeholder: '1' },
        entryPriceRow(form),
        { name: 'stopLossPrice', unit: 'USD' },
        { name: 'takeProfitPrice', unit: 'USD' },
      ]}
    />
  );
}
