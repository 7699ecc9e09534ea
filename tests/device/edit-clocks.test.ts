/** Edits made while the device's clock is wrong without its knowing: the newest of each field still stays on both devices. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { OpenDevice } from '#device/create-device.ts';
import { idOf, keep, type Rig, rig } from './sync-rig.ts';
import { settled } from './sync-seen.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const YEAR = 365 * 24 * HOUR;
/** The server tells the time in its answers. */
const TOLD = 1;

interface Pair {
  readonly a: Rig;
  readonly b: Rig;
  readonly deviceA: OpenDevice;
  readonly deviceB: OpenDevice;
}

/** Two devices that have heard the server, with one record. */
async function pair(): Promise<Pair> {
  const a = rig();
  a.clockAhead = TOLD;
  const deviceA = await a.open();
  await settled(a);
  await keep(a, deviceA, 1);
  await settled(a);
  const b = rig(a);
  b.clockAhead = TOLD;
  b.script.set('GET /api/records/{id}', () => ({
    status: 200,
    body: { records: a.rows('records').map(onWire), nextBefore: null },
  }));
  const deviceB = await b.open();
  await settled(b);
  return { a, b, deviceA, deviceB };
}

type Row = ReturnType<typeof rowsOf>[number];
const rowsOf = (r: Rig) => r.rows('records');
const onWire = ({ id, calculationType, occurredAt, inputs, revision, seq }: Row) => ({
  ...{ id, calculationType, occurredAt: new Date(occurredAt).toISOString(), inputs, revision, seq },
  ...{ awarded: '1', reason: 'counted' },
});
const note = (device: OpenDevice, text: string) => device.markOutcome(idOf(1), { note: text });
const noteOn = (r: Rig) => rowsOf(r)[0]?.outcome?.['note']?.value;
const onServer = (r: Rig) => r.ledger.edits.all().find(({ field }) => field === 'note');

async function meet(...rigs: readonly Rig[]): Promise<void> {
  for (const r of rigs) {
    r.online = true;
    r.wake('online');
    await r.pass(10 * MINUTE);
  }
}

const offs = [
  ['a year ahead', YEAR],
  ['a year behind', -YEAR],
  ['three hours behind', -3 * HOUR],
] as const;

describe.each(offs)('a clock that went %s since the last answer', (_, off) => {
  test.each(['no note', 'a note of both'])(
    'loses against a later edit of the other device: %s before',
    async (before) => {
      const { a, b, deviceA, deviceB } = await pair();
      if (before !== 'no note') {
        await note(deviceB, 'before');
        await a.pass(20 * MINUTE);
        expect(noteOn(a)).toBe('before');
      }
      a.online = false;
      b.online = false;
      a.clockAhead = off;
      await note(deviceA, 'first');
      await a.pass(5 * MINUTE);
      await note(deviceB, 'last');
      await meet(b, a, b);
      expect([noteOn(a), noteOn(b), onServer(a)?.value]).toEqual(['last', 'last', 'last']);
    },
  );

  test.each(['no note', 'a note of both'])('wins against an earlier one: %s before', async (before) => {
    const { a, b, deviceA, deviceB } = await pair();
    if (before !== 'no note') {
      await note(deviceB, 'before');
      await a.pass(20 * MINUTE);
    }
    a.online = false;
    b.online = false;
    a.clockAhead = off;
    await note(deviceB, 'first');
    await a.pass(5 * MINUTE);
    await note(deviceA, 'last');
    await meet(a, b);
    expect([noteOn(a), noteOn(b), onServer(a)?.value]).toEqual(['last', 'last', 'last']);
  });

  test('wins for no longer than until the next edit', async () => {
    const { a, b, deviceA, deviceB } = await pair();
    a.clockAhead = off;
    await note(deviceA, 'first');
    await meet(a, b);
    await note(deviceB, 'second');
    await meet(b, a);
    await note(deviceA, 'third');
    await meet(a, b);
    expect([noteOn(a), noteOn(b), onServer(a)?.value]).toEqual(['third', 'third', 'third']);
  });

  test('takes nothing back that came after a lost answer', async () => {
    const { a, b, deviceA, deviceB } = await pair();
    a.clockAhead = off;
    a.script.set('POST /api/edits', ({ body }) => {
      a.ledger.edits.save(body);
      return null;
    });
    await note(deviceA, 'first');
    await a.pass(3_000);
    const once = onServer(a);
    expect(once?.value).toBe('first');
    await a.pass(10 * MINUTE);
    expect(onServer(a)).toEqual(once);
    a.online = false;
    await meet(b);
    await note(deviceB, 'last');
    await meet(b);
    a.script.clear();
    await meet(a, b);
    expect([noteOn(a), noteOn(b), onServer(a)?.value]).toEqual(['last', 'last', 'last']);
  });
});

test('a clock that is put right before the edit is sent misplaces it no further than to its arrival', async () => {
  const { a, b, deviceA, deviceB } = await pair();
  a.online = false;
  a.clockAhead = YEAR;
  await note(deviceA, 'first');
  a.clockAhead = TOLD;
  await meet(a, b);
  expect(noteOn(b)).toBe('first');
  expect(Date.parse(onServer(a)?.at ?? '')).toBeLessThanOrEqual(a.time.now());
  await note(deviceB, 'last');
  await meet(b, a);
  expect([noteOn(a), noteOn(b)]).toEqual(['last', 'last']);
});

test('a clock that was behind for a moment loses no edit', async () => {
  const { a, b, deviceA, deviceB } = await pair();
  await note(deviceB, 'before');
  await a.pass(20 * MINUTE);
  a.online = false;
  a.clockAhead = -YEAR;
  await note(deviceA, 'last');
  a.clockAhead = TOLD;
  await meet(a, b);
  expect([noteOn(a), noteOn(b)]).toEqual(['last', 'last']);
});

test('whatever the clocks show from the last answer on, both devices end with the edit made last', async () => {
  const off = fc.constantFrom(TOLD, YEAR, -YEAR, 2 * HOUR, -2 * HOUR, 10 * MINUTE);
  const step = fc.record({
    who: fc.constantFrom<'a' | 'b'>('a', 'b'),
    meets: fc.boolean(),
  });
  const story = fc.record({
    offA: off,
    offB: off,
    steps: fc.array(step, { minLength: 2, maxLength: 6 }),
    loses: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(story, async ({ offA, offB, steps, loses }) => {
      const { a, b, deviceA, deviceB } = await pair();
      a.clockAhead = offA;
      b.clockAhead = offB;
      for (const r of [a, b]) {
        r.online = false;
        let isFirst = loses;
        r.script.set('POST /api/edits', ({ body }) => {
          const saved = r.ledger.edits.save(body);
          if (!isFirst) return { status: 200, body: saved };
          isFirst = false;
          return null;
        });
      }
      for (const [index, { who, meets }] of steps.entries()) {
        await note(who === 'a' ? deviceA : deviceB, `${index}`);
        await a.pass(5 * MINUTE);
        if (meets) {
          await meet(who === 'a' ? a : b);
          (who === 'a' ? a : b).online = false;
        }
      }
      await meet(b, a, b, a);
      const last = `${steps.length - 1}`;
      expect([noteOn(a), noteOn(b), onServer(a)?.value]).toEqual([last, last, last]);
    }),
    { numRuns: 60 },
  );
});
