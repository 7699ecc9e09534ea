/** The number fields of a one-form calculator, in order. */
import type { ReactNode } from 'react';
import { useTranslation } from '#i18n/use-translation.ts';
import { NumberField } from '#ui/number-field.tsx';
import type { FormSpec } from './form-state.ts';
import type { Fields } from './inputs.ts';
import type { Form } from './use-form.ts';

export interface FieldRow<F extends Fields> {
  readonly name: keyof F & string;
  readonly label: string;
  readonly decimals: number;
  readonly unit?: string;
  /** The value of an empty field. */
  readonly placeholder?: string;
  readonly action?: ReactNode;
  /** Any error other than an empty field. */
  readonly error?: string | null;
}

export interface FormFieldsProps<F extends Fields> {
  readonly form: Form<F>;
  readonly spec: FormSpec<F>;
  readonly rows: readonly FieldRow<F>[];
}

export function FormFields<F extends Fields>({ form, spec, rows }: FormFieldsProps<F>) {
  const { t } = useTranslation('calculators');
  const required = form.fields === undefined ? [] : spec.required(form.fields);
  return rows.map(({ name, placeholder, error, ...row }) => (
    <NumberField
      key={name}
      {...row}
      name={name}
      value={String(form.fields?.[name] ?? '')}
      onChange={(text) => form.changeText(name, text)}
      placeholder={placeholder ?? '0'}
      required={required.includes(name)}
      error={form.missing.includes(name) ? t('required') : error}
    />
  ));
}
