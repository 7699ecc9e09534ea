/** Risk by percent: how much to buy so that the stop costs a share of the deposit. */
import { useMemo } from 'react';
import { calculateRiskPercent, type RiskPercentInput } from '#core/calculators/risk-percent.ts';
import { FIELDS } from '#core/number-input.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { CalculatorForm } from '../shared/calculator-form.tsx';
import {
  CalculatorFrame,
  type CalculatorScreenProps,
  type OpenedProps,
} from '../shared/calculator-screen.tsx';
import { FormFields } from '../shared/form-fields.tsx';
import type { FormSpec } from '../shared/form-state.ts';
import { MarketPrice } from '../shared/market-price.tsx';
import { MessageDialog } from '../shared/message-dialog.tsx';
import { RecordLine } from '../shared/record-line.tsx';
import { useRefusal } from '../shared/refusal.ts';
import { Attention } from '../shared/risk-extras.tsx';
import { SharePrompt } from '../shared/share-prompt.tsx';
import { DirectionToggle, POSITION_TYPES } from '../shared/toggles.tsx';
import { useForm } from '../shared/use-form.ts';
import { RiskPercentResultCard } from './result.tsx';

type RiskPercentFields = Pick<RiskPercentInput, keyof RiskPercentInput>;

export const RISK_PERCENT: FormSpec<RiskPercentFields> = {
  empty: {
    positionType: 'LONG',
    riskPercent: '',
    depositAmount: '',
    leverage: '',
    entryPrice: '',
    stopLossPrice: '',
    takeProfitPrice: '',
  },
  words: { positionType: POSITION_TYPES },
  required: () => ['riskPercent', 'depositAmount', 'entryPrice', 'stopLossPrice', 'takeProfitPrice'],
};

export function RiskPercentScreen(props: CalculatorScreenProps) {
  return (
    <CalculatorFrame {...props} calculationType="RiskPercent">
      {(opened) => <RiskPercent device={props.device} opened={opened} />}
    </CalculatorFrame>
  );
}

function RiskPercent({ device, opened }: OpenedProps) {
  const { t } = useTranslation('calculators');
  const refusal = useRefusal();
  const form = useForm({
    device,
    calculationType: 'RiskPercent',
    screen: 'risk-percent',
    spec: RISK_PERCENT,
    opened,
  });
  const { fields, result } = form;
  const outcome = useMemo(() => (result === null ? null : calculateRiskPercent(result.inputs)), [result]);
  if (fields === undefined) return null;

  const calculate = () => {
    if (!form.isComplete()) {
      refusal.missing();
      return;
    }
    const tried = calculateRiskPercent(fields);
    if (tried.ok) {
      form.calculated(true);
      return;
    }
    if (tried.error.type === 'risk-over-100') {
      refusal.refuse({ title: t('riskOver100.title'), text: t('riskOver100.text') });
      return;
    }
    const isLong = fields.positionType === 'LONG';
    refusal.refuse({
      title: t('RiskMoney_setInfoText_title'),
      text: isLong ? t('RiskMoney_setInfoText_long') : t('RiskMoney_setInfoText_short'),
    });
  };

  const decimals = FIELDS.RiskPercent;
  return (
    <>
      <CalculatorForm
        toggles={
          <DirectionToggle
            value={fields.positionType}
            onChange={(positionType) => form.change({ positionType })}
          />
        }
        onClear={form.clear}
        onCalculate={calculate}
      >
        <FormFields
          form={form}
          spec={RISK_PERCENT}
          rows={[
            { name: 'riskPercent', label: t('field.riskPercent'), unit: '%', decimals: decimals.riskPercent },
            {
              name: 'depositAmount',
              label: t('field.depositAmount'),
              unit: 'USD',
              decimals: decimals.depositAmount,
            },
            {
              name: 'leverage',
              label: t('field.leverage'),
              unit: '×',
              decimals: decimals.leverage,
              placeholder: '1',
            },
            {
              name: 'entryPrice',
              label: t('field.entryPrice'),
              unit: 'USD',
              decimals: decimals.entryPrice,
              action: <MarketPrice device={device} onChoose={(entryPrice) => form.change({ entryPrice })} />,
            },
            {
              name: 'stopLossPrice',
              label: t('field.stopLossPrice'),
              unit: 'USD',
              decimals: decimals.stopLossPrice,
            },
            {
              name: 'takeProfitPrice',
              label: t('field.takeProfitPrice'),
              unit: 'USD',
              decimals: decimals.takeProfitPrice,
            },
          ]}
        />
      </CalculatorForm>
      {result !== null && outcome?.ok && (
        <RiskPercentResultCard
          input={result.inputs}
          result={outcome}
          stale={form.stale}
          arrivals={form.arrivals}
        />
      )}
      <RecordLine device={device} record={form.record} />
      {result?.kept && outcome?.ok && outcome.shareable && (
        <SharePrompt device={device} result={{ calculationType: 'RiskPercent', inputs: result.inputs }} />
      )}
      <Attention />
      <MessageDialog message={refusal.message} onClose={refusal.close} />
    </>
  );
}
