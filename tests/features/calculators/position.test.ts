import { describe, expect, it } from 'vitest';
import { calculateAveragePosition } from '#core/calculators/average-position.ts';
import { ladderRungs } from '#features/calculators/average-position/ladder-rungs.ts';
import {
  addEntry,
  addLevel,
  emptyPosition,
  fits,
  hasEdits,
  type PositionState,
  positionInput,
  recordedInputs,
  removeRow,
  saveEditing,
} from '#features/calculators/average-position/position-state.ts';
import { openedPosition, readPosition } from '#features/calculators/average-position/read-position.ts';
import { SITTING_MS, sittingStep } from '#features/calculators/average-position/sitting.ts';

function withEntries(...entries: [quantity: string, price: string][]): PositionState {
  let state = emptyPosition(null);
  for (const [quantity, price] of entries) state = addEntry({ ...state, entry: { quantity, price } });
  return state;
}

describe('the table of a position', () => {
  it('adds a row and empties the form', () => {
    const state = withEntries(['1', '10'], ['2', '20']);
    expect(state.entries).toEqual([
      { id: '1', quantity: '1', price: '10' },
      { id: '2', quantity: '2', price: '20' },
    ]);
    expect(state.entry).toEqual({ quantity: '', price: '' });
  });

  it('detects unsaved changes in the dialog', () => {
    let state = withEntries(['1', '10']);
    expect(hasEdits(state)).toBe(false);
    const row = { id: '1', quantity: '1', price: '10' };
    expect(hasEdits({ ...state, editing: { kind: 'entry', ...row } })).toBe(false);
    expect(hasEdits({ ...state, editing: { kind: 'entry', ...row, price: '10.' } })).toBe(true);
    expect(hasEdits({ ...state, editing: { kind: 'entry', ...row, quantity: '' } })).toBe(true);
    expect(hasEdits({ ...state, editing: { kind: 'entry', ...row, id: '9' } })).toBe(true);
    state = addLevel({ ...state, level: { price: '20', quantityOrPercent: '50' } });
    const level = state.levels[0];
    if (level === undefined) throw new Error('no level');
    expect(hasEdits({ ...state, editing: { kind: 'level', ...level } })).toBe(false);
    expect(hasEdits({ ...state, editing: { kind: 'level', ...level, quantityOrPercent: '5' } })).toBe(true);
  });

  it('never uses an id twice', () => {
    const removed = removeRow(withEntries(['1', '10'], ['2', '20']), '2').state;
    expect(
      addEntry({ ...removed, entry: { quantity: '3', price: '30' } }).entries.map(({ id }) => id),
    ).toEqual(['1', '3']);
  });

  it('puts a deleted row back in its place, beside rows added since', () => {
    const { state, undo } = removeRow(withEntries(['1', '10'], ['2', '20'], ['3', '30']), '2');
    const later = addEntry({ ...state, entry: { quantity: '4', price: '40' } });
    expect(undo(later).entries.map(({ price }) => price)).toEqual(['10', '20', '30', '40']);
    expect(undo(undo(later)).entries).toHaveLength(4);
  });

  it('loses its levels with its last entry, and undo restores everything', () => {
    const level = { price: '12', quantityOrPercent: '1' };
    const whole = addLevel({ ...withEntries(['1', '10'], ['2', '20']), level });
    const one = removeRow(whole, '1');
    expect(one.state.levels).toHaveLength(1);
    const none = removeRow(one.state, '2');
    expect(none.state.entries).toEqual([]);
    expect(none.state.levels).toEqual([]);
    expect(none.undo(none.state)).toEqual(one.state);
    const later = addEntry({ ...none.state, entry: { quantity: '4', price: '40' } });
    expect(none.undo(later).entries.map(({ price }) => price)).toEqual(['20', '40']);
    expect(none.undo(later).levels).toEqual(one.state.levels);
  });

  it('saves an edit in its row only', () => {
    const state = withEntries(['1', '10'], ['2', '20']);
    const editing = { kind: 'entry', id: '2', quantity: '5', price: '50' } as const;
    const saved = saveEditing({ ...state, editing });
    expect(saved.entries).toEqual([
      { id: '1', quantity: '1', price: '10' },
      { id: '2', quantity: '5', price: '50' },
    ]);
    expect(saved.editing).toBeNull();
  });

  it('edits a level', () => {
    const state = addLevel({ ...withEntries(['1', '10']), level: { price: '12', quantityOrPercent: '1' } });
    const editing = { kind: 'level', id: '2', price: '15', quantityOrPercent: '0,5' } as const;
    expect(saveEditing({ ...state, editing }).levels).toEqual([
      { id: '2', price: '15', quantityOrPercent: '0,5' },
    ]);
  });

  it('reports when it no longer fits into a record', () => {
    const row = { quantity: '123 456,12345678', price: '64 120,12345678' };
    let state = emptyPosition(null);
    while (fits(state)) state = addEntry({ ...state, entry: row });
    expect(JSON.stringify(recordedInputs(state)).length).toBeGreaterThan(2048);
    expect(state.entries.length).toBeGreaterThan(40);
  });
});

describe('a stored position', () => {
  const full = addLevel({
    ...withEntries(['1000.5', '10']),
    positionType: 'SHORT',
    quantityType: 'percentage',
    level: { price: '8', quantityOrPercent: '50' },
  });

  it('survives being stored as a draft, including the dialog', () => {
    const state = { ...full, editing: { kind: 'entry', id: '1', quantity: '1', price: '' } as const };
    expect(readPosition(JSON.parse(JSON.stringify(state)), null)).toEqual(state);
  });

  it("opens from an earlier version's draft, which held texts as typed", () => {
    const entries = [{ id: '1', quantity: '1 000,5', price: '64\u00a0120.5' }];
    const stored = { ...full, entries, entry: { quantity: ',5', price: '' } };
    const { entries: read, entry } = readPosition(stored, null) ?? {};
    expect(read).toEqual([{ id: '1', quantity: '1000.5', price: '64120.5' }]);
    expect(entry).toEqual({ quantity: '.5', price: '' });
  });

  it('is not read for another record or from another shape', () => {
    expect(readPosition(full, 'other')).toBeNull();
    expect(readPosition({ ...full, entries: 'none' }, null)).toBeNull();
  });

  it('opens from its record with the same figures', () => {
    const inputs = recordedInputs(full);
    const opened = openedPosition({ id: 'record', inputs, occurredAt: 5 });
    expect(recordedInputs(opened)).toEqual(inputs);
    expect(opened.sitting).toEqual({ id: 'record', kept: true, inputs, touchedAt: 5 });
    expect(addEntry(opened).entries.map(({ id }) => id)).toEqual(['1', '3']);
  });

  it('opens empty from anything else', () => {
    expect(openedPosition({ id: 'record', inputs: { entries: [['1']] }, occurredAt: 5 }).entries).toEqual([]);
  });
});

describe('a sitting', () => {
  const inputs = recordedInputs(withEntries(['1', '10']));
  const more = recordedInputs(withEntries(['1', '10'], ['2', '20']));
  const sitting = { id: 'first', kept: true, inputs, touchedAt: 1000 };
  const newId = () => 'new';

  it('starts when the average first becomes positive', () => {
    expect(sittingStep(null, inputs, false, false, 5, newId)).toEqual({ sitting: null, write: null });
    expect(sittingStep(null, inputs, true, false, 5, newId)).toEqual({
      sitting: { id: 'new', kept: false, inputs, touchedAt: 5 },
      write: 'record',
    });
  });

  it('keeps one record with its newest inputs', () => {
    expect(sittingStep(sitting, more, true, false, 2000, newId)).toEqual({
      sitting: { ...sitting, inputs: more, touchedAt: 2000 },
      write: 'revision',
    });
    expect(sittingStep(sitting, inputs, true, false, 2000, newId)).toEqual({ sitting, write: null });
  });

  it('writes nothing while the table is empty', () => {
    expect(sittingStep(sitting, recordedInputs(emptyPosition(null)), false, false, 2000, newId)).toEqual({
      sitting,
      write: null,
    });
  });

  it('ends after half a day, or with its record', () => {
    const late = 1000 + SITTING_MS + 1;
    expect(sittingStep(sitting, more, true, false, late, newId).write).toBe('record');
    expect(sittingStep(sitting, more, true, true, 2000, newId).sitting?.id).toBe('new');
  });
});

describe('the ladder', () => {
  it('lists the highest price first, including the average', () => {
    const state = addLevel({
      ...withEntries(['1', '10'], ['3', '20'], ['1', '0']),
      quantityType: 'percentage',
      level: { price: '15', quantityOrPercent: '50' },
    });
    const result = calculateAveragePosition(positionInput(state));
    if (!result.ok) throw new Error('an average position never refuses');
    expect(
      ladderRungs(state, result).map(({ kind, price, quantity, isLoss }) => [kind, price, quantity, isLoss]),
    ).toEqual([
      ['entry', 20, 3, false],
      ['average', 17.5, 0, false],
      ['target', 15, 2, true],
      ['entry', 10, 1, false],
    ]);
  });
});
