/** A record that the server accepts only on a later day stays, shows when, and holds up no other. */
import { expect, test } from 'vitest';
import { NO_FACTS } from '#device/store/rows.ts';
import { type Call, idOf, keep, type Rig, rig, START, USER } from './sync-rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const NEXT_DAY = Date.UTC(2026, 2, 11);

/** The server accepts no new record until the next day, except those named. */
function refuseToday(on: Rig, taken: readonly string[] = []): void {
  on.script.set('POST /api/sync', (call: Call) => {
    const isToday = on.time.now() < NEXT_DAY;
    const sent: { id: string }[] = call.body.records;
    const accepted = sent.filter(({ id }) => !isToday || taken.includes(id));
    const answer = on.ledger.answer({ ...call, body: { ...call.body, records: accepted } });
    const body = answer?.body as { results: { id: string }[]; profile: unknown };
    const results = sent.map(
      ({ id }) =>
        body.results.find((result) => result.id === id) ?? {
          id,
          answer: 'too_many_today',
          retryAt: new Date(NEXT_DAY).toISOString(),
        },
    );
    return { status: 200, body: { ...body, results } };
  });
}

const sent = (on: Rig) =>
  on.calls.filter(({ name }) => name === 'POST /api/sync').flatMap(({ body }) => body.records.map(idIn));
const idIn = ({ id }: { id: string }) => id;
const waiting = (on: Rig) => on.rows('outbox').filter(({ kind }) => kind === 'record').length;
const stateOf = (on: Rig, number: number) => on.rows('records').find(({ id }) => id === idOf(number));

test('it waits in the outbox until the next UTC day and is then sent automatically', async () => {
  const on = rig();
  refuseToday(on);
  const device = await on.open();
  await keep(on, device, 3);
  await on.pass(HOUR);
  expect(waiting(on)).toBe(3);
  expect(sent(on)).toHaveLength(3);
  expect(stateOf(on, 1)).toMatchObject({ state: 'pending', waitsUntil: NEXT_DAY });
  expect(device.live.sync.current()).toMatchObject({ phase: 'idle', pendingRecords: 3 });

  await on.pass(NEXT_DAY - on.time.now() + HOUR);
  expect(waiting(on)).toBe(0);
  const row = stateOf(on, 1);
  expect(row?.state).toBe('counted');
  expect(row).not.toHaveProperty('waitsUntil');
  expect(sent(on)).toHaveLength(6);
});

test('one deleted in between is erased on the server once it arrived', async () => {
  const on = rig();
  refuseToday(on);
  const device = await on.open();
  await keep(on, device, 1);
  await on.pass(60_000);
  await device.deleteRecord(idOf(1));
  await on.pass(HOUR);
  const erased = () => on.names().filter((name) => name === 'DELETE /api/records/{id}/{recordId}').length;
  expect(erased()).toBe(0);
  await on.pass(NEXT_DAY - on.time.now() + HOUR);
  expect(erased()).toBe(1);
  expect(on.rows('outbox')).toEqual([]);
});

test('it is still there after the app was closed', async () => {
  const on = rig();
  refuseToday(on);
  const first = await on.open();
  await keep(on, first, 2);
  await on.pass(60_000);
  first.close();
  const again = await on.open();
  await on.pass(60_000);
  expect(waiting(on)).toBe(2);
  expect(sent(on)).toHaveLength(2);
  again.close();
});

test('it holds up no other record, erasure or choice', async () => {
  const on = rig();
  refuseToday(on, [idOf(700)]);
  const device = await on.open();
  await keep(on, device, 600);
  await on.pass(60_000);
  expect(waiting(on)).toBe(600);
  await keep(on, device, 1, 700);
  await on.pass(60_000);
  expect(stateOf(on, 700)?.state).toBe('counted');
  await device.deleteRecord(idOf(700));
  void device.chooseLanguage('ru');
  await on.pass(60_000);
  expect(on.ledger.language).toBe('ru');
  expect(on.names()).toContain('DELETE /api/records/{id}/{recordId}');
  expect(waiting(on)).toBe(600);
  expect(sent(on)).toHaveLength(601);
});

test.each([
  ['days behind', -5 * 24 * HOUR],
  ['days ahead', 5 * 24 * HOUR],
])('a clock that is %s neither loses it nor sends repeatedly', async (_name, off) => {
  const on = rig();
  on.script.set('POST /api/sync', (call: Call) => refused(on, call, START - off + 12 * HOUR));
  const device = await on.open();
  await keep(on, device, 1);
  await on.pass(HOUR);
  expect(waiting(on)).toBe(1);
  expect(sent(on).length).toBeLessThanOrEqual(7);
  on.script.delete('POST /api/sync');
  await on.pass(26 * HOUR);
  expect(waiting(on)).toBe(0);
  expect(on.ledger.state.userId).toBe(USER);
});

test.each([
  ['an hour behind', -HOUR],
  ['an hour ahead', HOUR],
])("with a clock that is %s it is sent when the server's day starts", async (_name, off) => {
  const on = rig();
  const retryAt = START - off + 3 * HOUR;
  const date = () => new Date(on.time.now() - off).toUTCString();
  on.script.set('POST /api/sync', (call: Call) => ({
    ...(on.time.now() < retryAt + off
      ? refused(on, call, retryAt)
      : { status: 200, body: on.ledger.answer(call)?.body }),
    headers: { date: date() },
  }));
  const device = await on.open();
  await keep(on, device, 1);
  await on.pass(60_000);
  const until = stateOf(on, 1)?.waitsUntil ?? 0;
  expect(Math.abs(until - (START + 3 * HOUR))).toBeLessThanOrEqual(1_000);
  await on.pass(2 * HOUR + 50 * MINUTE);
  expect(sent(on)).toHaveLength(1);
  await on.pass(20 * MINUTE);
  expect(waiting(on)).toBe(0);
  expect(sent(on)).toHaveLength(2);
});

test('with any offset it waits for at least ten minutes and at most a day', async () => {
  for (const [offset, wait] of [
    [30 * 24 * HOUR, 10 * MINUTE],
    [-30 * 24 * HOUR, 24 * HOUR],
  ] as const) {
    const on = rig();
    on.script.set('POST /api/sync', (call: Call) => refused(on, call, START + HOUR));
    const device = await on.open();
    on.database.tables.get('settings')?.set('facts', { ...NO_FACTS, generation: 0, serverOffset: offset });
    await keep(on, device, 1);
    await on.pass(1_000);
    const waits = (stateOf(on, 1)?.waitsUntil ?? 0) - START;
    expect(waits).toBeGreaterThanOrEqual(wait);
    expect(waits).toBeLessThan(wait + 1_000);
  }
});

/** Accepts no record before a time of the server's clock. */
function refused(on: Rig, call: Call, retryAt: number) {
  const results = call.body.records.map(({ id }: { id: string }) => ({
    id,
    answer: 'too_many_today',
    retryAt: new Date(retryAt).toISOString(),
  }));
  return { status: 200, body: { results, profile: on.ledger.profile() } };
}
