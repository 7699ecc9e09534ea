/** Fetching the ledger: pages, impossible answers, and the last event that both sides have. */
import { describe, expect, test } from 'vitest';
import { type Call, idOf, keep, type Rig, refusal, rig } from './sync-rig.ts';
import { settled, states } from './sync-seen.ts';

const LEDGER = 'GET /api/ledger/{id}';
const ledgerCalls = (r: Rig) => r.calls.filter(({ name }) => name === LEDGER).map(({ path }) => path);

/** Records from another device. */
function recordElsewhere(r: Rig, count: number, from = 1_000): void {
  for (let number = from; number < from + count; number += 1) {
    r.ledger.apply({
      type: 'record_calculation',
      recordId: idOf(number),
      calculationType: 'Staking',
      occurredAt: r.time.now(),
      sentAt: null,
    });
  }
}

const kept = (r: Rig) => [...(r.database.tables.get('events')?.keys() ?? [])];

test('pages of a long ledger overlap at the newest event here', async () => {
  const r = rig();
  await r.open();
  await settled(r);
  recordElsewhere(r, 1_100);
  r.wake('visible');
  await r.pass(2_000);
  expect(ledgerCalls(r)).toEqual([
    '/api/ledger/42?after=0&limit=500',
    '/api/ledger/42?after=499&limit=500',
    '/api/ledger/42?after=998&limit=500',
  ]);
  expect(kept(r)).toEqual(Array.from({ length: 1_101 }, (_, index) => index + 1));
  r.calls.length = 0;
  recordElsewhere(r, 1, 5_000);
  r.wake('visible');
  await r.pass(2_000);
  expect(ledgerCalls(r)).toEqual(['/api/ledger/42?after=1100&limit=500']);
  expect(kept(r)).toHaveLength(1_102);
});

describe('an impossible answer is retried later and changes nothing:', () => {
  test.each<readonly [string, (r: Rig, call: Call) => unknown]>([
    [
      'events with a gap',
      (r) => ({ events: r.ledger.events.filter(({ seq }) => seq !== 4), head: r.ledger.state.head }),
    ],
    [
      'events in another order',
      (r) => ({
        events: [...r.ledger.events.slice(0, 2), ...r.ledger.events.slice(2).reverse()],
        head: r.ledger.state.head,
      }),
    ],
    [
      'a newer head without its events',
      (r) => ({ events: r.ledger.events.slice(0, 2), head: r.ledger.state.head }),
    ],
  ])('%s', async (_, answer) => {
    const r = rig();
    const device = await r.open();
    await keep(r, device, 1);
    await settled(r);
    const before = kept(r);
    expect(before).toEqual([1, 2]);
    recordElsewhere(r, 5);
    r.script.set(LEDGER, (call) => {
      const body = answer(r, call) as { events: { seq: number }[] };
      const after = Number(new URLSearchParams(call.path.split('?')[1]).get('after'));
      return { status: 200, body: { ...body, events: body.events.filter(({ seq }) => seq > after) } };
    });
    r.wake('visible');
    await r.pass(500);
    expect(kept(r)).toEqual(before);
    expect(device.live.sync.current()).toMatchObject({ phase: 'waiting' });
    expect(device.live.restored.current()).toEqual([]);
    expect(r.logs).toContain('The server returned a ledger with gaps');
    r.script.clear();
    await r.pass(6 * 60_000);
    expect(kept(r)).toHaveLength(r.ledger.events.length);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle' });
  });
});

test.each([1, 2, 3, 4, 5, 6, 7, 8])(
  'a restored server that continued: event %i is found as the last common one',
  async (common) => {
    const r = rig();
    const device = await r.open();
    await keep(r, device, 8);
    await settled(r);
    expect(r.ledger.events).toHaveLength(9);
    r.ledger.cut(common);
    recordElsewhere(r, 12);
    r.wake('visible');
    await r.pass(3_000);
    const lost = 9 - common;
    expect(device.live.restored.current()).toMatchObject([
      { commonSeq: common, eventsLost: lost, recordsResent: lost },
    ]);
    expect(new Set(states(r))).toEqual(new Set(['counted']));
    expect(kept(r)).toHaveLength(r.ledger.events.length);
  },
);

test('an interrupted search for the last common event starts over and loses nothing', async () => {
  const r = rig();
  const device = await r.open();
  await keep(r, device, 8);
  await settled(r);
  r.ledger.cut(4);
  recordElsewhere(r, 12);
  let asked = 0;
  r.script.set(LEDGER, (call) => {
    asked += 1;
    return asked === 2 ? refusal(503, 'unavailable') : r.ledger.answer(call);
  });
  r.wake('visible');
  await r.pass(500);
  expect(device.live.restored.current()).toEqual([]);
  expect(device.live.sync.current()).toMatchObject({ phase: 'waiting' });
  await r.pass(6 * 60_000);
  expect(device.live.restored.current()).toMatchObject([{ commonSeq: 4, recordsResent: 5 }]);
  expect(new Set(states(r))).toEqual(new Set(['counted']));
});

describe('a refusal while fetching the ledger is reported unchanged:', () => {
  /** The server refuses this version from the given call on. */
  function outdatedFrom(r: Rig, from: number): void {
    let asked = 0;
    r.script.set(LEDGER, (call) => {
      asked += 1;
      return asked >= from ? refusal(426, 'client_outdated') : r.ledger.answer(call);
    });
  }

  test.each([
    ['the first page', 1],
    ['a later page', 2],
  ])('%s', async (_, from) => {
    const r = rig();
    const device = await r.open();
    await settled(r);
    recordElsewhere(r, 600);
    outdatedFrom(r, from);
    r.wake('visible');
    await r.pass(1_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'outdated' });
  });

  test.each([2, 3, 4])('call %i of the search for the last common event', async (from) => {
    const r = rig();
    const device = await r.open();
    await keep(r, device, 4);
    await settled(r);
    r.ledger.cut(3);
    recordElsewhere(r, 9);
    outdatedFrom(r, from);
    r.wake('visible');
    await r.pass(1_000);
    expect(device.live.sync.current()).toMatchObject({ phase: 'outdated' });
    expect(device.live.restored.current()).toEqual([]);
  });
});

test('data deleted while the ledger is fetched leave no events behind', async () => {
  const r = rig();
  const device = await r.open();
  await keep(r, device, 1);
  await settled(r);
  recordElsewhere(r, 3);
  r.script.set(LEDGER, (call) => {
    const facts = r.database.tables.get('settings')?.get('facts') as { generation: number };
    r.database.tables.get('settings')?.set('facts', { ...facts, generation: 9 } as never);
    return r.ledger.answer(call);
  });
  r.wake('visible');
  await r.pass(100);
  expect(kept(r)).toEqual([1, 2]);
  expect(device.live.restored.current()).toEqual([]);
});

describe('a newer head shown before its events could be fetched', () => {
  /** A device with events 1 to 5 that has seen head 8. */
  async function shownMore() {
    const r = rig();
    const device = await r.open();
    await keep(r, device, 4);
    await settled(r);
    recordElsewhere(r, 3);
    r.script.set(LEDGER, () => refusal(503, 'unavailable'));
    r.wake('visible');
    await r.pass(1_000);
    r.script.clear();
    expect(kept(r)).toEqual([1, 2, 3, 4, 5]);
    return { r, device };
  }

  test.each([0, 2, 9])('is lost with a restored server that has since recorded %i events', async (since) => {
    const { r, device } = await shownMore();
    r.ledger.cut(3);
    recordElsewhere(r, since, 2_000);
    r.wake('visible');
    await r.pass(6 * 60_000);
    expect(device.live.restored.current()).toMatchObject([{ commonSeq: 3, eventsLost: 5, recordsResent: 2 }]);
    expect(kept(r)).toHaveLength(r.ledger.events.length);
  });

  test.each([0, 2])(
    'is lost although every event here still exists, with %i recorded since',
    async (since) => {
      const { r, device } = await shownMore();
      r.ledger.cut(5);
      recordElsewhere(r, since, 2_000);
      r.wake('visible');
      await r.pass(6 * 60_000);
      expect(device.live.restored.current()).toMatchObject([
        { commonSeq: 5, eventsLost: 3, recordsResent: 0 },
      ]);
      expect(kept(r)).toHaveLength(r.ledger.events.length);
    },
  );

  test('is looked up before the loss is recorded; without an answer the search starts over', async () => {
    const { r, device } = await shownMore();
    r.ledger.cut(3);
    recordElsewhere(r, 9, 2_000);
    let isDown = true;
    r.script.set(LEDGER, (call) =>
      isDown && call.path.includes('after=7&') ? refusal(503, 'unavailable') : r.ledger.answer(call),
    );
    r.wake('visible');
    await r.pass(1_000);
    expect(device.live.restored.current()).toEqual([]);
    expect(device.live.sync.current()).toMatchObject({ phase: 'waiting' });
    isDown = false;
    await r.pass(6 * 60_000);
    expect(device.live.restored.current()).toMatchObject([{ commonSeq: 3, eventsLost: 5 }]);
  });
});

test('a record answered without a number and then lost is sent again', async () => {
  const r = rig();
  const device = await r.open();
  await settled(r);
  r.script.set('POST /api/sync', ({ body }) => {
    r.script.clear();
    const results = body.records.map(({ id }: { id: string }) => ({ id, answer: 'recorded', awarded: '1' }));
    return { status: 200, body: { results, profile: r.ledger.profile() } };
  });
  void device.record({ id: idOf(1), calculationType: 'RiskMoney', inputs: {} });
  await r.pass(60_000);
  expect(device.live.restored.current()).toMatchObject([{ eventsLost: 0, recordsResent: 1 }]);
  expect(r.ledger.events.map(({ eventId }) => eventId)).toContain(idOf(1));
  expect(states(r)).toEqual(['counted']);
});
