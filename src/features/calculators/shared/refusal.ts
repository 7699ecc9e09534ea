/** A calculator's refusal: haptic feedback, and a message. */
import type { TFunction } from 'i18next';
import { useCallback, useState } from 'react';
import type { PositionType } from '#core/calculators/outcome.ts';
import type { TradePrices } from '#core/calculators/trade.ts';
import { plainNumber } from '#core/number-input.ts';
import { useHost } from '#platform/host-context.tsx';
import type { DialogMessage } from './message-dialog.tsx';

export interface Refusal {
  readonly message: DialogMessage | null;
  refuse(message: DialogMessage): void;
  /** Haptic feedback only: the fields themselves show what is missing. */
  missing(): void;
  close(): void;
}

export function useRefusal(): Refusal {
  const host = useHost();
  const [message, setMessage] = useState<DialogMessage | null>(null);
  const close = useCallback(() => setMessage(null), []);
  return {
    message,
    refuse(next) {
      host.haptic('error');
      setMessage(next);
    },
    missing: () => host.haptic('error'),
    close,
  };
}

/** The message for a stop on the wrong side of the entry, which the other direction cures. */
export function wrongStop(
  { positionType, entryPrice, stopLossPrice }: TradePrices,
  t: TFunction<'calculators'>,
): DialogMessage & {
  readonly cure?: { readonly label: string; readonly fields: { readonly positionType: PositionType } };
} {
  const other = positionType === 'LONG' ? 'SHORT' : 'LONG';
  return {
    title: t('RiskMoney_setInfoText_title'),
    text: positionType === 'LONG' ? t('RiskMoney_setInfoText_long') : t('RiskMoney_setInfoText_short'),
    // At the entry itself the stop is wrong for both.
    ...(plainNumber(entryPrice) !== plainNumber(stopLossPrice) && {
      cure: { label: t(`cure.${other}`), fields: { positionType: other } },
    }),
  };
}
