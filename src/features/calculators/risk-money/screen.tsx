/** Risk by money: how many coins to buy so that the stop costs exactly the money at risk. */
import { useMemo } from 'react';
import { calculateRiskMoney, type RiskMoneyInput } from '#core/calculators/risk-money.ts';
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
import { RiskMoneyResultCard } from './result.tsx';

type RiskMoneyFields = Pick<RiskMoneyInput, keyof RiskMoneyInput>;

export const RISK_MONEY: FormSpec<RiskMoneyFields> = {
  empty: {
    positionType: 'LONG',
    riskAmount: '',
    entryPrice: '',
    stopLossPrice: '',
    takeProfitPrice: '',
    leverage: '',
  },
  words: { positionType: POSITION_TYPES },
  required: () => ['riskAmount', 'entryPrice', 'stopLossPrice', 'takeProfitPrice'],
};

export function RiskMoneyScreen(props: CalculatorScreenProps) {
  return (
    <CalculatorFrame {...props} calculationType="RiskMoney">
      {(opened) => <RiskMoney device={props.device} opened={opened} />}
    </CalculatorFrame>
  );
}

function RiskMoney({ device, opened }: OpenedProps) {
  const { t } = useTranslation('calculators');
  const refusal = useRefusal();
  const form = useForm({
    device,
    calculationType: 'RiskMoney',
    screen: 'risk-money',
    spec: RISK_MONEY,
    opened,
  });
  const { fields, result } = form;
  const outcome = useMemo(() => (result === null ? null : calculateRiskMoney(result.inputs)), [result]);
  if (fields === undefined) return null;

  const calculate = () => {
    if (!form.isComplete()) {
      refusal.missing();
      return;
    }
    if (calculateRiskMoney(fields).ok) {
      form.calculated(true);
      return;
    }
    const isLong = fields.positionType === 'LONG';
    refusal.refuse({
      title: t('RiskMoney_setInfoText_title'),
      text: isLong ? t('RiskMoney_setInfoText_long') : t('RiskMoney_setInfoText_short'),
    });
  };

  const decimals = FIELDS.RiskMoney;
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
          spec={RISK_MONEY}
          rows={[
            { name: 'riskAmount', label: t('field.riskAmount'), unit: 'USD', decimals: decimals.riskAmount },
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
            {
              name: 'leverage',
              label: t('field.leverage'),
              unit: '×',
              decimals: decimals.leverage,
              placeholder: '1',
            },
          ]}
        />
      </CalculatorForm>
      {result !== null && outcome?.ok && (
        <RiskMoneyResultCard
          input={result.inputs}
          result={outcome}
          stale={form.stale}
          arrivals={form.arrivals}
        />
      )}
      <RecordLine device={device} record={form.record} />
      {result?.kept && outcome?.ok && outcome.shareable && (
        <SharePrompt device={device} result={{ calculationType: 'RiskMoney', inputs: result.inputs }} />
      )}
      <Attention />
      <MessageDialog message={refusal.message} onClose={refusal.close} />
    </>
  );
}
