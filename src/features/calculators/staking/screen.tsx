/** Staking: the earnings of an amount over days, with or without compounding. */
import {
  MAX_STAKING_DAYS,
  STAKING,
  type StakingFields,
  type StakingRefusal,
  type StakingResult,
} from '#core/calculators/staking.ts';
import { wholeNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { type FieldRow, FormFields } from '../shared/form-fields.tsx';
import {
  type FormPartProps,
  type FormParts,
  type FormResultProps,
  FormScreen,
} from '../shared/form-screen.tsx';
import { SwitchRow } from '../shared/switch-row.tsx';
import { SymbolField } from '../shared/symbol-field.tsx';
import { StakingResultCard } from './result.tsx';

const PARTS: FormParts<StakingFields, StakingResult, StakingRefusal> = {
  rules: STAKING,
  FormFields: StakingFormFields,
  Result: StakingFormResult,
  refusal: (reason, _fields, t) => ({
    title: t(`stakingRefused.${reason}.title`),
    text: t(`stakingRefused.${reason}.text`, { most: wholeNumber(MAX_STAKING_DAYS) }),
  }),
};

export function Screen() {
  return <FormScreen parts={PARTS} />;
}

/** Each record has a card of its own: the table of days is closed again. */
function StakingFormResult({ id, ...props }: FormResultProps<StakingFields, StakingResult>) {
  return <StakingResultCard key={id} {...props} />;
}

function StakingFormFields({ form, fields }: FormPartProps<StakingFields>) {
  const { t } = useTranslation('calculators');
  const days = t('unit.days');
  const rows: FieldRow<'warmUpDays' | 'accrualDelay'>[] = [{ name: 'warmUpDays', unit: days }];
  if (fields.autoCompound) rows.push({ name: 'accrualDelay', unit: days });
  return (
    <>
      <SymbolField
        value={fields.symbol}
        onChange={(symbol) => form.change({ symbol })}
        onPick={({ symbol }) => form.change({ symbol })}
      />
      <FormFields
        form={form}
        rules={STAKING}
        rows={[
          { name: 'apr', unit: '%' },
          { name: 'depositAmount', label: t('field.amount'), unit: '' },
          { name: 'days', unit: days },
        ]}
      />
      <SwitchRow
        name="autoCompound"
        label={t('field.autoCompound')}
        checked={fields.autoCompound}
        onChange={(autoCompound) => form.change({ autoCompound })}
      />
      <FormFields form={form} rules={STAKING} rows={rows} />
    </>
  );
}
