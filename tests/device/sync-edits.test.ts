/** Outcomes and the account: kept here at once, sent once, and the newest of each field on every device. */
import { describe, expect, test } from 'vitest';
import { MAX_EDITS } from '#core/contract/edits.ts';
import type { OpenDevice } from '#device/create-device.ts';
import type { RecordRow } from '#device/store/rows.ts';
import { NO_ACCOUNT } from '#tests/support/no-account.ts';
import { idOf, keep, type Rig, refusal, rig } from './sync-rig.ts';
import { settled } from './sync-seen.ts';

const MINUTE = 60_000;
const POST = 'POST /api/edits';
const GET = 'GET /api/edits/{id}';

async function opened(r: Rig, records = 1): Promise<OpenDevice> {
  const device = await r.open();
  await settled(r);
  if (records > 0) await keep(r, device, records);
  await settled(r);
  return device;
}
/** Another device of the same user, which gets the history of the first. */
function another(r: Rig): Rig {
  const b = rig(r);
  b.script.set('GET /api/records/{id}', () => ({
    status: 200,
    body: { records: r.rows('records').map(onWire), nextBefore: null },
  }));
  return b;
}
const onWire = ({ id, calculationType, occurredAt, inputs, revision, seq }: RecordRow) => ({
  ...{ id, calculationType, occurredAt: new Date(occurredAt).toISOString(), inputs, revision, seq },
  ...{ awarded: '1', reason: 'counted' },
});
const outcomeOn = (r: Rig, number = 1) => {
  const outcome = r.rows('records').find(({ id }) => id === idOf(number))?.outcome;
  return Object.fromEntries(Object.entries(outcome ?? {}).map(([field, { value }]) => [field, value]));
};
const sent = (r: Rig) => r.calls.filter(({ name }) => name === POST).map(({ body }) => body.edits);
const asked = (r: Rig) => r.names().filter((name) => name === GET).length;
const onServer = (r: Rig) =>
  Object.fromEntries(r.ledger.edits.all().map(({ field, value }) => [field, value]));

describe('an outcome', () => {
  test('is kept offline, survives the app, and is sent once', async () => {
    const r = rig();
    const device = await opened(r);
    r.online = false;
    await device.markOutcome(idOf(1), { result: 'won', note: 'held' });
    await r.pass(0);
    expect(device.live.sync.current()).toMatchObject({ pending: 1, pendingRecords: 0 });
    device.close();
    const next = await r.open('launch=2');
    const live = next.live.record(idOf(1));
    live.subscribe(() => {});
    await r.pass(MINUTE);
    expect(live.current()?.outcome).toEqual({ result: 'won', exitPrice: '', note: 'held' });
    r.online = true;
    r.wake('online');
    await r.pass(10 * MINUTE);
    expect(sent(r)).toHaveLength(1);
    expect(onServer(r)).toEqual({ result: 'won', note: 'held' });
    expect(r.rows('outbox')).toEqual([]);
    expect(asked(r)).toBe(0);
  });

  test('that stays the same sends nothing', async () => {
    const r = rig();
    const device = await opened(r);
    await device.markOutcome(idOf(1), { result: 'won' });
    await settled(r);
    await device.markOutcome(idOf(1), { result: 'won', note: '' });
    await settled(r);
    expect(r.calls).toEqual([]);
  });

  test('of an unsent record waits until the server knows the record', async () => {
    const r = rig();
    const device = await opened(r, 0);
    r.script.set('POST /api/sync', () => refusal(503, 'unavailable'));
    await keep(r, device, 1);
    await device.markOutcome(idOf(1), { result: 'lost' });
    await r.pass(MINUTE);
    expect(sent(r)).toEqual([]);
    r.script.clear();
    await r.pass(10 * MINUTE);
    expect(onServer(r)).toEqual({ result: 'lost' });
  });

  test('edited again while it is under way is sent again', async () => {
    const r = rig();
    const device = await opened(r);
    await device.markOutcome(idOf(1), { note: 'one' });
    void device.sendEdits();
    await r.pass(5);
    await device.markOutcome(idOf(1), { note: 'two' });
    await r.pass(MINUTE);
    expect(sent(r)).toHaveLength(2);
    expect(onServer(r)).toEqual({ note: 'two' });
    expect(outcomeOn(r)).toEqual({ note: 'two' });
    expect(r.rows('outbox')).toEqual([]);
  });

  test('of a record that does not exist is nothing', async () => {
    const r = rig();
    const device = await opened(r);
    await device.markOutcome(idOf(9), { result: 'won' });
    await settled(r);
    expect(r.calls).toEqual([]);
  });

  test('has a note of 280 letters at most', async () => {
    const r = rig();
    const device = await opened(r);
    await device.markOutcome(idOf(1), { note: 'x'.repeat(500) });
    await settled(r);
    expect(onServer(r)['note']).toHaveLength(280);
  });

  test('goes with its record, and comes back with it', async () => {
    const r = rig();
    const device = await opened(r);
    await device.markOutcome(idOf(1), { result: 'won', note: 'held' });
    await settled(r);
    const live = device.live.record(idOf(1));
    live.subscribe(() => {});
    await r.pass(0);
    const before = live.current();
    if (before === null || before === undefined) throw new Error('no record');
    await device.deleteRecord(idOf(1));
    await r.pass(0);
    expect(outcomeOn(r)).toEqual({});
    r.ledger.edits.restore([]);
    await device.restoreRecord(before);
    await settled(r);
    expect(live.current()?.outcome).toEqual(before.outcome);
    expect(onServer(r)).toEqual({ result: 'won', note: 'held' });
  });
});

describe('two devices', () => {
  test('that edit one record offline end with the newest value of each field on both', async () => {
    const a = rig();
    const deviceA = await opened(a);
    const b = another(a);
    const deviceB = await opened(b, 0);
    a.online = false;
    b.online = false;
    await deviceA.markOutcome(idOf(1), { result: 'won', note: 'a' });
    await a.pass(1_000);
    await deviceB.markOutcome(idOf(1), { result: 'lost', exitPrice: '90' });
    await a.pass(1_000);
    await deviceA.markOutcome(idOf(1), { exitPrice: '110' });
    for (const r of [b, a]) {
      r.online = true;
      r.wake('online');
      await r.pass(10 * MINUTE);
    }
    const newest = { result: 'lost', note: 'a', exitPrice: '110' };
    expect(onServer(a)).toEqual(newest);
    expect(outcomeOn(a)).toEqual(newest);
    expect(outcomeOn(b)).toEqual(newest);
    for (const r of [a, b]) expect(r.rows('outbox')).toEqual([]);
  });

  test('share the account', async () => {
    const a = rig();
    const deviceA = await opened(a, 0);
    const b = another(a);
    const deviceB = await opened(b, 0);
    await deviceA.changeAccount({ deposit: '1000' });
    await deviceB.changeAccount({ leverage: '5' });
    await a.pass(20 * MINUTE);
    const both = { ...NO_ACCOUNT, deposit: '1000', leverage: '5' };
    expect(deviceA.live.account.current()).toEqual(both);
    expect(deviceB.live.account.current()).toEqual(both);
  });

  test('whose clocks are hours off end with the edit made last', async () => {
    const a = rig();
    a.clockAhead = 3 * 60 * MINUTE;
    const deviceA = await opened(a);
    const b = another(a);
    b.clockAhead = -2 * 60 * MINUTE;
    const deviceB = await opened(b, 0);
    await deviceA.markOutcome(idOf(1), { note: 'first' });
    await a.pass(10_000);
    await deviceB.markOutcome(idOf(1), { note: 'last' });
    await a.pass(20 * MINUTE);
    expect([outcomeOn(a), outcomeOn(b)]).toEqual([{ note: 'last' }, { note: 'last' }]);
  });

  test('one that is new gets the outcomes with the history', async () => {
    const a = rig();
    const deviceA = await opened(a);
    await deviceA.markOutcome(idOf(1), { result: 'won' });
    await settled(a);
    const b = another(a);
    await opened(b, 0);
    expect(outcomeOn(b)).toEqual({ result: 'won' });
  });

  test('one that does not have the record yet takes its outcome once it has', async () => {
    const a = rig();
    const deviceA = await opened(a);
    await deviceA.markOutcome(idOf(1), { result: 'won' });
    await deviceA.changeAccount({ leverage: '5' });
    await settled(a);
    const b = rig(a);
    const deviceB = await opened(b, 0);
    expect(outcomeOn(b)).toEqual({});
    expect(deviceB.live.account.current()?.leverage).toBe('5');
    const [row] = a.rows('records');
    if (row === undefined) throw new Error('no record');
    const { outcome: _, ...record } = row;
    b.database.tables.get('records')?.set(record.id, record);
    await b.pass(20 * MINUTE);
    expect(outcomeOn(b)).toEqual({ result: 'won' });
  });
});

describe('a server', () => {
  test('that was restored gets every edit again', async () => {
    const r = rig();
    const device = await opened(r, 2);
    await device.markOutcome(idOf(1), { result: 'won' });
    await device.changeAccount({ leverage: '5' });
    await settled(r);
    r.ledger.edits.restore([]);
    await device.markOutcome(idOf(2), { note: 'later' });
    await r.pass(20 * MINUTE);
    expect(onServer(r)).toEqual({ result: 'won', leverage: '5', note: 'later' });
    expect(r.rows('outbox')).toEqual([]);
  });

  test('that was restored right after it took an edit beside an unseen one gets it again', async () => {
    const r = rig();
    const device = await opened(r);
    const at = new Date(r.time.now()).toISOString();
    const theirs = { subject: idOf(1), field: 'note', value: 'theirs', at, device: 'f'.repeat(16) } as const;
    r.ledger.edits.save({ edits: [theirs] });
    const backup = r.ledger.edits.all();
    r.script.set(POST, (call) => {
      r.script.delete(POST);
      const body = r.ledger.edits.save(call.body);
      r.ledger.edits.restore(backup);
      return { status: 200, body };
    });
    await device.markOutcome(idOf(1), { result: 'won' });
    await r.pass(20 * MINUTE);
    expect(onServer(r)).toEqual({ note: 'theirs', result: 'won' });
    expect(outcomeOn(r)).toEqual({ note: 'theirs', result: 'won' });
  });

  test('that lost events gets the edits again too', async () => {
    const r = rig();
    const device = await opened(r, 3);
    await device.markOutcome(idOf(1), { result: 'won' });
    await settled(r);
    r.ledger.cut(4);
    r.ledger.edits.restore([]);
    await r.pass(20 * MINUTE);
    expect(onServer(r)).toEqual({ result: 'won' });
  });

  test('that refuses one edit gets the others, and this one stays here', async () => {
    const r = rig();
    const device = await opened(r, 2);
    r.script.set(POST, (call) =>
      JSON.stringify(call.body).includes('poison')
        ? refusal(400, 'invalid')
        : { status: 200, body: r.ledger.edits.save(call.body) },
    );
    await device.markOutcome(idOf(1), { note: 'poison' });
    await device.markOutcome(idOf(2), { result: 'won' });
    await r.pass(10 * MINUTE);
    expect(onServer(r)).toEqual({ result: 'won' });
    expect(outcomeOn(r)).toEqual({ note: 'poison' });
    expect(r.rows('outbox')).toEqual([]);
  });

  test('that fails on edits delays no record, and gets them later', async () => {
    const r = rig();
    const device = await opened(r);
    r.script.set(POST, () => refusal(500, 'internal'));
    await device.markOutcome(idOf(1), { result: 'won' });
    await settled(r);
    await keep(r, device, 1, 2);
    await settled(r);
    expect(r.ledger.events.map(({ eventId }) => eventId)).toContain(idOf(2));
    r.script.clear();
    await r.pass(60 * MINUTE);
    expect(onServer(r)).toEqual({ result: 'won' });
  });

  test('with a newer edit keeps it, and so does the device', async () => {
    const r = rig();
    const device = await opened(r);
    r.online = false;
    await device.markOutcome(idOf(1), { note: 'old' });
    await r.pass(MINUTE);
    const at = new Date(r.time.now()).toISOString();
    r.ledger.edits.save({
      edits: [{ subject: idOf(1), field: 'note', value: 'new', at, device: 'f'.repeat(16) }],
    });
    r.online = true;
    r.wake('online');
    await r.pass(10 * MINUTE);
    expect([onServer(r), outcomeOn(r)]).toEqual([{ note: 'new' }, { note: 'new' }]);
  });
});

test('many outcomes are sent in calls that the server takes', async () => {
  const r = rig();
  const device = await opened(r, 150);
  r.online = false;
  for (let number = 1; number <= 150; number++) {
    void device.markOutcome(idOf(number), { result: 'won', exitPrice: '1', note: 'x' });
  }
  await r.pass(0);
  r.online = true;
  r.wake('online');
  await r.pass(10 * MINUTE);
  expect(r.ledger.edits.all()).toHaveLength(450);
  for (const edits of sent(r)) expect(edits.length).toBeLessThanOrEqual(MAX_EDITS);
});

test('a deletion of the data ends them', async () => {
  const r = rig();
  const device = await opened(r);
  await device.markOutcome(idOf(1), { result: 'won' });
  await device.changeAccount({ leverage: '5' });
  await settled(r);
  void device.deleteMyData();
  await r.pass(MINUTE);
  expect(device.live.account.current()).toEqual(NO_ACCOUNT);
  expect(r.rows('records')).toEqual([]);
});

test('more edits than a page holds all arrive', async () => {
  const a = rig();
  const deviceA = await opened(a, 210);
  for (let number = 1; number <= 210; number++) {
    void deviceA.markOutcome(idOf(number), { result: 'won', exitPrice: '1', note: `${number}` });
  }
  await a.pass(10 * MINUTE);
  const b = another(a);
  await opened(b, 0);
  await b.pass(MINUTE);
  expect(b.rows('records').map(({ outcome }) => Object.keys(outcome ?? {}).length)).toEqual(
    Array.from({ length: 210 }, () => 3),
  );
  const pages = asked(b);
  await b.pass(30 * MINUTE);
  expect(asked(b)).toBe(pages);
});

describe('a call that is not answered', () => {
  test('for lack of a network shows as offline', async () => {
    const r = rig();
    const device = await opened(r);
    const phases: unknown[] = [];
    device.live.sync.subscribe(() => phases.push(device.live.sync.current()?.phase));
    r.script.set(POST, () => null);
    await device.markOutcome(idOf(1), { result: 'won' });
    await r.pass(2 * MINUTE);
    expect(phases).toContain('offline');
    expect(phases).not.toContain('waiting');
  });

  test('but put off for twenty minutes is repeated after that, and no sooner', async () => {
    const r = rig();
    const device = await opened(r);
    r.script.set(POST, () => refusal(429, 'too_many_requests', { 'retry-after': '1200' }));
    await device.markOutcome(idOf(1), { result: 'won' });
    await r.pass(19 * MINUTE);
    expect(sent(r)).toHaveLength(1);
    r.script.clear();
    await r.pass(2 * MINUTE);
    expect(onServer(r)).toEqual({ result: 'won' });
  });
});

test('they tell their times by the clock of the server', async () => {
  const r = rig();
  r.clockAhead = 3 * 60 * MINUTE;
  const device = await opened(r);
  await device.markOutcome(idOf(1), { result: 'won' });
  await r.pass(MINUTE);
  const [edits] = sent(r);
  expect(Math.abs(Date.parse(edits[0].at) - r.time.now())).toBeLessThan(2 * MINUTE);
});
