/** Other devices' history: each unknown page is fetched once. */
import { beforeEach, expect, test } from 'vitest';
import { patchFacts, readFacts } from '#device/store/facts.ts';
import { addRecord } from '#device/store/records.ts';
import type { SyncContext } from '#device/sync/context.ts';
import { runRound } from '#device/sync/round.ts';
import { contextOf, registered, soon } from './sync-context.ts';
import { idOf, type Rig, refusal } from './sync-rig.ts';

const RECORDS = 'GET /api/records/{id}';
const WAITING = { type: 'waiting', retryAfterMs: null };

let on: Rig;
let context: SyncContext;
beforeEach(async () => {
  on = registered();
  context = contextOf(on);
  for (let number = 1; number <= 5; number += 1) recordElsewhere(number);
  await patchFacts(context.store, { generation: 0, isNewUser: true });
});

async function round(first = false) {
  on.calls.length = 0;
  return soon(on, runRound(context, { sendOnly: false, refresh: true, retryPutOff: true, first }));
}
const keep = (number: number) =>
  addRecord(context.store, { id: idOf(number), calculationType: 'RiskMoney', inputs: { number } }, number);
const recordElsewhere = (number: number) =>
  on.ledger.apply({
    type: 'record_calculation',
    recordId: idOf(number),
    calculationType: 'Staking',
    occurredAt: on.time.now(),
    sentAt: null,
  });
const asked = () => on.calls.filter(({ name }) => name === RECORDS).map(({ path }) => path);
const historyOf = () => readFacts(context.store);

/** As the server lists them, newest first: `count` below `before`. */
function pages(count: number): void {
  on.script.set(RECORDS, ({ path }) => {
    const before = Number(new URLSearchParams(path.split('?')[1]).get('before'));
    const below = on.ledger.events.filter(
      ({ seq, type }) => seq < before && type === 'CalculationRecorded.v1',
    );
    const events = below.toReversed().slice(0, count);
    const records = events.map(({ eventId, seq, at }) => ({
      id: eventId,
      calculationType: 'Staking',
      occurredAt: new Date(at).toISOString(),
      inputs: { seq },
      revision: 0,
      awarded: '1',
      reason: 'counted',
      seq,
    }));
    const last = events.at(-1)?.seq ?? null;
    return { status: 200, body: { records, nextBefore: below.length > count ? last : null } };
  });
}

test('unknown pages are fetched one by one, and once', async () => {
  pages(2);
  expect(await round()).toBeNull();
  expect(asked()).toEqual([
    '/api/records/42?before=7&limit=200',
    '/api/records/42?before=5&limit=200',
    '/api/records/42?before=3&limit=200',
  ]);
  expect(on.rows('records').map(({ inputs }) => inputs?.['seq'])).toEqual([6, 5, 4, 3, 2]);
  expect(await historyOf()).toMatchObject({ historySeq: 6, historyCursor: null });
  expect(await round()).toBeNull();
  expect(asked()).toEqual([]);
  recordElsewhere(6);
  recordElsewhere(7);
  await round();
  // Those below 6 were fetched before.
  expect(asked()).toEqual(['/api/records/42?before=9&limit=200', '/api/records/42?before=7&limit=200']);
  expect(on.rows('records')).toHaveLength(7);
});

test('an interrupted fetch resumes, up to the newest record when it started', async () => {
  pages(2);
  const page = on.script.get(RECORDS);
  on.script.set(RECORDS, (call) =>
    call.path.includes('before=5') ? refusal(503, 'unavailable') : (page?.(call) ?? null),
  );
  expect(await round()).toEqual(WAITING);
  expect(await historyOf()).toMatchObject({ historySeq: 0, historyCursor: { before: 5, upTo: 6 } });
  recordElsewhere(6);
  pages(2);
  expect(await round()).toBeNull();
  expect(asked()).toEqual(['/api/records/42?before=5&limit=200', '/api/records/42?before=3&limit=200']);
  expect(await historyOf()).toMatchObject({ historySeq: 6, historyCursor: null });
  expect(await round()).toBeNull();
  expect(asked()).toEqual(['/api/records/42?before=8&limit=200']);
  expect(on.rows('records')).toHaveLength(6);
});

test('nothing is fetched if every record of the events is here', async () => {
  for (let number = 1; number <= 5; number += 1) await keep(number);
  await context.store.write(['outbox'], (writing) => writing.clear('outbox'));
  expect(await round()).toBeNull();
  expect(asked()).toEqual([]);
  expect(await historyOf()).toMatchObject({ historySeq: 6 });
});

test('a record of which only the event is known is asked for again at each start', async () => {
  pages(2);
  await round();
  const now = on.time.now();
  const restored = [{ noticedAt: now, commonSeq: 3, eventsLost: 1, recordsResent: 1 }];
  await patchFacts(context.store, { restored });
  await context.store.write(['records'], async (writing) => {
    const row = await writing.get('records', idOf(3));
    if (row !== undefined) await writing.put('records', [{ ...row, inputs: null, deleted: 1, eventOnly: 1 }]);
  });
  await round();
  expect(asked()).toEqual([]);
  await round(true);
  expect(asked()).toEqual(['/api/records/42?before=7&limit=200', '/api/records/42?before=5&limit=200']);
  expect(on.rows('records').map(({ deleted }) => deleted)).toEqual([0, 0, 0, 0, 0]);
  await round(true);
  expect(asked()).toEqual([]);
});

test.each([7, 8])('it ends if the server names an impossible next page (%i)', async (nextBefore) => {
  on.script.set(RECORDS, () => ({ status: 200, body: { records: [], nextBefore } }));
  expect(await round()).toBeNull();
  expect(asked()).toHaveLength(1);
  expect(await historyOf()).toMatchObject({ historySeq: 6 });
});

test('pages of data that are deleted in between are not stored', async () => {
  pages(2);
  const page = on.script.get(RECORDS);
  on.script.set(RECORDS, (call) => {
    void patchFacts(context.store, { generation: 1 });
    return page?.(call) ?? null;
  });
  expect(await round()).toBeNull();
  expect(asked()).toHaveLength(1);
  expect(on.rows('records')).toEqual([]);
  expect(await historyOf()).toMatchObject({ historySeq: 0, historyCursor: null });
});
