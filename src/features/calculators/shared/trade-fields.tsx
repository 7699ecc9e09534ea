/** The fields that both risk calculators have, beside those of their risk. */
import type { TradeFields } from '#core/calculators/trade.ts';
import type { CarriedTrade } from './carried-trade.ts';
import type { FieldRow } from './form-fields.tsx';
import { SymbolField } from './symbol-field.tsx';

export const PRICE_ROWS: readonly FieldRow<'entryPrice' | 'stopLossPrice' | 'takeProfitPrice'>[] = [
  { name: 'entryPrice', unit: 'USD' },
  { name: 'stopLossPrice', unit: 'USD' },
  { name: 'takeProfitPrice', unit: 'USD' },
];

export const LEVERAGE_ROW: FieldRow<'leverage'> = { name: 'leverage', unit: '×', placeholder: '1' };

/** A trade of another calculator, as fields of a risk calculator. Leverage comes only from the other risk calculator. */
export function carriedFields({ quantity: _, leverage, ...fields }: CarriedTrade): Partial<TradeFields> {
  return leverage === '' ? fields : { ...fields, leverage };
}

/** @param quantity plain digits */
export function tradeOf(inputs: TradeFields, quantity: string): CarriedTrade {
  const { symbol, positionType, entryPrice, stopLossPrice, takeProfitPrice, leverage } = inputs;
  const order = quantity === '0' ? '' : quantity;
  return { symbol, positionType, entryPrice, stopLossPrice, takeProfitPrice, leverage, quantity: order };
}

export interface TradeSymbolProps {
  readonly form: { change(fields: { readonly symbol?: string; readonly entryPrice?: string }): void };
  readonly fields: { readonly symbol: string };
  /** The field after the entry price. */
  readonly next?: string;
}

/** The coin: picking one fills in its price. */
export function TradeSymbol({ form, fields, next = 'stopLossPrice' }: TradeSymbolProps) {
  return (
    <SymbolField
      value={fields.symbol}
      onChange={(symbol) => form.change({ symbol })}
      onPick={({ symbol, price }) => form.change({ symbol, entryPrice: price })}
      next={next}
    />
  );
}
