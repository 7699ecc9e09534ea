/** Reads a position back from a draft or a record; ignores another version's data in another shape. */
import * as v from 'valibot';
import { typedDigits } from '#core/number-input.ts';
import { readSymbol } from '#core/trade-symbol.ts';
import { emptyPosition, NO_REACH, type PositionState } from './position-state.ts';

const PositionTypeWord = v.picklist(['LONG', 'SHORT']);
const QuantityTypeWord = v.picklist(['quantity', 'percentage']);
/** Earlier versions stored numbers as typed. */
const Digits = v.pipe(
  v.string(),
  v.transform((text) => typedDigits(text)),
);
const Pair = v.pipe(v.tuple([Digits, Digits]), v.readonly());

/** Absent in what earlier versions stored. */
const CoinSymbol = v.pipe(v.string(), v.transform(readSymbol));

const Inputs = v.object({
  symbol: v.exactOptional(CoinSymbol),
  positionType: PositionTypeWord,
  quantityType: QuantityTypeWord,
  entries: v.pipe(v.array(Pair), v.readonly()),
  takeProfits: v.pipe(v.array(Pair), v.readonly()),
});

const entry = { quantity: Digits, price: Digits };
const level = { price: Digits, quantityOrPercent: Digits };
const id = { id: v.string() };

const Draft = v.object({
  openedId: v.nullable(v.string()),
  symbol: v.optional(CoinSymbol, ''),
  positionType: PositionTypeWord,
  quantityType: QuantityTypeWord,
  entries: v.array(v.object({ ...entry, ...id })),
  levels: v.array(v.object({ ...level, ...id })),
  entry: v.object(entry),
  entryBy: v.optional(v.picklist(['quantity', 'money']), 'quantity'),
  reach: v.optional(v.object({ wantedAverage: Digits, price: Digits }), NO_REACH),
  level: v.object(level),
  editing: v.nullable(
    v.variant('kind', [
      v.object({ kind: v.literal('entry'), ...entry, ...id }),
      v.object({ kind: v.literal('level'), ...level, ...id }),
    ]),
  ),
  sitting: v.nullable(v.object({ ...id, kept: v.boolean(), inputs: Inputs, touchedAt: v.number() })),
  made: v.number(),
});

/** Null if it has another shape, or belongs to another opened record. */
export function readPosition(stored: unknown, openedId: string | null): PositionState | null {
  const read = v.safeParse(Draft, stored);
  return read.success && read.output.openedId === openedId ? read.output : null;
}

/** The table as recorded; empty if the record holds something else. */
export function openedPosition(record: {
  readonly id: string;
  readonly inputs: unknown;
  readonly occurredAt: number;
}): PositionState {
  const read = v.safeParse(Inputs, record.inputs);
  const empty = emptyPosition(record.id);
  if (!read.success) return empty;
  const { symbol = '', positionType, quantityType, entries, takeProfits } = read.output;
  return {
    ...empty,
    symbol,
    positionType,
    quantityType,
    entries: entries.map(([quantity, price], at) => ({ id: String(at + 1), quantity, price })),
    levels: takeProfits.map(([price, quantityOrPercent], at) => ({
      id: String(entries.length + at + 1),
      price,
      quantityOrPercent,
    })),
    sitting: { id: record.id, kept: true, inputs: read.output, touchedAt: record.occurredAt },
    made: entries.length + takeProfits.length,
  };
}
