/** The screen of a one-form calculator: its rules, with the parts that are its own. */
import type { TFunction } from 'i18next';
import { type ComponentType, useMemo } from 'react';
import type { Fields, FormRules } from '#core/calculators/form-rules.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { PlanNotice } from '../plans/plan-notice.tsx';
import { SharePlan } from '../plans/share-plan.tsx';
import { CalculatorForm } from './calculator-form.tsx';
import { CalculatorFrame, type OpenedProps } from './calculator-screen.tsx';
import type { CarriedTrade } from './carried-trade.ts';
import { CarryOver } from './carry-over.tsx';
import { MarkOutcome } from './mark-outcome.tsx';
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
  /** Changes the form and calculates again, as a cure does. */
  readonly apply: (fields: Partial<F>) => void;
}

export interface FormParts<F extends Fields, Result, Reason extends string> {
  readonly rules: FormRules<F, Result, Reason>;
  /** Above the fields. */
  readonly Toggles?: ComponentType<FormPartProps<F>>;
  readonly FormFields: ComponentType<FormPartProps<F>>;
  readonly Result: ComponentType<FormResultProps<F, Result>>;
  /** Below the result. */
  readonly Foot?: ComponentType;
  /** The message for a refused calculation, perhaps with a change that cures it. */
  refusal(reason: Reason, fields: F, t: TFunction<'calculators'>): RefusalMessage<F>;
  /** A trade of another calculator, as fields of this one. */
  carried?(trade: CarriedTrade, fields: F): Partial<F>;
  /** The trade of a result, for the other calculators; null if it has no prices. */
  trade?(inputs: F, result: Result): CarriedTrade | null;
  /** Whether the trade of a result is a plan to share: stop and target on their sides of the entry. */
  isPlan?(result: Result): boolean;
  /** Whether a result is recorded; without it, every result is. */
  isRecorded?(result: Result): boolean;
}

export interface RefusalMessage<F extends Fields> extends DialogMessage {
  readonly cure?: { readonly label: string; readonly fields: Partial<F> };
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
  const form = useForm({ rules, opened, carried: parts.carried });
  const { fields, result } = form;
  const outcome = useMemo(() => (result === null ? null : rules.calculate(result.inputs)), [rules, result]);
  const isCurrent = result !== null && outcome?.ok === true && !form.stale;
  const trade = isCurrent ? parts.trade?.(result.inputs, outcome) : null;
  if (fields === undefined) return null;

  const calculate = (changed?: Partial<F>) => {
    if (changed !== undefined) form.change(changed);
    if (!form.isComplete()) {
      refusal.missing();
      return;
    }
    const now = { ...fields, ...changed };
    const tried = rules.calculate(now);
    if (tried.ok) form.calculated(parts.isRecorded?.(tried) ?? true);
    else refuse(parts.refusal(tried.error.type, now, t));
  };

  const refuse = ({ cure, ...message }: RefusalMessage<F>) =>
    refusal.refuse({
      ...message,
      ...(cure && { action: { label: cure.label, onAction: () => calculate(cure.fields) } }),
    });

  const plan = trade && outcome?.ok && parts.isPlan?.(outcome) ? trade : null;
  return (
    <>
      <PlanNotice isFromPlan={form.isFromPlan} question={form.planQuestion} />
      <CalculatorForm
        toggles={Toggles && <Toggles form={form} fields={fields} />}
        onClear={form.clear}
        onCalculate={() => calculate()}
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
          apply={calculate}
        />
      )}
      {trade && <CarryOver from={rules.type} trade={trade} />}
      {plan && <SharePlan trade={plan} />}
      <RecordLine record={form.record} />
      <MarkOutcome record={form.record} />
      {result?.kept && outcome?.ok && outcome.shareable && (
        <SharePrompt calculationType={rules.type} inputs={result.inputs} trade={plan} />
      )}
      {Foot && <Foot />}
      <MessageDialog message={refusal.message} onClose={refusal.close} />
    </>
  );
}
