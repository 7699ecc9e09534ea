/** How each server answer changes the device's rows. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ProfileRecord } from '#core/contract/user.ts';
import { openDexieStore } from '#device/store/dexie.ts';
import { beginLaunch, completeOnboarding, patchFacts, readFacts } from '#device/store/facts.ts';
import {
  acknowledgeDeletion,
  acknowledgeErasure,
  acknowledgeOnboarding,
  acknowledgeRecords,
  acknowledgeRegistration,
  hasDeletion,
  type Judged,
} from '#device/store/outbox.ts';
import type { Store } from '#device/store/port.ts';
import { takeProfile } from '#device/store/profile.ts';
import { recordEntry } from '#device/store/records.ts';
import type { RecordRow } from '#device/store/rows.ts';
import { recordRow } from './store-conformance.ts';
import { rig, USER } from './sync-rig.ts';

const NOW = 5_000;
const asked = (generation: number | null = null) => ({ generation, now: NOW });

let store: Store;
beforeEach(async () => {
  const indexedDB = new IDBFactory();
  store = await openDexieStore({ userId: USER, indexedDB, keyRange: IDBKeyRange, channel: null });
});

/** In the server's format, with changes. */
function profile(change: Partial<ProfileRecord> = {}): ProfileRecord {
  return { ...rig().ledger.profile(), head: { seq: 3, hash: 'c'.repeat(64) }, generation: 0, ...change };
}

const put = (...rows: RecordRow[]) =>
  store.write(['records', 'outbox'], async (writing) => {
    await writing.put('records', rows);
    await writing.put(
      'outbox',
      rows.map(({ id }) => recordEntry(id)),
    );
  });
const row = (id: string) => store.read(['records'], (reading) => reading.get('records', id));
const waiting = () =>
  store.read(['outbox'], async (reading) => (await reading.list('outbox', {})).map(({ key }) => key));
const judge = (judged: readonly Judged[], shown: ProfileRecord | null = null) =>
  acknowledgeRecords(store, asked(), judged, shown);

describe('an answer for a record', () => {
  test.each(['recorded', 'duplicate'] as const)(
    "%s: the record counts with the answer's award",
    async (answer) => {
      await put(recordRow('a', { refusal: 'malformed' }));
      const result = { answer, awarded: '0', reason: 'daily_limit', seq: 4 } as const;
      await judge([{ id: 'a', revision: 0, result }]);
      expect(await row('a')).toEqual(
        recordRow('a', { state: 'counted', awarded: 0, reason: 'daily_limit', seq: 4, unconfirmed: 1 }),
      );
      expect(await waiting()).toEqual([]);
    },
  );

  test('without an award keeps the known one', async () => {
    await put(recordRow('a', { awarded: 1_000, reason: 'counted', seq: 4 }));
    await judge([{ id: 'a', revision: 0, result: { answer: 'duplicate', reason: 'bad_id' } }]);
    expect(await row('a')).toMatchObject({ state: 'counted', awarded: 1_000, reason: 'counted', seq: 4 });
  });

  test('is confirmed if its event is stored here with its own number', async () => {
    await put(recordRow('a', { unconfirmed: 1 }), recordRow('b'));
    const event = { userId: USER, seq: 4, eventId: 'a', type: 'CalculationRecorded.v1', rules: 1, at: 1 };
    const rest = { bucket: 'activity', award: 1_000, data: '{}', hash: 'd' } as const;
    await store.write(['events'], (writing) => writing.put('events', [{ ...event, ...rest }]));
    const result = { answer: 'recorded', seq: 4 } as const;
    await judge(['a', 'b'].map((id) => ({ id, revision: 0, result })));
    expect(await row('a')).not.toHaveProperty('unconfirmed');
    expect(await row('b')).toMatchObject({ unconfirmed: 1 });
  });

  test.each([
    [{ answer: 'conflict', reason: 'bad_id' }, 'conflict'],
    [{ answer: 'rejected', reason: 'bad_time' }, 'bad_time'],
    [{ answer: 'rejected' }, 'malformed'],
  ] as const)('%o: the record does not count', async (result, refusal) => {
    await put(recordRow('a', { awarded: 5, reason: 'counted', seq: 5 }));
    await judge([{ id: 'a', revision: 0, result }]);
    expect(await row('a')).toEqual(recordRow('a', { state: 'not_counted', refusal }));
    expect(await waiting()).toEqual([]);
  });

  test('for another revision leaves it in the outbox, unless it was deleted in between', async () => {
    await put(recordRow('a', { revision: 2 }), recordRow('b', { revision: 2, deleted: 1, inputs: null }));
    const result = { answer: 'recorded' } as const;
    await judge(['a', 'b', 'gone'].map((id) => ({ id, revision: 1, result })));
    expect(await waiting()).toEqual(['4:record:a']);
    expect(await row('a')).toMatchObject({ state: 'counted', revision: 2 });
    expect(await row('gone')).toBeUndefined();
  });

  test('for hundreds at once ends them all and stores the profile', async () => {
    const rows = Array.from({ length: 230 }, (_, index) => recordRow(`r${index}`));
    await put(...rows);
    const result = { answer: 'recorded' } as const;
    await judge(
      rows.map(({ id }) => ({ id, revision: 0, result })),
      profile({ level: '3' }),
    );
    expect(await waiting()).toEqual([]);
    expect(await store.read(['profile'], (reading) => reading.get('profile', 'profile'))).toMatchObject({
      level: 3,
      asOf: NOW,
    });
  });

  test('to an empty batch still stores the profile', async () => {
    await judge([], profile({ level: '4' }));
    expect(await store.read(['profile'], (reading) => reading.get('profile', 'profile'))).toMatchObject({
      level: 4,
    });
  });
});

describe('a registration', () => {
  const register = (change: { isNewUser?: boolean; generation?: number; onboarded?: boolean } = {}) => {
    const { isNewUser = true, generation = 0, onboarded = false } = change;
    const shown = profile({ generation, onboarded });
    return readFacts(store).then((facts) =>
      acknowledgeRegistration(store, asked(facts.generation), 'launch=1', {
        isNewUser,
        generation,
        profile: shown,
      }),
    );
  };

  test('that succeeds ends, and its launch data are stored', async () => {
    await beginLaunch(store, 'launch=1');
    expect(await waiting()).toEqual(['1:register']);
    await register();
    expect(await waiting()).toEqual([]);
    expect(await readFacts(store)).toMatchObject({
      registeredWith: 'launch=1',
      firstLaunch: 'launch=1',
      generation: 0,
      isNewUser: true,
      serverOnboarded: false,
      profileAt: NOW,
    });
    await beginLaunch(store, 'launch=1');
    expect(await waiting()).toEqual([]);
    await beginLaunch(store, 'launch=2');
    expect(await waiting()).toEqual(['1:register']);
    expect(await readFacts(store)).toMatchObject({ launchData: 'launch=2', firstLaunch: 'launch=1' });
  });

  test('that reports a deletion wipes the device, and one without a deletion does not', async () => {
    await register();
    await put(recordRow('a'));
    await register();
    expect(await row('a')).toBeDefined();
    await register({ generation: 1 });
    expect(await row('a')).toBeUndefined();
    expect(await readFacts(store)).toMatchObject({ generation: 1, deletionsSeen: 1 });
  });

  test('after a deletion stores nothing that names the user until onboarding is completed here or elsewhere', async () => {
    await patchFacts(store, { launchData: 'launch=1', firstLaunch: 'launch=0' });
    await register({ generation: 1 });
    const erased = { launchData: null, firstLaunch: null, registeredWith: null };
    expect(await readFacts(store)).toMatchObject(erased);
    await beginLaunch(store, 'launch=2');
    expect(await readFacts(store)).toMatchObject(erased);
    expect(await waiting()).toEqual(['1:register']);
    await completeOnboarding(store, 'launch=2');
    const again = { launchData: 'launch=2', firstLaunch: 'launch=2' };
    expect(await readFacts(store)).toMatchObject(again);
    await register({ generation: 1 });
    expect(await readFacts(store)).toMatchObject({ ...again, registeredWith: 'launch=1' });
  });

  test('after a deletion of a user who returned elsewhere keeps the launch data', async () => {
    await patchFacts(store, { launchData: 'launch=1', firstLaunch: 'launch=0' });
    await register({ generation: 1, isNewUser: false, onboarded: true });
    expect(await readFacts(store)).toMatchObject({
      launchData: 'launch=1',
      firstLaunch: 'launch=0',
      registeredWith: 'launch=1',
    });
  });

  test('of a device that knows of no deletions yet wipes nothing', async () => {
    await put(recordRow('a'));
    await register({ generation: 2 });
    expect(await row('a')).toBeDefined();
    expect(await readFacts(store)).toMatchObject({ generation: 2, deletionsSeen: 2 });
  });

  test('with fewer deletions than before repeats the deletion and ignores the answer', async () => {
    await patchFacts(store, { generation: 2, deletionsSeen: 2, isNewUser: true });
    await beginLaunch(store, 'launch=1');
    await register({ generation: 1, isNewUser: false });
    const rows = await store.read(['outbox'], (reading) => reading.list('outbox', {}));
    expect(rows).toEqual([{ key: '0:delete', kind: 'delete', generation: 1 }]);
    expect(await hasDeletion(store)).toBe(true);
    expect(await readFacts(store)).toMatchObject({ generation: 2, isNewUser: true, registeredWith: null });
  });

  test('without the onboarding sends it again', async () => {
    await register({ isNewUser: true });
    await completeOnboarding(store, 'launch=1');
    await store.write(['outbox'], (writing) => writing.clear('outbox'));
    await register({ isNewUser: true });
    expect(await waiting()).toEqual(['2:onboarding']);
    expect(await readFacts(store)).toMatchObject({ isNewUser: false });
  });

  test('sends no onboarding that the server knows or that is still waiting', async () => {
    await completeOnboarding(store, 'launch=1');
    await register();
    expect(await waiting()).toEqual(['2:onboarding']);
    expect(await readFacts(store)).toMatchObject({ isNewUser: true, generation: 0 });
    await store.write(['outbox'], (writing) => writing.clear('outbox'));
    await register({ isNewUser: false, onboarded: true });
    expect(await waiting()).toEqual([]);
    expect(await readFacts(store)).toMatchObject({ isNewUser: false });
  });

  test('that knows fewer deletions shows that a restored server has lost one', async () => {
    await patchFacts(store, { generation: 2, deletionsSeen: 2 });
    await register({ isNewUser: false, onboarded: true, generation: 1 });
    expect(await waiting()).toEqual(['0:delete']);
    expect(await readFacts(store)).toMatchObject({ deletionsSeen: 2, generation: 2 });
  });

  test('that knows fewer deletions leaves nothing to delete of a user who has not returned since', async () => {
    await patchFacts(store, { generation: 2, deletionsSeen: 2 });
    await register({ isNewUser: true, generation: 1 });
    expect(await waiting()).toEqual([]);
    expect(await readFacts(store)).toMatchObject({ deletionsSeen: 1, generation: 1 });
  });

  test('that knows of no deletion leaves the data of a new user to delete', async () => {
    await patchFacts(store, { generation: 2, deletionsSeen: 2 });
    await register({ isNewUser: true, generation: 0 });
    expect(await waiting()).toEqual(['0:delete']);
  });

  test('after a deletion elsewhere leaves a new user new and sends nothing again', async () => {
    await register({ isNewUser: false, onboarded: true });
    await register({ isNewUser: true, generation: 1 });
    expect(await waiting()).toEqual([]);
    expect(await readFacts(store)).toMatchObject({ isNewUser: true, generation: 1 });
  });
});

test('an accepted onboarding ends, and the user is no longer new', async () => {
  await patchFacts(store, { generation: 0, isNewUser: true });
  await completeOnboarding(store, 'launch=1');
  await acknowledgeOnboarding(store, asked(0), profile({ onboarded: true }));
  expect(await waiting()).toEqual([]);
  expect(await readFacts(store)).toMatchObject({ isNewUser: false, generation: 0, serverOnboarded: true });
});

test('onboarding accepted by a server that lost a deletion ends nothing before the deletion is repeated', async () => {
  await patchFacts(store, { generation: 1, deletionsSeen: 1, isNewUser: true });
  await completeOnboarding(store, 'launch=1');
  await acknowledgeOnboarding(store, asked(1), profile({ onboarded: true, generation: 0 }));
  expect(await waiting()).toEqual(['0:delete', '2:onboarding']);
  expect(await readFacts(store)).toMatchObject({ isNewUser: true, generation: 1 });
});

describe('a repeated deletion', () => {
  const command = { key: '0:delete', kind: 'delete', generation: 1 } as const;

  test.each([
    ['reports the current number of deletions', 3, 3, { deletionsSeen: 3, generation: 3 }],
    ['is answered before anything is known', 3, null, { deletionsSeen: 3, generation: null }],
    ['was done before', 'done', 2, { deletionsSeen: 2, generation: 2 }],
    ['is for a user who is lost, too', 'unknown_user', 2, { deletionsSeen: 2, generation: 2 }],
  ] as const)('that %s ends, and the user registers again', async (_, outcome, generation, facts) => {
    await patchFacts(store, { generation: generation === 3 ? 2 : generation, deletionsSeen: 2 });
    await store.write(['outbox'], (writing) => writing.put('outbox', [command]));
    await acknowledgeDeletion(store, command, outcome);
    expect(await waiting()).toEqual(['1:register']);
    expect(await readFacts(store)).toMatchObject(facts);
    expect(await hasDeletion(store)).toBe(false);
  });
});

test('only the answered erasure ends', async () => {
  await store.write(['outbox'], (writing) =>
    writing.put('outbox', [
      { key: '5:erase:a', kind: 'erase', id: 'a' },
      { key: '5:erase:b', kind: 'erase', id: 'b' },
    ]),
  );
  await acknowledgeErasure(store, null, { id: 'a', upTo: 0 }, { deleted: 1 });
  expect(await waiting()).toEqual(['5:erase:b']);
});

describe('a profile', () => {
  const take = (shown: ProfileRecord) => takeProfile(store, shown, null, NOW);
  const head = (seq: number) => ({ seq, hash: `${seq}`.padStart(64, '0') });

  test('is stored in thousandths and milliseconds', async () => {
    await take(
      profile({
        activity_points: '1.5',
        referral_points: '50',
        referral_activity_points: '0.1',
        referral_referral_points: '5',
        checkin_points: '10',
        level: '2',
        friends: 3,
        earned: [{ id: 'lev_1', at: '2026-03-10T12:00:00.000Z' }],
        streak: { current: 2, longest: 4, last_day: 20_000, freezes: 1 },
        wallet_address: 'UQ…',
      }),
    );
    expect(await store.read(['profile'], (reading) => reading.get('profile', 'profile'))).toEqual({
      key: 'profile',
      userId: USER,
      points: {
        activity: 1_500,
        referral: 50_000,
        referral_activity: 100,
        referral_referral: 5_000,
        checkin: 10_000,
      },
      level: 2,
      badges: [{ id: 'lev_1', at: Date.UTC(2026, 2, 10, 12) }],
      friends: 3,
      streak: { current: 2, longest: 4, lastDay: 20_000, freezes: 1 },
      referralLink: 'https://t.me/bot/app?startapp=42',
      walletAddress: 'UQ…',
      head: { seq: 3, hash: 'c'.repeat(64) },
      edits: 0,
      asOf: NOW,
    });
  });

  test('with a head beyond the events here queues that head once, up to fifty heads', async () => {
    const event = {
      userId: USER,
      eventId: 'a',
      type: 'DataDeleted.v1',
      rules: 1,
      at: 1,
      bucket: null,
    } as const;
    const row = { ...event, award: 0, data: '{}', ...head(2) };
    await store.write(['events'], (writing) => writing.put('events', [row]));
    const seen = async () => (await readFacts(store)).seenHeads;
    await take(profile({ head: head(2) }));
    expect(await seen()).toEqual([]);
    await take(profile({ head: head(3) }));
    await take(profile({ head: head(3) }));
    expect(await seen()).toEqual([head(3)]);
    for (let seq = 4; seq <= 60; seq += 1) await take(profile({ head: head(seq) }));
    expect((await seen()).map(({ seq }) => seq)).toEqual(Array.from({ length: 50 }, (_, index) => index + 3));
  });

  test('without the onboarding sends it again, unless deletions differ or it was never completed', async () => {
    const told = async (known: { generation: number; isNewUser: boolean }, shown: Partial<ProfileRecord>) => {
      await patchFacts(store, known);
      await store.write(['outbox'], (writing) => writing.clear('outbox'));
      await takeProfile(store, profile(shown), known.generation, NOW);
      return await waiting();
    };
    const lost = { onboarded: false, generation: 0 };
    expect(await told({ generation: 0, isNewUser: false }, lost)).toEqual(['2:onboarding']);
    expect(await told({ generation: 0, isNewUser: false }, { ...lost, onboarded: true })).toEqual([]);
    expect(await told({ generation: 0, isNewUser: true }, lost)).toEqual([]);
    expect(await told({ generation: 0, isNewUser: false }, { ...lost, generation: 1 })).toEqual([]);
    expect((await readFacts(store)).deletionsSeen).toBe(1);
  });
});
