/** Staking: the earnings of an amount over days, with or without compounding. */
import { useMemo } from 'react';
import { calculateStaking, MAX_STAKING_DAYS, type StakingInput } from '#core/calculators/staking.ts';
import { FIELDS } from '#core/number-input.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { CalculatorForm } from '../shared/calculator-form.tsx';
import {
  CalculatorFrame,
  type CalculatorScreenProps,
  type OpenedProps,
} from '../shared/calculator-screen.tsx';
import { type FieldRow, FormFields } from '../shared/form-fields.tsx';
import type { FormSpec } from '../shared/form-state.ts';
import { MessageDialog } from '../shared/message-dialog.tsx';
import { RecordLine } from '../shared/record-line.tsx';
import { useRefusal } from '../shared/refusal.ts';
import { SharePrompt } from '../shared/share-prompt.tsx';
import { SwitchRow } from '../shared/switch-row.tsx';
import { useForm } from '../shared/use-form.ts';
import { StakingResultCard } from './result.tsx';

type StakingFields = Pick<StakingInput, keyof StakingInput>;

export const STAKING: FormSpec<StakingFields> = {
  empty: { apr: '', depositAmount: '', days: '', autoCompound: false, warmUpDays: '0', accrualDelay: '0' },
  words: {},
  required: ({ autoCompound }) =>
    autoCompound
      ? ['apr', 'depositAmount', 'days', 'warmUpDays', 'accrualDelay']
      : ['apr', 'depositAmount', 'days', 'warmUpDays'],
  settle: (fields) => (fields.autoCompound ? fields : { ...fields, accrualDelay: '0' }),
};

export function StakingScreen(props: CalculatorScreenProps) {
  return (
    <CalculatorFrame {...props} calculationType="Staking">
      {(opened) => <Staking device={props.device} opened={opened} />}
    </CalculatorFrame>
  );
}

function Staking({ device, opened }: OpenedProps) {
  const { t } = useTranslation('calculators');
  const refusal = useRefusal();
  const form = useForm({ device, calculationType: 'Staking', screen: 'staking', spec: STAKING, opened });
  const { fields, result } = form;
  const outcome = useMemo(() => (result === null ? null : calculateStaking(result.inputs)), [result]);
  if (fields === undefined) return null;

  const calculate = () => {
    if (!form.isComplete()) {
      refusal.missing();
      return;
    }
    const tried = calculateStaking(fields);
    if (tried.ok) {
      form.calculated(true);
      return;
    }
    refusal.refuse({
      title: t(`stakingRefused.${tried.error.type}.title`),
      text: t(`stakingRefused.${tried.error.type}.text`, { most: wholeNumber(MAX_STAKING_DAYS) }),
    });
  };

  const days = t('unit.days');
  const decimals = FIELDS.Staking;
  const rows: FieldRow<StakingFields>[] = [
    { name: 'warmUpDays', label: t('field.warmUpDays'), unit: days, decimals: decimals.warmUpDays },
  ];
  if (fields.autoCompound) {
    rows.push({
      name: 'accrualDelay',
      label: t('field.accrualDelay'),
      unit: days,
      decimals: decimals.accrualDelay,
    });
  }
  return (
    <>
      <CalculatorForm onClear={form.clear} onCalculate={calculate}>
        <FormFields
          form={form}
          spec={STAKING}
          rows={[
            { name: 'apr', label: t('field.apr'), unit: '%', decimals: decimals.apr },
            { name: 'depositAmount', label: t('field.amount'), decimals: decimals.depositAmount, unit: '' },
            { name: 'days', label: t('field.days'), unit: days, decimals: decimals.days },
          ]}
        />
        <SwitchRow
          name="autoCompound"
          label={t('field.autoCompound')}
          checked={fields.autoCompound}
          onChange={(autoCompound) => form.change({ autoCompound })}
        />
        <FormFields form={form} spec={STAKING} rows={rows} />
      </CalculatorForm>
      {result !== null && outcome?.ok && (
        <StakingResultCard
          key={result.id}
          input={result.inputs}
          result={outcome}
          stale={form.stale}
          arrivals={form.arrivals}
        />
      )}
      <RecordLine device={device} record={form.record} />
      {result?.kept && outcome?.ok && outcome.shareable && (
        <SharePrompt device={device} result={{ calculationType: 'Staking', inputs: result.inputs }} />
      )}
      <MessageDialog message={refusal.message} onClose={refusal.close} />
    </>
  );
}
