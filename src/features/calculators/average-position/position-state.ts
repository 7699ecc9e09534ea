/** The table of a position as a draft: rows, typed text, and the sitting that its record belongs to. */
import {
  type AveragePositionInput,
  type PositionEntry,
  type QuantityType,
  quantityForMoney,
  type TakeProfitLevel,
} from '#core/calculators/average-position.ts';
import type { PositionType } from '#core/calculators/outcome.ts';
import { plainNumber } from '#core/number-input.ts';
import type { PositionInputs } from './position-inputs.ts';
import type { Sitting } from './sitting.ts';

export type EntryBy = 'quantity' | 'money';

export interface Reach {
  readonly wantedAverage: string;
  readonly price: string;
}

export interface EntryRow extends PositionEntry {
  readonly id: string;
}

export interface LevelRow extends TakeProfitLevel {
  readonly id: string;
}

/** A row being edited in its dialog, as typed so far. */
export type Editing = ({ readonly kind: 'entry' } & EntryRow) | ({ readonly kind: 'level' } & LevelRow);

/** The calculated and recorded part. */
export interface PositionTable {
  /** Of the coin; empty if it has none. */
  readonly symbol: string;
  readonly positionType: PositionType;
  readonly quantityType: QuantityType;
  readonly entries: readonly EntryRow[];
  readonly levels: readonly LevelRow[];
}

export interface PositionState extends PositionTable {
  /** The record that was opened from the history, or null. */
  readonly openedId: string | null;
  /** The add forms as typed so far. */
  readonly entry: PositionEntry;
  /** The unit of the quantity in the form for entries: coins, or money. */
  readonly entryBy: EntryBy;
  /** The wanted average, and the price at which to buy for it, as typed so far. */
  readonly reach: Reach;
  readonly level: TakeProfitLevel;
  readonly editing: Editing | null;
  readonly sitting: Sitting | null;
  /** Number of rows made so far, so that ids are never reused. */
  readonly made: number;
}

/** As JSON text in UTF-8, which is all ASCII. */
export const MAX_INPUTS_LENGTH = 2048;

const NO_ENTRY: PositionEntry = { quantity: '', price: '' };
export const NO_REACH: Reach = { wantedAverage: '', price: '' };
const NO_LEVEL: TakeProfitLevel = { price: '', quantityOrPercent: '' };

export function emptyPosition(openedId: string | null): PositionState {
  return {
    openedId,
    symbol: '',
    positionType: 'LONG',
    quantityType: 'quantity',
    entries: [],
    levels: [],
    entry: NO_ENTRY,
    entryBy: 'quantity',
    reach: NO_REACH,
    level: NO_LEVEL,
    editing: null,
    sitting: null,
    made: 0,
  };
}

/** Whether two states differ only in typed text. */
export function isSameTable(a: PositionTable, b: PositionTable): boolean {
  return (
    a.entries === b.entries &&
    a.levels === b.levels &&
    a.positionType === b.positionType &&
    a.quantityType === b.quantityType &&
    a.symbol === b.symbol
  );
}

/** The calculator's input. */
export function positionInput(table: PositionTable): AveragePositionInput {
  const { positionType, quantityType, entries, levels } = table;
  return { positionType, quantityType, entries, takeProfits: levels };
}

export function recordedInputs(table: PositionTable): PositionInputs {
  return {
    ...(table.symbol !== '' && { symbol: table.symbol }),
    positionType: table.positionType,
    quantityType: table.quantityType,
    entries: table.entries.map(({ quantity, price }) => [plainNumber(quantity), plainNumber(price)]),
    takeProfits: table.levels.map(({ price, quantityOrPercent }) => [
      plainNumber(price),
      plainNumber(quantityOrPercent),
    ]),
  };
}

/** Whether the position still fits into a record. */
export function fits(table: PositionTable): boolean {
  return JSON.stringify(recordedInputs(table)).length <= MAX_INPUTS_LENGTH;
}

/** The entry in the form, with its quantity in coins. */
export function typedEntry({ entry, entryBy }: Pick<PositionState, 'entry' | 'entryBy'>): PositionEntry {
  return entryBy === 'money' ? { ...entry, quantity: quantityForMoney(entry.quantity, entry.price) } : entry;
}

export function addEntry(state: PositionState, entry = typedEntry(state)): PositionState {
  const row = { ...entry, id: String(state.made + 1) };
  return { ...state, entries: [...state.entries, row], entry: NO_ENTRY, made: state.made + 1 };
}

export function addLevel(state: PositionState): PositionState {
  const row = { ...state.level, id: String(state.made + 1) };
  return { ...state, levels: [...state.levels, row], level: NO_LEVEL, made: state.made + 1 };
}

/** Whether the dialog has changes that its row does not. */
export function hasEdits({ editing, entries, levels }: PositionState): boolean {
  if (editing === null) return false;
  if (editing.kind === 'entry') {
    const row = entries.find(({ id }) => id === editing.id);
    return row?.price !== editing.price || row.quantity !== editing.quantity;
  }
  const row = levels.find(({ id }) => id === editing.id);
  return row?.price !== editing.price || row.quantityOrPercent !== editing.quantityOrPercent;
}

/** Replaces the row with the dialog's text. */
export function saveEditing(state: PositionState): PositionState {
  const { editing } = state;
  if (editing === null) return state;
  const closed = { ...state, editing: null };
  if (editing.kind === 'entry') {
    const { kind: _, ...row } = editing;
    return { ...closed, entries: state.entries.map((before) => (before.id === row.id ? row : before)) };
  }
  const { kind: _, ...row } = editing;
  return { ...closed, levels: state.levels.map((before) => (before.id === row.id ? row : before)) };
}

/**
 * The table without a row, and a step that restores it at its place. Without its last entry there is no position, so
 * the levels go too.
 */
export function removeRow(
  state: PositionState,
  id: string,
): { readonly state: PositionState; readonly undo: (later: PositionState) => PositionState } {
  const entries = state.entries.filter((row) => row.id !== id);
  const isGone = entries.length === 0 && state.entries.length > 0;
  const levels = isGone ? [] : state.levels.filter((row) => row.id !== id);
  return {
    state: { ...state, entries, levels },
    undo: (later) => ({
      ...later,
      entries: putBack(later.entries, state.entries, entries),
      levels: putBack(later.levels, state.levels, levels),
    }),
  };
}

/** The rows, plus those of `before` that `after` lacks, each at its former place. */
function putBack<Row extends { readonly id: string }>(
  rows: readonly Row[],
  before: readonly Row[],
  after: readonly Row[],
): readonly Row[] {
  const has = (list: readonly Row[], { id }: Row) => list.some((row) => row.id === id);
  return before.reduce<readonly Row[]>(
    (all, row, index) =>
      has(after, row) || has(all, row) ? all : all.toSpliced(Math.min(index, all.length), 0, row),
    rows,
  );
}
