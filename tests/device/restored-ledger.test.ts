/** How the device detects a restored server, and what it returns to the outbox. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { KeptEdit } from '#core/contract/edits.ts';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { ZERO_HASH } from '#core/points/zero-hash.ts';
import type { CalculationInputs } from '#device/model.ts';
import { openDexieStore } from '#device/store/dexie.ts';
import { askedUpTo, takeEdits } from '#device/store/edits.ts';
import { chooseLanguage, patchFacts, readFacts, wipe } from '#device/store/facts.ts';
import {
  appendEvents,
  askForInputs,
  firstUnknownRecord,
  knownNow,
  type Loss,
  mergeHistory,
  missingOf,
  noteRestored,
  readEvents,
  readHead,
  readPromised,
} from '#device/store/ledger.ts';
import type { Store } from '#device/store/port.ts';
import { changeProofs } from '#device/store/proofs.ts';
import { addRecord } from '#device/store/records.ts';
import type { RecordRow } from '#device/store/rows.ts';
import { chooseSettings } from '#device/store/settings.ts';
import { recordRow } from './store-conformance.ts';
import { idOf, rig, USER } from './sync-rig.ts';

const NOW = 5_000;
const NO_HEAD = { seq: 0, hash: ZERO_HASH };

let store: Store;
beforeEach(async () => {
  const indexedDB = new IDBFactory();
  store = await openDexieStore({ userId: USER, indexedDB, keyRange: IDBKeyRange, channel: null });
});

/** A registration and this many records. */
function ledgerOf(count: number): readonly StoredEvent[] {
  const { ledger } = rig();
  const at = Date.UTC(2026, 2, 10, 12);
  const alone = { premium: false, referrer: null, referrerRegistered: false };
  ledger.apply({ type: 'register', firstAuthDate: at / 1000, ...alone });
  for (let number = 1; number <= count; number += 1) {
    const calculationType = 'Staking' as const;
    ledger.apply({
      type: 'record_calculation',
      recordId: idOf(number),
      calculationType,
      occurredAt: at + number,
      sentAt: null,
    });
  }
  return ledger.events;
}

const put = (...rows: RecordRow[]) => store.write(['records'], (writing) => writing.put('records', rows));
const row = (number: number) => store.read(['records'], (reading) => reading.get('records', idOf(number)));
const waiting = () =>
  store.read(['outbox'], async (reading) => (await reading.list('outbox', {})).map(({ key }) => key));
const headAt = (events: readonly StoredEvent[], seq: number) => {
  const event = events.find((one) => one.seq === seq);
  if (event === undefined) throw new Error(`no event ${seq}`);
  return { seq, hash: event.hash };
};

describe('fetched events', () => {
  test('are added in steps after the newest, and mark the counted records', async () => {
    const events = ledgerOf(250);
    const [first] = events.slice(1);
    const occurredAt = JSON.parse(first?.data ?? '{}').occurredAt;
    await put(
      recordRow(idOf(1), { calculationType: 'Staking', occurredAt, refusal: 'malformed', unconfirmed: 1 }),
      recordRow(idOf(2), { calculationType: 'RiskMoney', occurredAt: occurredAt + 1 }),
      recordRow(idOf(3), { calculationType: 'Staking', occurredAt }),
    );
    expect(await appendEvents(store, null, NO_HEAD, events)).toBe(true);
    expect(await readHead(store)).toEqual(headAt(events, 251));
    expect(await row(1)).toEqual(
      recordRow(idOf(1), {
        calculationType: 'Staking',
        occurredAt,
        state: 'counted',
        awarded: 1_000,
        reason: 'counted',
        seq: 2,
      }),
    );
    // Another type or time: not the record of this event.
    expect((await row(2))?.state).toBe('pending');
    expect((await row(3))?.state).toBe('pending');
  });

  test('that do not follow the newest change nothing, and the same ones again are no fault', async () => {
    const events = ledgerOf(4);
    expect(await appendEvents(store, null, NO_HEAD, events.slice(0, 3))).toBe(true);
    expect(await appendEvents(store, null, NO_HEAD, events.slice(0, 3))).toBe(true);
    expect(await appendEvents(store, null, headAt(events, 4), events.slice(4))).toBe(false);
    const forged = events.slice(2, 3).map((event) => ({ ...event, hash: 'f'.repeat(64) }));
    expect(await appendEvents(store, null, headAt(events, 2), forged)).toBe(false);
    expect(await readHead(store)).toEqual(headAt(events, 3));
    expect(await readEvents(store, 1, 5)).toEqual(events.slice(1, 3));
    expect(await appendEvents(store, null, headAt(events, 3), [])).toBe(true);
  });
});

describe("a server's promises", () => {
  test('are its newest event here, the heads it showed, and the records it answered', async () => {
    const events = ledgerOf(2);
    await appendEvents(store, null, NO_HEAD, events);
    await patchFacts(store, { seenHeads: [{ seq: 9, hash: 'a' }] });
    await put(recordRow(idOf(7), { unconfirmed: 1 }), recordRow(idOf(8)));
    expect(await readPromised(store)).toEqual({
      generation: null,
      head: headAt(events, 3),
      seenHeads: [{ seq: 9, hash: 'a' }],
      unconfirmed: [idOf(7)],
    });
  });

  test('are broken if a head is different or missing, or a record is not in the events', async () => {
    const events = ledgerOf(3);
    await appendEvents(store, null, NO_HEAD, events);
    const promise = (seenHeads: { seq: number; hash: string }[], unconfirmed: string[] = []) =>
      missingOf(store, { generation: null, head: NO_HEAD, seenHeads, unconfirmed });
    expect(await promise([headAt(events, 2), headAt(events, 4)])).toEqual({ records: [], upTo: 0 });
    expect(await promise([{ seq: 2, hash: 'other' }, headAt(events, 4)])).toEqual({ records: [], upTo: 2 });
    expect(await promise([{ seq: 9, hash: 'a' }])).toEqual({ records: [], upTo: 9 });
    await put(
      recordRow(idOf(7), { unconfirmed: 1, seq: 12 }),
      recordRow(idOf(8), { unconfirmed: 1 }),
      recordRow(idOf(9)),
    );
    const ids = [7, 8, 9, 10].map(idOf);
    expect(await promise([{ seq: 9, hash: 'a' }], ids)).toEqual({
      records: [idOf(7), idOf(8)],
      upTo: 12,
    });
  });

  test('are void once a deletion has emptied the store', async () => {
    const promised = { head: NO_HEAD, seenHeads: [{ seq: 9, hash: 'a' }], unconfirmed: [] };
    await patchFacts(store, { generation: 2 });
    expect(await missingOf(store, { generation: 1, ...promised })).toEqual({ records: [], upTo: 0 });
    expect(await missingOf(store, { generation: 2, ...promised })).toEqual({ records: [], upTo: 9 });
  });
});

describe('a loss', () => {
  const loss = (change: Partial<Loss> = {}): Loss => ({
    generation: null,
    commonSeq: 2,
    seenSeq: 5,
    records: [],
    diverged: true,
    ...change,
  });

  test('of a ledger that a deletion has ended is not noted', async () => {
    await patchFacts(store, { generation: 2 });
    await noteRestored(store, loss({ generation: 1 }), NOW);
    expect((await readFacts(store)).restored).toEqual([]);
    await noteRestored(store, loss({ generation: 2 }), NOW);
    expect((await readFacts(store)).restored).toHaveLength(1);
  });

  test('puts every record after the common event back and drops those events', async () => {
    const events = ledgerOf(3);
    await appendEvents(store, null, NO_HEAD, events);
    const counted = { state: 'counted', awarded: 1_000, reason: 'counted' } as const;
    await put(
      recordRow(idOf(1), { ...counted, seq: 2 }),
      recordRow(idOf(2), { ...counted, seq: 3, deleted: 1, inputs: null }),
      recordRow(idOf(7), { ...counted, seq: 9, unconfirmed: 1 }),
    );
    await patchFacts(store, { historySeq: 4, historyCursor: { before: 3, upTo: 4 }, seenHeads: [NO_HEAD] });
    await noteRestored(store, loss(), NOW);
    expect(await readHead(store)).toEqual(headAt(events, 2));
    expect(await row(1)).toMatchObject({ state: 'counted', seq: 2 });
    const pending = { state: 'pending', awarded: null, reason: null, refusal: null, seq: null };
    expect(await row(2)).toEqual({ ...recordRow(idOf(2), { deleted: 1, inputs: null }), ...pending });
    // Known from its event only: it is sent again without inputs and stays out of the history.
    expect(await row(3)).toMatchObject({ ...pending, calculationType: 'Staking', inputs: null, deleted: 1 });
    expect(await row(7)).toEqual(recordRow(idOf(7)));
    expect(await waiting()).toEqual([
      `4:record:${idOf(2)}`,
      `4:record:${idOf(3)}`,
      `4:record:${idOf(7)}`,
      `5:erase:${idOf(2)}`,
    ]);
    expect(await readFacts(store)).toMatchObject({
      seenHeads: [],
      historySeq: 2,
      historyCursor: null,
      restored: [{ noticedAt: NOW, commonSeq: 2, eventsLost: 3, recordsResent: 3 }],
    });
  });

  test('marks what the phone knew of it; what is learnt later on that day stands beside it', async () => {
    await patchFacts(store, { knownHeads: [2, 5].map((seq) => ({ day: dayOf(NOW) - 5 + seq, seq })) });
    await changeProofs(store, NOW, () => ({ seenInLine: 3 }));
    await noteRestored(store, loss({ generation: null }), NOW);
    const marked = [
      { day: dayOf(NOW) - 3, seq: 2 },
      { day: dayOf(NOW), seq: 5, lostAt: 3 },
    ];
    expect((await readFacts(store)).knownHeads).toEqual(marked);
    const facts = { ...(await readFacts(store)), serverOffset: 0 };
    expect(knownNow(facts, 3, NOW)).toEqual({ knownHeads: [...marked, { day: dayOf(NOW), seq: 3 }] });
  });

  test('of data that are deleted meanwhile brings no record of them back', async () => {
    await appendEvents(store, null, NO_HEAD, ledgerOf(3));
    await patchFacts(store, { generation: 2 });
    const noted = noteRestored(store, loss({ generation: 2 }), NOW);
    await wipe(store, 2, 3);
    await noted;
    expect(await row(3)).toBeUndefined();
    expect(await waiting()).not.toContain(`4:record:${idOf(3)}`);
  });

  test('of records alone keeps the events, and is listed after earlier losses', async () => {
    const events = ledgerOf(3);
    await appendEvents(store, null, NO_HEAD, events);
    const before = { noticedAt: 1, commonSeq: 0, eventsLost: 1, recordsResent: 1 };
    await patchFacts(store, { restored: [before], historySeq: 1 });
    await put(recordRow(idOf(7), { state: 'counted', unconfirmed: 1 }));
    const records = [idOf(7), idOf(8)];
    await noteRestored(store, loss({ commonSeq: 4, seenSeq: 3, records, diverged: false }), NOW);
    expect(await readHead(store)).toEqual(headAt(events, 4));
    expect(await waiting()).toEqual([`4:record:${idOf(7)}`]);
    expect(await readFacts(store)).toMatchObject({
      historySeq: 1,
      restored: [before, { noticedAt: NOW, commonSeq: 4, eventsLost: 0, recordsResent: 2 }],
    });
  });

  test('puts more records back than one write should hold', async () => {
    const rows = Array.from({ length: 230 }, (_, index) => recordRow(idOf(index + 1), { state: 'counted' }));
    await put(...rows);
    const records = rows.map(({ id }) => id);
    await noteRestored(store, loss({ records, diverged: false }), NOW);
    expect(await waiting()).toHaveLength(230);
  });

  test("sends the language and settings chosen here again, and none of the server's", async () => {
    await patchFacts(store, { language: 'ru', settings: DEFAULT_SETTINGS });
    await noteRestored(store, loss(), NOW);
    expect(await waiting()).toEqual([]);
    await chooseLanguage(store, 'ru', 7);
    await chooseSettings(store, {}, false, 8);
    await store.write(['outbox'], (writing) => writing.clear('outbox'));
    await noteRestored(store, loss(), NOW);
    const rows = await store.read(['outbox'], (reading) => reading.list('outbox', {}));
    expect(rows).toEqual([
      { key: '3:language', kind: 'language', language: 'ru', chosenAt: 7 },
      { key: '6:settings', kind: 'settings', settings: DEFAULT_SETTINGS, chosenAt: 8, choice: 1 },
    ]);
  });

  test('sends a language without a time, stored by an earlier version, as it is', async () => {
    await patchFacts(store, { language: 'en', languageChosen: true });
    await noteRestored(store, loss(), NOW);
    const rows = await store.read(['outbox'], (reading) => reading.list('outbox', {}));
    expect(rows).toEqual([{ key: '3:language', kind: 'language', language: 'en' }]);
  });
});

describe('a record of which only the event is known', () => {
  const kept = {
    id: idOf(3),
    calculationType: 'Staking',
    revision: 0,
    awarded: '1',
    reason: 'counted',
  } as const;
  const shown = (inputs: CalculationInputs | null) => {
    const occurredAt = new Date(NOW).toISOString();
    return mergeHistory(store, null, [{ ...kept, occurredAt, inputs, seq: 3 }]);
  };
  const loss = { generation: null, commonSeq: 2, seenSeq: 5, records: [], diverged: true };
  const at = new Date(NOW).toISOString();
  const note: KeptEdit = { change: 5, subject: idOf(3), field: 'note', value: 'sold', at, device: 'b' };

  beforeEach(async () => {
    await appendEvents(store, null, NO_HEAD, ledgerOf(3));
    await put(recordRow(idOf(1)), recordRow(idOf(2)));
    await noteRestored(store, loss, NOW);
  });

  test('is not erased for the other devices by a second loss', async () => {
    expect(await row(3)).toMatchObject({ deleted: 1, eventOnly: 1 });
    await noteRestored(store, { ...loss, records: [idOf(3)] }, NOW);
    expect(await waiting()).not.toContain(`5:erase:${idOf(3)}`);
  });

  test('is shown once the history has its inputs, also while it waits to be sent', async () => {
    await shown(null);
    expect(await row(3)).toMatchObject({ deleted: 1, eventOnly: 1 });
    await shown({ price: '7' });
    expect(await row(3)).toMatchObject({ deleted: 0, inputs: { price: '7' }, state: 'counted' });
    expect(await row(3)).not.toHaveProperty('eventOnly');
  });

  test('may stay away until its device comes: each start asks for it, for thirty days, and then for its edits', async () => {
    await store.write(['events'], (writing) => writing.clear('events'));
    await appendEvents(store, null, NO_HEAD, ledgerOf(3));
    await put({
      ...recordRow(idOf(3), { inputs: null, deleted: 1, seq: 4, state: 'counted' }),
      eventOnly: 1,
    });
    await takeEdits(store, null, [note]);
    await patchFacts(store, { historySeq: 4, serverOffset: -5 });
    const recordedAt = ledgerOf(3)[3]?.at ?? 0;
    await askForInputs(store, recordedAt + 30 * DAY_MS + 5);
    expect((await readFacts(store)).historySeq).toBe(4);
    await askForInputs(store, recordedAt + 30 * DAY_MS + 4);
    const { historySeq, editsMark } = await readFacts(store);
    expect([historySeq, await firstUnknownRecord(store, historySeq), askedUpTo(editsMark)]).toEqual([
      3, 4, 5,
    ]);
    await shown({ price: '7' });
    expect(await firstUnknownRecord(store, historySeq)).toBeNull();
    expect(askedUpTo((await readFacts(store)).editsMark)).toBe(0);
    await takeEdits(store, null, [note]);
    expect((await row(3))?.outcome).toMatchObject({ note: { value: 'sold' } });
  });
});

test('inputs that the server did not have at first fill the record, and no other ones do', async () => {
  const events = ledgerOf(1);
  await appendEvents(store, null, NO_HEAD, events);
  const at = events[1]?.at ?? 0;
  const take = (inputs: CalculationInputs | null, revision = 0) =>
    mergeHistory(store, null, [
      {
        ...{
          id: idOf(1),
          calculationType: 'Staking',
          occurredAt: new Date(at).toISOString(),
          inputs,
          revision,
        },
        ...{ awarded: '1', reason: 'counted', seq: 2 },
      },
    ]);
  await take(null);
  expect(await row(1)).toMatchObject({ inputs: null, deleted: 0 });
  await patchFacts(store, { historySeq: 2 });
  await askForInputs(store, at);
  expect((await readFacts(store)).historySeq).toBe(1);
  expect(await firstUnknownRecord(store, 1)).toBe(2);
  await take({ price: '7' });
  expect(await row(1)).toMatchObject({ inputs: { price: '7' }, deleted: 0 });
  expect(await firstUnknownRecord(store, 1)).toBeNull();
  await take({ price: '8' });
  expect(await row(1)).toMatchObject({ inputs: { price: '7' } });
  await take({ price: '9' }, 1);
  expect(await row(1)).toMatchObject({ inputs: { price: '9' }, revision: 1 });
});

test('the first record missing in the events is found, however far back it is', async () => {
  const events = ledgerOf(620);
  await appendEvents(store, null, NO_HEAD, events);
  await put(...Array.from({ length: 619 }, (_, index) => recordRow(idOf(index + 1))));
  expect(await firstUnknownRecord(store, 0)).toBe(621);
  expect(await firstUnknownRecord(store, 620)).toBe(621);
  expect(await firstUnknownRecord(store, 621)).toBeNull();
  await addRecord(store, { id: idOf(620), calculationType: 'Staking', inputs: {} }, NOW);
  expect(await firstUnknownRecord(store, 0)).toBeNull();
});
