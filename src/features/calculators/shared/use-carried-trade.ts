/** Fills a calculator with the trade that another one has handed over, and offers to take that back. */
import { useEffect, useRef } from 'react';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { useTranslation } from '#i18n/use-translation.ts';
import { useToast } from '#ui/toast.tsx';
import { type CarriedTrade, takeCarried } from './carried-trade.ts';
import type { ScreenDraft } from './use-draft.ts';

export function useCarriedTrade<State>(
  calculator: CalculationType,
  draft: ScreenDraft<State>,
  fill: ((before: State, trade: CarriedTrade) => State) | undefined,
): void {
  const { t } = useTranslation('calculators');
  const toast = useToast();
  const isRead = draft.value !== undefined;
  const latest = useRef({ draft, fill });
  latest.current = { draft, fill };
  useEffect(() => {
    const { draft: now, fill: filled } = latest.current;
    const before = now.value;
    if (!isRead || before === undefined || filled === undefined) return;
    const trade = takeCarried(calculator);
    if (trade === null) return;
    now.update((state) => filled(state, trade));
    toast({
      text: t('carry.done'),
      action: { label: t('undo'), onAction: () => latest.current.draft.update(() => before) },
    });
  }, [calculator, isRead, t, toast]);
}
