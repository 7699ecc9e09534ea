/** Where the sheet of a coin leads: to a calculator with its price, and to its alert. */
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { CALCULATION_TYPES, CALCULATORS, type CalculationType, pathOf } from '#core/calculators/catalogue.ts';
import { readSymbol } from '#core/trade-symbol.ts';
import { useDevice } from '#device/device-context.ts';
import { carryTo } from '#features/calculators/shared/carried-trade.ts';
import type { CoinActions } from '#features/market/coin-sheet.tsx';
import { newRecordId } from '#platform/record-id.ts';
import { useLive } from '#ui/use-live.ts';

export function useCoinActions(): CoinActions {
  const { live } = useDevice();
  const navigate = useNavigate();
  const newest = useLive(useMemo(() => live.history({ limit: 1 }), [live]))?.[0];
  return {
    onUse({ symbol, price }) {
      const calculator = takerAfter(newest?.calculationType);
      if (calculator === undefined) return;
      const visit = newRecordId();
      carryTo(visit, calculator, {
        symbol: readSymbol(symbol),
        positionType: 'LONG',
        entryPrice: price,
        stopLossPrice: '',
        takeProfitPrice: '',
        leverage: '',
        quantity: '',
      });
      void navigate({ to: pathOf(calculator), state: { carriedTo: visit } });
    },
    onAlert: (alert) => void navigate({ to: '/notifications', search: { alert } }),
  };
}

/** The calculator used last, if it takes a trade; else the first one that does. */
function takerAfter(last: CalculationType | undefined): CalculationType | undefined {
  const takers = CALCULATION_TYPES.filter((type) => 'takesTrades' in CALCULATORS[type]);
  return takers.find((type) => type === last) ?? takers[0];
}
