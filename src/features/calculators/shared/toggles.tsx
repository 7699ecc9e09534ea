/** The toggle above every calculator that has a direction. */

import type { PositionType } from '#core/calculators/outcome.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { Segmented } from '#ui/segmented.tsx';

export interface DirectionToggleProps {
  readonly value: PositionType;
  readonly onChange: (value: PositionType) => void;
}

export function DirectionToggle({ value, onChange }: DirectionToggleProps) {
  const { t } = useTranslation('calculators');
  return (
    <Segmented
      label={t('direction.label')}
      name="positionType"
      value={value}
      options={[
        { value: 'LONG', label: t('direction.LONG'), tone: 'gain' },
        { value: 'SHORT', label: t('direction.SHORT'), tone: 'loss' },
      ]}
      onChange={onChange}
    />
  );
}

export interface FormDirectionProps {
  readonly form: { change(fields: { readonly positionType: PositionType }): void };
  readonly fields: { readonly positionType: PositionType };
}

/** The same toggle, for a form with this field. */
export function FormDirection({ form, fields }: FormDirectionProps) {
  return (
    <DirectionToggle value={fields.positionType} onChange={(positionType) => form.change({ positionType })} />
  );
}
