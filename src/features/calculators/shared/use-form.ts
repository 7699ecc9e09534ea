/** A one-form calculator: its fields as a draft, Calculate, Clear, and its record. */
import { useEffect, useState } from 'react';
import { type Fields, type FormRules, recordedInputs } from '#core/calculators/form-rules.ts';
import { useDevice } from '#device/device-context.ts';
import type { DeviceRecord } from '#device/model.ts';
import { newRecordId } from '#platform/record-id.ts';
import { useLive } from '#ui/use-live.ts';
import { type PlanQuestion, useArrivedPlan } from '../plans/use-arrived-plan.ts';
import { type Calculated, calculateStep } from './calculated.ts';
import type { CarriedTrade } from './carried-trade.ts';
import {
  emptyState,
  type FormState,
  inputsOf,
  isStale,
  missingFields,
  openedState,
  readState,
  withAccount,
  withFields,
  withTrade,
} from './form-state.ts';
import { useCarriedTrade } from './use-carried-trade.ts';
import { draftKey, useDraft } from './use-draft.ts';
import { useCalculatedRecord, useSaveRecord } from './use-save-record.ts';

export interface FormOptions<F extends Fields> {
  readonly rules: FormRules<F, unknown, string>;
  readonly opened: DeviceRecord | null;
  /** The fields that a trade of another calculator fills in; undefined if it fills none. */
  readonly carried?: ((trade: CarriedTrade, fields: F) => Partial<F>) | undefined;
}

export interface Form<F extends Fields> {
  /** Undefined while the draft is being read. */
  readonly fields: F | undefined;
  change(fields: Partial<F>): void;
  changeText(name: keyof F & string, text: string): void;
  clear(): void;
  /** Required fields that were empty at the last Calculate and still are. */
  readonly missing: readonly (keyof F & string)[];
  /** Marks the empty required fields; true if there are none. */
  isComplete(): boolean;
  /** Shows the fields as calculated, and records them unless they were recorded last. */
  calculated(isRecord: boolean): void;
  readonly result: Calculated<F> | null;
  readonly stale: boolean;
  readonly record: DeviceRecord | null | undefined;
  /** Grows with each Calculate that showed a result, so that the card scrolls into view. */
  readonly arrivals: number;
  /** A plan link has filled in the trade. */
  readonly isFromPlan: boolean;
  /** Of that plan. */
  readonly targets: readonly string[];
  /** A plan link waits for the user to decide. */
  readonly planQuestion: PlanQuestion | null;
}

export function useForm<F extends Fields>(options: FormOptions<F>): Form<F> {
  const { rules: spec, opened } = options;
  const openedId = opened?.id ?? null;
  const draft = useDraft<FormState<F>>(
    draftKey(spec.type, opened),
    (stored) => readState(spec, openedId, stored),
    () => (opened === null ? emptyState(spec) : openedState(spec, opened.id, opened.inputs)),
  );
  const account = useLive(useDevice().live.account);
  const isFollowing = opened === null && draft.isSettled && account !== undefined;
  const { update } = draft;
  useEffect(() => {
    if (isFollowing) update((before) => withAccount(spec, before, account));
  }, [isFollowing, account, spec, update]);

  const { carried } = options;
  useCarriedTrade(
    spec.type,
    draft,
    carried && {
      fill: (before, trade) => withTrade(spec, before, carried(trade, before.fields)),
      restore: (now, { fields, isFromPlan, targets }) => ({ ...now, fields, isFromPlan, targets }),
    },
  );
  const planQuestion = useArrivedPlan({ spec, draft, carried });
  const [checked, setChecked] = useState(false);
  const [arrivals, setArrivals] = useState(0);
  const state = draft.value;

  const onSaved = (id: string) =>
    draft.update((before) =>
      before.calculated?.id === id ? { ...before, calculated: { ...before.calculated, kept: true } } : before,
    );
  const writer = useSaveRecord(spec.type, onSaved);
  const record = useCalculatedRecord(state?.calculated, onSaved, () => {
    const calculated = state?.calculated;
    if (calculated?.id) writer.write(calculated.id, recordedInputs(spec, calculated.inputs));
  });

  const change = (fields: Partial<F>) => draft.update((before) => withFields(spec, before, fields));

  return {
    fields: state?.fields,
    change,
    changeText: (name, text) =>
      draft.update((before) => ({ ...before, fields: { ...before.fields, [name]: text } })),
    clear() {
      setChecked(false);
      const clear = emptyState(spec);
      draft.update(({ openedId }) => ({
        ...(account === undefined ? clear : withAccount(spec, clear, account)),
        openedId,
      }));
    },
    missing: checked && state !== undefined ? missingFields(spec, state.fields) : [],
    isComplete() {
      setChecked(true);
      return state !== undefined && missingFields(spec, state.fields).length === 0;
    },
    calculated(isRecord) {
      setArrivals((before) => before + 1);
      draft.update((before) => {
        const step = calculateStep(before.calculated, inputsOf(spec, before.fields), isRecord, newRecordId);
        const { id, inputs } = step.calculated;
        if (step.write && id !== null) writer.write(id, recordedInputs(spec, inputs));
        return { ...before, calculated: step.calculated };
      });
    },
    result: state?.calculated ?? null,
    stale: state !== undefined && isStale(spec, state),
    record,
    arrivals,
    isFromPlan: state?.isFromPlan === true,
    targets: state?.targets ?? [],
    planQuestion,
  };
}
