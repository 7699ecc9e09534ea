/** Edits in the store: what is sent, what an answer settles, and what other devices' edits change. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { KeptEdit } from '#core/contract/edits.ts';
import { openDexieStore } from '#device/store/dexie.ts';
import {
  acknowledgeEdits,
  changeAccount,
  changeOutcome,
  correctTimes,
  editEntry,
  nextEdits,
  recoverEdits,
  sendEditsAgain,
  takeEdits,
} from '#device/store/edits.ts';
import { patchFacts, readFacts } from '#device/store/facts.ts';
import type { Store } from '#device/store/port.ts';
import { recordRow } from './store-conformance.ts';

const OURS = 'aaaaaaaaaaaaaaaa';
const THEIRS = 'bbbbbbbbbbbbbbbb';
const AT = Date.UTC(2026, 2, 10, 12);

let store: Store;
beforeEach(async () => {
  const indexedDB = new IDBFactory();
  store = await openDexieStore({ userId: 7, indexedDB, keyRange: IDBKeyRange, channel: null });
  await store.write(['records', 'profile'], async (writing) => {
    await writing.put('records', [recordRow('r1'), recordRow('r2'), recordRow('gone', { deleted: 1 })]);
    await writing.put('profile', [{ ...PROFILE, key: 'profile' }]);
  });
  await patchFacts(store, { generation: 1 });
});

const PROFILE = {
  userId: 7,
  points: { activity: 0, referral: 0, referral_activity: 0, referral_referral: 0, checkin: 0 },
  level: 1,
  badges: [],
  friends: 0,
  streak: { current: 0, lastDay: null, longest: 0 },
  referralLink: '',
  walletAddress: null,
  head: { seq: 0, hash: '' },
  edits: 0,
  asOf: AT,
};
const stamp = (ms = 0, device = OURS) => ({ at: AT + ms, offset: 0, device });
/** An edit made here, which the server has not judged. */
const ours = (value: string, ms = 0, over = 0) => ({
  ...{ value, at: AT + ms, device: OURS },
  claim: { offset: 0, over },
});
const judged = (value: string, ms = 0, device = OURS) => ({ value, at: AT + ms, device });
const kept = (field: string, value: string, ms: number, change: number, more: Partial<KeptEdit> = {}) => ({
  subject: 'r1',
  field,
  value,
  at: new Date(AT + ms).toISOString(),
  device: THEIRS,
  change,
  ...more,
});
const outcome = async (id = 'r1') =>
  (await store.read(['records'], (reading) => reading.get('records', id)))?.outcome;
const account = async () => (await readFacts(store)).accountEdits;
const mark = async () => (await readFacts(store)).editsMark;
const waiting = () =>
  store.read(['outbox'], async (reading) => (await reading.list('outbox', {})).map(({ key }) => key));
const shown = async () =>
  (await store.read(['profile'], (reading) => reading.get('profile', 'profile')))?.edits;

describe('what is sent', () => {
  test('is all that the device has of each edited subject', async () => {
    await changeOutcome(store, 'r1', { note: 'a' }, stamp());
    await changeOutcome(store, 'r1', { result: 'won' }, stamp(5));
    await changeAccount(store, { deposit: '5' }, stamp(9));
    expect(await nextEdits(store, 10)).toEqual([
      { subject: 'account', edits: { deposit: ours('5', 9) } },
      { subject: 'r1', edits: { note: ours('a'), result: ours('won', 5) } },
    ]);
    expect(await nextEdits(store, 1)).toHaveLength(1);
  });

  test('has no note that ends in the middle of an emoji', async () => {
    await changeOutcome(store, 'r1', { note: `${'a'.repeat(279)}🚀` }, stamp());
    expect(await nextEdits(store, 1)).toEqual([{ subject: 'r1', edits: { note: ours('a'.repeat(279)) } }]);
  });

  test('leaves out records that the server does not know yet, and no others', async () => {
    await changeOutcome(store, 'r1', { note: 'a' }, stamp());
    await changeOutcome(store, 'r2', { note: 'b' }, stamp());
    await store.write(['outbox'], (writing) =>
      writing.put('outbox', [{ key: '4:record:r1', kind: 'record', id: 'r1' }]),
    );
    expect((await nextEdits(store, 1)).map(({ subject }) => subject)).toEqual(['r2']);
  });

  test('names the device as it was named first', async () => {
    await changeOutcome(store, 'r1', { note: 'a' }, stamp(0, OURS));
    await changeOutcome(store, 'r2', { note: 'b' }, stamp(0, THEIRS));
    expect((await outcome('r2'))?.['note']).toEqual(ours('b'));
  });

  test.each(['gone', 'never'])('has nothing of the record %s', async (id) => {
    await changeOutcome(store, id, { note: 'a' }, stamp());
    expect(await waiting()).toEqual([]);
  });
});

describe('times', () => {
  const HOUR = 3_600_000;

  test("move with what is known of the server's clock, once, and only of edits made here", async () => {
    await takeEdits(store, 1, [kept('exitPrice', '9', 0, 3)]);
    await changeOutcome(store, 'r1', { note: 'a' }, stamp());
    await changeAccount(store, { deposit: '5' }, stamp());
    expect(await correctTimes(store, await nextEdits(store, 9), -HOUR)).toBe(true);
    const moved = { at: AT - HOUR, claim: { offset: -HOUR, over: 0 } };
    expect(await outcome()).toEqual({
      exitPrice: judged('9', 0, THEIRS),
      note: { ...ours('a'), ...moved },
    });
    expect(await account()).toEqual({ deposit: { ...ours('5'), ...moved } });
    expect(await correctTimes(store, await nextEdits(store, 9), -HOUR)).toBe(false);
  });

  test('stay where the clocks agree to two minutes', async () => {
    await changeOutcome(store, 'r1', { note: 'a' }, stamp());
    expect(await correctTimes(store, await nextEdits(store, 9), 120_000)).toBe(false);
    expect(await outcome()).toEqual({ note: ours('a') });
  });

  test('of a record that was deleted meanwhile leave it alone', async () => {
    await changeOutcome(store, 'r1', { note: 'a' }, stamp());
    const unsent = await nextEdits(store, 9);
    await store.write(['records'], (writing) => writing.put('records', [recordRow('r1', { deleted: 1 })]));
    expect(await correctTimes(store, unsent, HOUR)).toBe(true);
    expect(await outcome()).toBeUndefined();
  });
});

describe('a recovered edit', () => {
  test('is kept and sent with the time at which it was made', async () => {
    await changeOutcome(store, 'r1', { note: 'ab' }, stamp());
    await recoverEdits(store, 'r1', { note: 'abc' }, stamp(5));
    await recoverEdits(store, 'account', { leverage: '5' }, stamp(6));
    expect((await outcome())?.['note']).toEqual(ours('abc', 5));
    expect(await account()).toEqual({ leverage: ours('5', 6) });
    expect(await waiting()).toEqual(['7:edit:account', '7:edit:r1']);
  });

  test('stands back behind one made since, and fields that do not exist are left out', async () => {
    await takeEdits(store, 1, [kept('note', 'theirs', 50, 3)]);
    await recoverEdits(store, 'r1', { note: 'old', result: 'won', deposit: '5' }, stamp(9));
    expect(await outcome()).toEqual({ note: judged('theirs', 50, THEIRS), result: ours('won', 9) });
  });

  test('of a record that is gone is nothing', async () => {
    await recoverEdits(store, 'gone', { note: 'a' }, stamp());
    expect(await waiting()).toEqual([]);
  });
});

describe('an answer', () => {
  const send = async () => {
    await changeOutcome(store, 'r1', { note: 'a', result: 'won' }, stamp());
    return nextEdits(store, 10);
  };

  test("takes the server's edits for those sent, and ends them", async () => {
    const sent = await send();
    const edits = [kept('note', 'theirs', 50, 3), kept('result', 'won', -7, 4, { device: OURS })];
    await acknowledgeEdits(store, 1, sent, { edits, before: 2, isKnown: true });
    expect(await outcome()).toEqual({
      note: judged('theirs', 50, THEIRS),
      result: judged('won', -7),
    });
    expect(await waiting()).toEqual([]);
  });

  test('leaves a field that was edited meanwhile, and sends it again', async () => {
    const sent = await send();
    await changeOutcome(store, 'r1', { note: 'later' }, stamp(9));
    const edits = [kept('note', 'theirs', 5, 3), kept('result', 'lost', 5, 4)];
    await acknowledgeEdits(store, 1, sent, { edits, before: 2, isKnown: true });
    expect(await outcome()).toEqual({
      note: ours('later', 9),
      result: judged('lost', 5, THEIRS),
    });
    expect(await waiting()).toEqual(['7:edit:r1']);
  });

  test('about another record changes nothing of this one', async () => {
    const sent = await send();
    await changeOutcome(store, 'r2', { note: 'b' }, stamp());
    await acknowledgeEdits(store, 1, sent, {
      edits: [kept('note', 'x', 9, 3, { subject: 'r2' })],
      before: 2,
      isKnown: true,
    });
    expect((await outcome())?.['note']?.value).toBe('a');
    expect((await outcome('r2'))?.['note']?.value).toBe('b');
    expect(await waiting()).toEqual(['7:edit:r2']);
  });

  test('of a refusal keeps the edits here and ends them', async () => {
    const sent = await send();
    await acknowledgeEdits(store, 1, sent, null);
    expect((await outcome())?.['note']?.value).toBe('a');
    expect([await waiting(), await mark()]).toEqual([[], null]);
  });

  test('of before a deletion counts for nothing', async () => {
    const sent = await send();
    await acknowledgeEdits(store, 0, sent, { edits: [kept('note', 'x', 9, 3)], before: 0, isKnown: true });
    expect((await outcome())?.['note']?.value).toBe('a');
    expect(await waiting()).toEqual(['7:edit:r1']);
  });

  test('to an outcome whose record was deleted meanwhile ends it', async () => {
    const sent = await send();
    await store.write(['records'], (writing) => writing.put('records', [recordRow('r1', { deleted: 1 })]));
    await acknowledgeEdits(store, 1, sent, { edits: [kept('note', 'x', 9, 3)], before: 0, isKnown: true });
    expect([await outcome(), await waiting()]).toEqual([undefined, []]);
  });

  test('moves the mark if nothing else has changed', async () => {
    const sent = await send();
    const edits = [kept('note', 'a', 0, 8), kept('result', 'won', 0, 7)];
    await acknowledgeEdits(store, 1, sent, { edits, before: 0, isKnown: true });
    expect(await mark()).toEqual({ change: 8, subject: 'r1', field: 'note', after: 8 });
    expect(await shown()).toBe(8);
  });

  test.each([
    ['others have changed', 9, 10, { change: 10, subject: 'r1', field: 'note', after: 8 }],
    ['nothing was taken', 8, 8, { change: 8, subject: 'r2', field: 'note' }],
    ['another device’s edit stays', 9, 9, { change: 9, subject: 'r1', field: 'note', after: 8 }],
  ])('still asks after the last change if %s', async (_, before, change, told) => {
    await patchFacts(store, { editsMark: { change: 8, subject: 'r2', field: 'note' } });
    const sent = await send();
    await acknowledgeEdits(store, 1, sent, { edits: [kept('note', 'a', 0, change)], before, isKnown: true });
    expect(await mark()).toEqual(told);
    expect(await shown()).toBe(0);
  });
});

describe("other devices' edits", () => {
  test('replace what is here, older or newer, once nothing waits', async () => {
    await changeOutcome(store, 'r1', { note: 'ours' }, stamp(100));
    await acknowledgeEdits(store, 1, await nextEdits(store, 9), null);
    await takeEdits(store, 1, [kept('note', 'theirs', 5, 3)]);
    expect((await outcome())?.['note']).toEqual(judged('theirs', 5, THEIRS));
    expect(await waiting()).toEqual([]);
  });

  test('leave one that waits for the server to judge it', async () => {
    await changeOutcome(store, 'r1', { note: 'ours' }, stamp());
    await takeEdits(store, 1, [kept('note', 'theirs', 50, 3), kept('exitPrice', '9', -99, 4)]);
    expect(await outcome()).toEqual({ note: ours('ours'), exitPrice: judged('9', -99, THEIRS) });
  });

  test.each([
    ['newer', 50, 'theirs'],
    ['older', -50, 'ours'],
  ])('that are %s than a judged one that is sent again: %s ms', async (_, ms, stays) => {
    await store.write(['records', 'outbox'], async (writing) => {
      await writing.put('records', [recordRow('r1', { outcome: { note: judged('ours') } })]);
      await writing.put('outbox', [editEntry('r1')]);
    });
    await takeEdits(store, 1, [kept('note', 'theirs', ms, 3), kept('exitPrice', '9', -99, 4)]);
    expect((await outcome())?.['note']?.value).toBe(stays);
    expect((await outcome())?.['exitPrice']?.value).toBe('9');
    expect(await waiting()).toEqual(['7:edit:r1']);
  });

  test('are remembered up to the newest', async () => {
    const ofAccount = kept('leverage', '5', 0, 4, { subject: 'account' });
    await takeEdits(store, 1, [kept('note', 'a', 0, 3), ofAccount]);
    expect(await mark()).toEqual({ change: 4, subject: 'account', field: 'leverage', after: 4 });
    expect((await account())['leverage']?.value).toBe('5');
  });

  test('of a record that is not here stop the mark, and the others count', async () => {
    const edits = [
      kept('note', 'a', 0, 3),
      kept('note', 'b', 0, 4, { subject: 'not here' }),
      kept('note', 'c', 0, 5, { subject: 'r2' }),
    ];
    await takeEdits(store, 1, edits);
    expect((await outcome('r2'))?.['note']?.value).toBe('c');
    expect(await mark()).toMatchObject({ change: 5, after: 3 });
  });

  test('of a deleted record, and fields of a later version, are passed over', async () => {
    await takeEdits(store, 1, [
      kept('note', 'b', 0, 4, { subject: 'gone' }),
      kept('mood', 'calm', 0, 5),
      kept('note', 'odd', 0, 6, { subject: 'account' }),
    ]);
    expect([await outcome(), await outcome('gone'), await account()]).toEqual([undefined, undefined, {}]);
    expect(await mark()).toMatchObject({ change: 6 });
  });

  test('of before a deletion count for nothing', async () => {
    await takeEdits(store, 0, [kept('note', 'a', 0, 3)]);
    expect([await outcome(), await mark()]).toEqual([undefined, null]);
  });

  test('are taken in several steps, and a missing record in the first stops the mark for all', async () => {
    const missing = kept('note', 'x', 0, 1, { subject: 'not here' });
    const many = Array.from({ length: 150 }, (_, index) => kept('note', `${index}`, index, index + 2));
    await takeEdits(store, 1, [missing, ...many]);
    expect((await outcome())?.['note']?.value).toBe('149');
    expect(await mark()).toMatchObject({ change: 151, after: 0 });
    await takeEdits(store, 1, many);
    expect(await mark()).toMatchObject({ change: 151, after: 151 });
  });
});

test('a restored server gets every edit again, and is asked for all', async () => {
  await store.write(['records'], (writing) =>
    writing.put(
      'records',
      Array.from({ length: 120 }, (_, index) => recordRow(`n${index}`, { outcome: { note: judged('x') } })),
    ),
  );
  await patchFacts(store, { editsMark: { change: 8, subject: 'r2', field: 'note' } });
  await sendEditsAgain(store);
  expect([(await waiting()).length, await mark()]).toEqual([120, null]);
  await changeAccount(store, { deposit: '5' }, stamp());
  await acknowledgeEdits(store, 1, await nextEdits(store, 999), null);
  await sendEditsAgain(store);
  expect(await waiting()).toHaveLength(121);
  expect(await waiting()).toContain('7:edit:account');
});
