/** The fees of a trade, folded away: most users set them once, in their account. */
import { ChevronDown } from 'lucide-react';
import type { TradeFields } from '#core/calculators/trade.ts';
import { shownNumber } from '#i18n/numbers.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { type FieldsForm, type FieldsRules, FormFields } from './form-fields.tsx';
import { SwitchRow } from './switch-row.tsx';
import './fee-fields.css';

export interface FeeFieldsProps {
  readonly form: FieldsForm<TradeFields> & { change(fields: Partial<TradeFields>): void };
  readonly rules: FieldsRules<TradeFields>;
  readonly fields: TradeFields;
}

export function FeeFields({ form, rules, fields }: FeeFieldsProps) {
  const { t } = useTranslation('calculators');
  const { entryFee, exitFee, riskIncludesFees } = fields;
  const shown = [entryFee, exitFee].map((fee) => `${shownNumber(fee || '0')}\u00a0%`).join(' · ');
  return (
    <details className="fee-fields">
      <summary className="fee-fields-title">
        {t('fees.title')}
        <span className="fee-fields-shown">
          {entryFee === '' && exitFee === '' ? t('fees.none') : shown}
          {riskIncludesFees && ` · ${t('fees.included')}`}
        </span>
        <ChevronDown className="fee-fields-mark" size={20} strokeWidth={1.75} aria-hidden="true" />
      </summary>
      <FormFields
        form={form}
        rules={rules}
        rows={[
          { name: 'entryFee', unit: '%' },
          { name: 'exitFee', unit: '%' },
        ]}
      />
      <SwitchRow
        name="riskIncludesFees"
        label={t('field.riskIncludesFees')}
        checked={riskIncludesFees}
        onChange={(checked) => form.change({ riskIncludesFees: checked })}
      />
    </details>
  );
}
