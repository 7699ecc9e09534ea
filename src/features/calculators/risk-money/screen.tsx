/** Risk by money: how many coins to buy so that the stop costs exactly the money at risk. */
import { RISK_MONEY, type RiskMoneyFields, type RiskMoneyResult } from '#core/calculators/risk-money.ts';
import { shownNumbers } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { PlanTargets } from '../plans/plan-targets.tsx';
import { AccountRow } from '../shared/account-row.tsx';
import { FeeFields } from '../shared/fee-fields.tsx';
import { FormFields } from '../shared/form-fields.tsx';
import {
  type FormPartProps,
  type FormParts,
  type FormResultProps,
  FormScreen,
} from '../shared/form-screen.tsx';
import { wrongStop } from '../shared/refusal.ts';
import { Attention, RiskResultCard } from '../shared/risk-result.tsx';
import { FormDirection } from '../shared/toggles.tsx';
import { carriedFields, LEVERAGE_ROW, PRICE_ROWS, TradeSymbol, tradeOf } from '../shared/trade-fields.tsx';

const PARTS: FormParts<RiskMoneyFields, RiskMoneyResult, 'direction'> = {
  rules: RISK_MONEY,
  Toggles: FormDirection,
  FormFields: RiskMoneyFormFields,
  Result: RiskMoneyFormResult,
  Foot: Attention,
  carried: carriedFields,
  trade: (inputs, { display, exactQuantity }) => tradeOf(inputs, exactQuantity ?? display.coins),
  isPlan: ({ value }) => value.riskRewardRatio.gt(0),
  refusal: (_reason, fields, t) => wrongStop(fields, t),
};

export function Screen() {
  return <FormScreen parts={PARTS} />;
}

function RiskMoneyFormResult(props: FormResultProps<RiskMoneyFields, RiskMoneyResult>) {
  const { t } = useTranslation('calculators');
  const { display } = props.result;
  return <RiskResultCard {...props} names={NAMES} summary={t('summary.RiskMoney', shownNumbers(display))} />;
}

const NAMES = {
  quantity: 'coins',
  value: 'entryAmount',
  margin: 'leveragedAmount',
  profit: 'expectedProfit',
} as const;

function RiskMoneyFormFields(props: FormPartProps<RiskMoneyFields>) {
  return (
    <>
      <TradeSymbol {...props} />
      <FormFields
        form={props.form}
        rules={RISK_MONEY}
        rows={[{ name: 'riskAmount', unit: 'USD' }, ...PRICE_ROWS]}
      />
      <PlanTargets {...props} />
      <FormFields form={props.form} rules={RISK_MONEY} rows={[LEVERAGE_ROW]} />
      <FeeFields {...props} rules={RISK_MONEY} />
      <AccountRow />
    </>
  );
}
