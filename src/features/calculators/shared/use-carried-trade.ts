/** Fills a calculator with the trade that another one has handed over, and offers to take that back. */
import { useLocation } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { priceValue } from '#core/number-input.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { type CarriedTrade, takeCarried } from './carried-trade.ts';
import type { ScreenDraft } from './use-draft.ts';
import { useUndo } from './use-undo.ts';

export interface Carrying<State> {
  fill(before: State, trade: CarriedTrade): State;
  /** The later state, with the filled fields as they were before. */
  restore(now: State, before: State): State;
}

/** @param carrying undefined if the calculator takes no trades */
export function useCarriedTrade<State>(
  calculator: CalculationType,
  draft: ScreenDraft<State>,
  carrying: Carrying<State> | undefined,
): void {
  const { t } = useTranslation('calculators');
  const offerUndo = useUndo();
  const { isSettled } = draft;
  const visit = useLocation({ select: ({ state }) => state.carriedTo });
  const latest = useRef({ draft, carrying });
  latest.current = { draft, carrying };
  useEffect(() => {
    const { draft: current, carrying: steps } = latest.current;
    if (!isSettled || steps === undefined) return;
    const carried = takeCarried(visit, calculator);
    if (carried === null) return;
    const trade = { ...carried, entryPrice: priceValue(carried.entryPrice) };
    let before: State | undefined;
    current.update((state) => {
      before = state;
      return steps.fill(state, trade);
    });
    offerUndo(t('carry.done'), () =>
      latest.current.draft.update((now) => (before === undefined ? now : steps.restore(now, before))),
    );
  }, [calculator, visit, isSettled, t, offerUndo]);
}
