/** Fills a form with the plan that has arrived for it; where that would replace what the user has typed, they decide. */
import { useEffect, useEffectEvent } from 'react';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import type { Fields, FormSpec } from '#core/calculators/form-rules.ts';
import { useLive } from '#ui/use-live.ts';
import type { CarriedTrade } from '../shared/carried-trade.ts';
import { type FormState, replacesTyped, withPlan } from '../shared/form-state.ts';
import type { ScreenDraft } from '../shared/use-draft.ts';
import { arrivedPlan, settlePlan } from './arrived-plan.ts';

export interface PlanQuestion {
  use(): void;
  keep(): void;
}

export interface ArrivedPlanOptions<F extends Fields> {
  readonly spec: FormSpec<F> & { readonly type: CalculationType };
  readonly draft: ScreenDraft<FormState<F>>;
  /** Undefined if the form takes no trades. */
  readonly carried: ((trade: CarriedTrade, fields: F) => Partial<F>) | undefined;
}

/** Null unless the user has to decide. */
export function useArrivedPlan<F extends Fields>(options: ArrivedPlanOptions<F>): PlanQuestion | null {
  const { spec, draft, carried } = options;
  const plan = useLive(arrivedPlan);
  const state = draft.value;
  const isMine = plan != null && plan.to === spec.type && state?.openedId === null && draft.isSettled;
  const fields = isMine && carried !== undefined ? carried(plan.trade, state.fields) : null;
  const isQuestion = fields !== null && state !== undefined && replacesTyped(spec, state, fields);

  const use = () => {
    if (fields === null || plan == null) return;
    draft.update((before) => withPlan(spec, before, fields, plan.targets));
    settlePlan();
  };
  const fill = useEffectEvent(use);
  const isSafe = fields !== null && !isQuestion;
  useEffect(() => {
    if (isSafe) fill();
  }, [isSafe]);
  return isQuestion ? { use, keep: settlePlan } : null;
}
