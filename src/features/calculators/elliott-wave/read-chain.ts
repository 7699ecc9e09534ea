/** Reads a chain back from a draft or a record; ignores another version's data in another shape. */
import * as v from 'valibot';
import { WAVES } from '#core/calculators/elliott-wave.ts';
import { typedDigits } from '#core/number-input.ts';
import { readSymbol } from '#core/trade-symbol.ts';
import { type ChainInputs, type ChainState, emptyChain, openedChain } from './chain-state.ts';

const PositionTypeWord = v.picklist(['LONG', 'SHORT']);
const Level = v.nullable(v.pipe(v.number(), v.integer(), v.minValue(0)));
/** Earlier versions stored numbers as typed. */
const Digits = v.pipe(
  v.string(),
  v.transform((text) => typedDigits(text)),
);
const wave1 = { positionType: PositionTypeWord, startPrice: Digits, endPrice: Digits };

/** An object with any of the waves as keys. */
function perWave<S extends v.GenericSchema>(schema: S) {
  return v.record(v.picklist(WAVES), schema);
}

/** Absent in what earlier versions stored. */
const CoinSymbol = v.pipe(v.string(), v.transform(readSymbol));

const Inputs = v.object({
  symbol: v.exactOptional(CoinSymbol),
  ...wave1,
  choices: perWave(
    v.union([
      v.strictObject({ level: Level, actualPrice: Digits }),
      v.strictObject({ level: Level }),
      v.strictObject({ actualPrice: Digits }),
    ]),
  ),
});

const Draft = v.object({
  openedId: v.nullable(v.string()),
  symbol: v.optional(CoinSymbol, ''),
  ...wave1,
  choices: perWave(v.object({ level: Level, actualPrice: Digits })),
  calculated: v.nullable(v.object({ inputs: Inputs, id: v.nullable(v.string()), kept: v.boolean() })),
});

/** Null if it has another shape, or belongs to another opened record. */
export function readChain(stored: unknown, openedId: string | null): ChainState | null {
  const read = v.safeParse(Draft, stored);
  return read.success && read.output.openedId === openedId ? read.output : null;
}

/** The chain of a record; empty if the record holds something else. */
export function openedChainOf(record: { readonly id: string; readonly inputs: unknown }): ChainState {
  const read = v.safeParse(Inputs, record.inputs);
  const inputs: ChainInputs | null = read.success ? read.output : null;
  return inputs === null ? emptyChain(record.id) : openedChain(record.id, inputs);
}
