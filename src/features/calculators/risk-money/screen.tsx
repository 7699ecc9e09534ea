/** Risk by money: how many coins to buy so that the stop costs exactly the money at risk. */
import { RISK_MONEY, type RiskMoneyFields, type RiskMoneyResult } from '#core/calculators/risk-money.ts';
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

const PARTS: FormParts<RiskMoneyFields, RiskMoneyResult, 'direction'> = {
  rules: RISK_MONEY,
  Toggles: FormDirection,
  FormFields: RiskMoneyFormFields,
  Result: RiskMoneyFormResult,
  Foot: Attention,
  refusal: (_reason, { positionType }, t) => wrongStop(positionType, t),
};

export function Screen() {
  return <FormScreen parts={PARTS} />;
}

function RiskMoneyFormResult(props: FormResultProps<RiskMoneyFields, RiskMoneyResult>) {
  const { t } = useTranslation('calculators');
  const { display, exactQuantity } = props.result;
  return (
    <RiskResultCard
      {...props}
      profit="expectedProfit"
      summary={t('summary.RiskMoney', shownNumbers(display))}
    >
      <Figure name="coins" text={display.coins} exact={exactQuantity} />
      <Figure name="entryAmount" text={display.entryAmount} unit="USD" />
      <Figure name="leveragedAmount" text={display.leveragedAmount} unit="USD" />
    </RiskResultCard>
  );
}

function RiskMoneyFormFields({ form }: FormPartProps<RiskMoneyFields>) {
  return (
    <FormFields
      form={form}
      rules={RISK_MONEY}
      rows={[
        { name: 'riskAmount', unit: 'USD' },
        entryPriceRow(form),
        { name: 'stopLossPrice', unit: 'USD' },
        { name: 'takeProfitPrice', unit: 'USD' },
        { name: 'leverage', unit: '×', placeholder: '1' },
      ]}
    />
  );
}
