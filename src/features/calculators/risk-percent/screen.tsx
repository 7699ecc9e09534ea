/** Risk by percent: how much to buy so that the stop costs a share of the deposit. */
import {
  RISK_PERCENT,
  type RiskPercentFields,
  type RiskPercentRefusal,
  type RiskPercentResult,
} from '#core/calculators/risk-percent.ts';
import { shownNumbers } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { PlanTargets } from '../plans/plan-targets.tsx';
import { AccountRow } from '../shared/account-row.tsx';
import { FeeFields } from '../shared/fee-fields.tsx';
import { Figure } from '../shared/figure.tsx';
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

const PARTS: FormParts<RiskPercentFields, RiskPercentResult, RiskPercentRefusal> = {
  rules: RISK_PERCENT,
  Toggles: FormDirection,
  FormFields: RiskPercentFormFields,
  Result: RiskPercentFormResult,
  Foot: Attention,
  carried: carriedFields,
  trade: (inputs, { display, exactQuantity }) => tradeOf(inputs, exactQuantity ?? display.quantity),
  isPlan: ({ value }) => value.riskRewardRatio.gt(0),
  refusal: (reason, fields, t) =>
    reason === 'risk-over-100'
      ? { title: t('riskOver100.title'), text: t('riskOver100.text') }
      : wrongStop(fields, t),
};

export function Screen() {
  return <FormScreen parts={PARTS} />;
}

function RiskPercentFormResult(props: FormResultProps<RiskPercentFields, RiskPercentResult>) {
  const { t } = useTranslation('calculators');
  const { display } = props.result;
  return (
    <RiskResultCard {...props} names={NAMES} summary={t('summary.RiskPercent', shownNumbers(display))}>
      <Figure name="riskAmount" text={display.riskAmount} unit="USD" />
      <Figure name="candleSize" text={display.candleSize} unit="USD" />
    </RiskResultCard>
  );
}

const NAMES = { quantity: 'quantity', value: 'orderValue', margin: 'margin', profit: 'profitLoss' } as const;

function RiskPercentFormFields(props: FormPartProps<RiskPercentFields>) {
  return (
    <>
      <TradeSymbol {...props} />
      <FormFields
        form={props.form}
        rules={RISK_PERCENT}
        rows={[
          { name: 'riskPercent', unit: '%' },
          { name: 'depositAmount', unit: 'USD' },
          LEVERAGE_ROW,
          ...PRICE_ROWS,
        ]}
      />
      <PlanTargets {...props} />
      <FeeFields {...props} rules={RISK_PERCENT} />
      <AccountRow />
    </>
  );
}
