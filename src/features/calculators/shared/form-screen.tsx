/** The screen of a one-form calculator: its rules, with the parts that are its own. */
import type { TFunction } from 'i18next';
import { type ComponentType, useMemo } from 'react';
import type { Fields, FormRules } from '#core/calculators/form-rules.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { CalculatorForm } from './calculator-form.tsx';
import { CalculatorFrame, type OpenedProps } from './calculator-screen.tsx';
import { type DialogMessage, MessageDialog } from './message-dialog.tsx';
import { RecordLine } from './record-line.tsx';
import { useRefusal } from './refusal.ts';
import { SharePrompt } from './share-prompt.tsx';
import { type Form, useForm } from './use-form.ts';

export interface FormPartProps<F extends Fields> {
  readonly form: Form<F>;
  readonly fields: F;
}

export interface FormResultProps<F extends Fields, Result> {
  /** The record's id; null if the result is no record. */
  readonly id: string | null;
  readonly input: F;
  readonly result: Result;
  readonly stale: boolean;
  readonly arrivals: number;
}

export interface FormParts<F extends Fields, Result, Reason extends string> {
  readonly rules: FormRules<F, Result, Reason>;
  /** Above the fields. */
  readonly Toggles?: ComponentType<FormPartProps<F>>;
  readonly FormFields: ComponentType<FormPartProps<F>>;
  readonly Result: ComponentType<FormResultProps<F, Result>>;
  /** Below the result. */
  readonly Foot?: ComponentType;
  /** The message for a refused calculation. */
  refusal(reason: Reason, fields: F, t: TFunction<'calculators'>): DialogMessage;
  /** Whether a result is recorded; without it, every result is. */
  isRecorded?(result: Result): boolean;
}

type Shareable = { readonly shareable: boolean };

export function FormScreen<F extends Fields, Result extends Shareable, Reason extends string>({
  parts,
}: {
  readonly parts: FormParts<F, Result, Reason>;
}) {
  return (
    <CalculatorFrame calculationType={parts.rules.type}>
      {(opened) => <OneForm opened={opened} parts={parts} />}
    </CalculatorFrame>
  );
}

interface OneFormProps<F extends Fields, Result, Reason extends string> extends OpenedProps {
  readonly parts: FormParts<F, Result, Reason>;
}

function OneForm<F extends Fields, Result extends Shareable, Reason extends string>({
  opened,
  parts,
}: OneFormProps<F, Result, Reason>) {
  const { rules, Toggles, FormFields, Result, Foot } = parts;
  const { t } = useTranslation('calculators');
  const refusal = useRefusal();
  const form = useForm({ rules, opened });
  const { fields, result } = form;
  const outcome = useMemo(() => (result === null ? null : rules.calculate(result.inputs)), [rules, result]);
  if (fields === undefined) return null;

  const calculate = () => {
    if (!form.isComplete()) {
      refusal.missing();
      return;
    }
    const tried = rules.calculate(fields);
    if (tried.ok) form.calculated(parts.isRecorded?.(tried) ?? true);
    else refusal.refuse(parts.refusal(tried.error.type, fields, t));
  };

  return (
    <>
      <CalculatorForm
        toggles={Toggles && <Toggles form={form} fields={fields} />}
        onClear={form.clear}
        onCalculate={calculate}
      >
        <FormFields form={form} fields={fields} />
      </CalculatorForm>
      {result !== null && outcome?.ok && (
        <Result
          id={result.id}
          input={result.inputs}
          result={outcome}
          stale={form.stale}
          arrivals={form.arrivals}
        />
      )}
      <RecordLine record={form.record} />
      {result?.kept && outcome?.ok && outcome.shareable && (
        <SharePrompt calculationType={rules.type} inputs={result.inputs} />
      )}
      {Foot && <Foot />}
      <MessageDialog message={refusal.message} onClose={refusal.close} />
    </>
  );
}
