/** The number fields of a one-form calculator, in order. */
import type { ReactNode } from 'react';
import type { Fields, FormRules, NumberName } from '#core/calculators/form-rules.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { NumberField } from '#ui/number-field.tsx';

export interface FieldRow<Name extends string> {
  readonly name: Name;
  /** By default the text of the field's name. */
  readonly label?: string;
  readonly unit?: string;
  /** The value of an empty field. */
  readonly placeholder?: string;
  readonly action?: ReactNode;
  /** Any error other than an empty field. */
  readonly error?: string | null;
}

/** What fields need of their form, which may have more of them. */
export interface FieldsForm<F extends Fields> {
  readonly fields: F | undefined;
  readonly missing: readonly string[];
  changeText(name: keyof F & string, text: string): void;
}

export interface FieldsRules<F extends Fields> extends Pick<FormRules<F, unknown, string>, 'decimals'> {
  required(fields: F): readonly string[];
}

export interface FormFieldsProps<F extends Fields> {
  readonly form: FieldsForm<F>;
  readonly rules: FieldsRules<F>;
  readonly rows: readonly FieldRow<NumberName<F>>[];
}

export function FormFields<F extends Fields>({ form, rules, rows }: FormFieldsProps<F>) {
  const { t } = useTranslation('calculators');
  const required = form.fields === undefined ? [] : rules.required(form.fields);
  return rows.map(({ name, label, placeholder, error, ...row }) => (
    <NumberField
      key={name}
      {...row}
      name={name}
      label={label ?? (t as (key: string) => string)(`field.${name}`)}
      decimals={rules.decimals[name]}
      value={String(form.fields?.[name] ?? '')}
      onChange={(text) => form.changeText(name, text)}
      placeholder={placeholder ?? '0'}
      required={required.includes(name)}
      error={form.missing.includes(name) ? t('required') : error}
    />
  ));
}
