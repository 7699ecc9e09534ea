/** Risk by percent: how much to buy so that the stop costs a share of the deposit. */
import {
  RISK_PERCENT,
  type RiskPercentFields,
  type RiskPercentRefusal,
  type RiskPercentResult,
} from '#core/calculators/risk-percent.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { FormFields } from '../shared/form-fields.tsx';
import { type FormPartProps, type FormParts, FormScreen } from '../shared/form-screen.tsx';
import { MarketPrice } from '../shared/market-price.tsx';
import { wrongStop } from '../shared/refusal.ts';
import { Attention } from '../shared/risk-extras.tsx';
import { FormDirection } from '../shared/toggles.tsx';
import { RiskPercentResultCard } from './result.tsx';

const PARTS: FormParts<RiskPercentFields, RiskPercentResult, RiskPercentRefusal> = {
  rules: RISK_PERCENT,
  Toggles: FormDirection,
  FormFields: RiskPercentFormFields,
  Result: RiskPercentResultCard,
  Foot: Attention,
  refusal: (reason, { positionType }, t) =>
    reason === 'risk-over-100'
      ? { title: t('riskOver100.title'), text: t('riskOver100.text') }
      : wrongStop(positionType, t),
};

export function Screen() {
  return <FormScreen parts={PARTS} />;
}

function RiskPercentFormFields({ form }: FormPartProps<RiskPercentFields>) {
  const { t } = useTranslation('calculators');
  return (
    <FormFields
      form={form}
      rules={RISK_PERCENT}
      rows={[
        { name: 'riskPercent', label: t('field.riskPercent'), unit: '%' },
        { name: 'depositAmount', label: t('field.depositAmount'), unit: 'USD' },
        { name: 'leverage', label: t('field.leverage'), unit: '×', placeholder: '1' },
        {
          name: 'entryPrice',
          label: t('field.entryPrice'),
          unit: 'USD',
          action: <MarketPrice onChoose={(entryPrice) => form.change({ entryPrice })} />,
        },
        { name: 'stopLossPrice', label: t('field.stopLossPrice'), unit: 'USD' },
        { name: 'takeProfitPrice', label: t('field.takeProfitPrice'), unit: 'USD' },
      ]}
    />
  );
}
