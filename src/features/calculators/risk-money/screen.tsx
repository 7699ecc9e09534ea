/** Risk by money: how many coins to buy so that the stop costs exactly the money at risk. */
import { RISK_MONEY, type RiskMoneyFields, type RiskMoneyResult } from '#core/calculators/risk-money.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { FormFields } from '../shared/form-fields.tsx';
import { type FormPartProps, type FormParts, FormScreen } from '../shared/form-screen.tsx';
import { MarketPrice } from '../shared/market-price.tsx';
import { wrongStop } from '../shared/refusal.ts';
import { Attention } from '../shared/risk-extras.tsx';
import { FormDirection } from '../shared/toggles.tsx';
import { RiskMoneyResultCard } from './result.tsx';

const PARTS: FormParts<RiskMoneyFields, RiskMoneyResult, 'direction'> = {
  rules: RISK_MONEY,
  Toggles: FormDirection,
  FormFields: RiskMoneyFormFields,
  Result: RiskMoneyResultCard,
  Foot: Attention,
  refusal: (_reason, { positionType }, t) => wrongStop(positionType, t),
};

export function Screen() {
  return <FormScreen parts={PARTS} />;
}

function RiskMoneyFormFields({ form }: FormPartProps<RiskMoneyFields>) {
  const { t } = useTranslation('calculators');
  return (
    <FormFields
      form={form}
      rules={RISK_MONEY}
      rows={[
        { name: 'riskAmount', label: t('field.riskAmount'), unit: 'USD' },
        {
          name: 'entryPrice',
          label: t('field.entryPrice'),
          unit: 'USD',
          action: <MarketPrice onChoose={(entryPrice) => form.change({ entryPrice })} />,
        },
        { name: 'stopLossPrice', label: t('field.stopLossPrice'), unit: 'USD' },
        { name: 'takeProfitPrice', label: t('field.takeProfitPrice'), unit: 'USD' },
        { name: 'leverage', label: t('field.leverage'), unit: '×', placeholder: '1' },
      ]}
    />
  );
}
