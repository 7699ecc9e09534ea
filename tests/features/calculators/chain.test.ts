import { describe, expect, it } from 'vitest';
import { calculateElliottWave, WAVES } from '#core/calculators/elliott-wave.ts';
import {
  areLevelsStale,
  type ChainState,
  calculateWave,
  calculateWave1,
  emptyChain,
  isChoiceStale,
  isWave1Stale,
  shownWaves,
  withChoice,
} from '#features/calculators/elliott-wave/chain-state.ts';
import { openedChainOf, readChain } from '#features/calculators/elliott-wave/read-chain.ts';
import { waveDrawing } from '#features/calculators/elliott-wave/wave-points.ts';

const newId = () => 'new';
const typed: ChainState = { ...emptyChain(null), startPrice: '100', endPrice: '150' };

function started(): ChainState {
  return calculateWave1(typed, newId).state;
}

/** A chain through all its waves, the first level each time. */
function whole(): ChainState {
  let state = started();
  for (const wave of WAVES.slice(0, -1))
    state = calculateWave(withChoice(state, wave, { level: 0 }), wave).state;
  return state;
}

describe('a chain of waves', () => {
  it('shows nothing before wave 1 is calculated, then each next wave', () => {
    expect(shownWaves(typed)).toEqual([]);
    expect(shownWaves(started()).map(({ name }) => name)).toEqual(['2']);
    expect(shownWaves(whole()).map(({ name }) => name)).toEqual(['2', '3', '4', '5', 'A', 'B', 'C']);
  });

  it('is one record, made with wave 1 and revised by each wave', () => {
    const first = calculateWave1(typed, newId);
    expect(first.write).toBe('record');
    const second = calculateWave(withChoice(first.state, '2', { level: 1 }), '2');
    expect(second.write).toBe('revision');
    expect(second.state.calculated?.id).toBe('new');
    expect(calculateWave(second.state, '2').write).toBeNull();
  });

  it('continues when the same wave 1 is calculated again', () => {
    const state = whole();
    const kept = { ...state, calculated: state.calculated && { ...state.calculated, kept: true } };
    const again = calculateWave1({ ...kept, startPrice: '100,0' }, () => 'another');
    expect(again.write).toBeNull();
    expect(shownWaves(again.state)).toHaveLength(7);
  });

  it('starts over with another wave 1', () => {
    const step = calculateWave1({ ...whole(), endPrice: '160' }, () => 'another');
    expect(step.write).toBe('record');
    expect(step.state.calculated?.id).toBe('another');
    expect(shownWaves(step.state)).toHaveLength(1);
    expect(step.state.choices).toEqual({});
  });

  it('shows levels of 0 for an invalid wave 1, and records nothing', () => {
    const step = calculateWave1({ ...typed, positionType: 'SHORT' }, newId);
    expect(step.write).toBeNull();
    expect(step.state.calculated?.id).toBeNull();
    const [wave] = shownWaves(step.state);
    expect(wave?.levels.map(({ display, selectable }) => [display, selectable])).toEqual([
      ['0', false],
      ['0', false],
    ]);
  });

  it('keeps the later waves when an earlier one is calculated again', () => {
    const changed = withChoice(whole(), '3', { actualPrice: '200' });
    expect(isChoiceStale(changed, '3')).toBe(true);
    const { state } = calculateWave(changed, '3');
    expect(isChoiceStale(state, '3')).toBe(false);
    expect(shownWaves(state)).toHaveLength(7);
    expect(shownWaves(state)[1]?.chosen?.toString()).toBe('200');
  });

  it('takes a level or an actual price, never both', () => {
    const level = withChoice(started(), '2', { level: 1 });
    const price = withChoice(level, '2', { actualPrice: '120' });
    expect(price.choices['2']).toEqual({ level: null, actualPrice: '120' });
    expect(withChoice(price, '2', { level: 0 }).choices['2']).toEqual({ level: 0, actualPrice: '' });
    expect(withChoice(level, '2', { actualPrice: '' }).choices['2']).toEqual({ level: 1, actualPrice: '' });
    expect(withChoice(price, '2', { actualPrice: '' }).choices['2']).toEqual({
      level: null,
      actualPrice: '',
    });
  });

  it('detects changed inputs of wave 1', () => {
    expect(isWave1Stale(typed)).toBe(false);
    expect(isWave1Stale({ ...started(), endPrice: '1' })).toBe(true);
    expect(isWave1Stale({ ...started(), endPrice: '150,00' })).toBe(false);
  });

  it.each<[string, Partial<ChainState>]>([
    ['start', { startPrice: '90' }],
    ['end', { endPrice: '160' }],
    ['direction', { positionType: 'SHORT' }],
  ])(
    'marks the levels of every wave as stale after another %s of wave 1, until it is calculated',
    (_, change) => {
      const changed = { ...whole(), ...change };
      expect(WAVES.filter((wave) => areLevelsStale(changed, wave))).toEqual(WAVES);
      const { state } = calculateWave1(changed, () => 'another');
      expect(WAVES.filter((wave) => areLevelsStale(state, wave))).toEqual([]);
      const back = { ...changed, startPrice: '100', endPrice: '150', positionType: 'LONG' } as const;
      expect(WAVES.filter((wave) => areLevelsStale(back, wave))).toEqual([]);
    },
  );

  it('marks the levels of an invalid wave 1 as stale once its direction changes', () => {
    const { state } = calculateWave1({ ...typed, positionType: 'SHORT' }, newId);
    expect(areLevelsStale({ ...state, positionType: 'LONG' }, '2')).toBe(true);
  });

  it('marks the levels of the later waves as stale after another choice, until it is calculated', () => {
    const changed = withChoice(whole(), '4', { actualPrice: '200' });
    expect(WAVES.filter((wave) => areLevelsStale(changed, wave))).toEqual(['5', 'A', 'B', 'C']);
    const { state } = calculateWave(changed, '4');
    expect(WAVES.filter((wave) => areLevelsStale(state, wave))).toEqual([]);
  });
});

describe('a stored chain', () => {
  it('survives being stored as a draft', () => {
    const state = withChoice(whole(), 'B', { actualPrice: '19' });
    expect(readChain(JSON.parse(JSON.stringify(state)), null)).toEqual(state);
    expect(readChain(state, 'other')).toBeNull();
    expect(readChain({ ...state, choices: { '9': {} } }, null)).toBeNull();
  });

  it("opens from an earlier version's draft, which held texts as typed", () => {
    const stored = {
      ...typed,
      startPrice: '1 000,5',
      choices: { '2': { level: null, actualPrice: '1\u00a0200' } },
    };
    expect(readChain(stored, null)).toMatchObject({
      startPrice: '1000.5',
      choices: { '2': { level: null, actualPrice: '1200' } },
    });
  });

  it('opens from its record with the same waves', () => {
    const state = calculateWave(withChoice(whole(), '3', { actualPrice: '200,5' }), '3').state;
    const opened = openedChainOf({
      id: 'record',
      inputs: JSON.parse(JSON.stringify(state.calculated?.inputs)),
    });
    expect(shownWaves(opened)).toEqual(shownWaves(state));
    expect(opened.calculated?.id).toBe('record');
    expect(opened.choices['3']).toEqual({ level: null, actualPrice: '200.5' });
    expect(WAVES.filter((wave) => isChoiceStale(opened, wave) || areLevelsStale(opened, wave))).toEqual([]);
  });

  it('opens empty from anything else', () => {
    expect(openedChainOf({ id: 'record', inputs: { positionType: 'LONG' } }).startPrice).toBe('');
  });
});

describe('its drawing', () => {
  it('has a point for each wave with a price, and marks the chosen levels', () => {
    const outcome = calculateElliottWave({
      positionType: 'LONG',
      startPrice: '100',
      endPrice: '150',
      choices: { '2': { level: 1 }, '3': { actualPrice: '210' } },
    });
    if (!outcome.ok) throw new Error('wave 1 is valid');
    const { points, ticks } = waveDrawing(outcome);
    expect(points.map(({ wave, price }) => [wave, price])).toEqual([
      ['0', 100],
      ['1', 150],
      ['2', 119.1],
      ['3', 210],
    ]);
    expect(ticks.filter(({ isChosen }) => isChosen)).toEqual([{ step: 2, price: 119.1, isChosen: true }]);
    expect(ticks).toHaveLength(2 + 2 + 3);
  });
});
