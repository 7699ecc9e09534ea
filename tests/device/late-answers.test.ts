/** Late answers: after a deletion, a newer choice or newer heads they change nothing. */
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb';
import { beforeEach, describe, expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { ZERO_HASH } from '#core/points/zero-hash.ts';
import { openDexieStore } from '#device/store/dexie.ts';
import {
  beginLaunch,
  chooseLanguage,
  completeOnboarding,
  patchFacts,
  readFacts,
  takeServerLanguage,
  wipe,
} from '#device/store/facts.ts';
import { appendEvents, mergeHistory, readHead, readPromised, settleHeads } from '#device/store/ledger.ts';
import {
  acknowledgeLanguage,
  acknowledgeOnboarding,
  acknowledgeRecords,
  acknowledgeRegistration,
  type LanguageChoice,
} from '#device/store/outbox.ts';
import type { Store } from '#device/store/port.ts';
import { takeProfile } from '#device/store/profile.ts';
import { addRecord, deleteRecord } from '#device/store/records.ts';
import { TABLE_NAMES } from '#device/store/rows.ts';
import {
  acknowledgeSettings,
  chooseSettings,
  readUnsentSettings,
  takeServerSettings,
} from '#device/store/settings.ts';
import { idOf, rig, USER } from './sync-rig.ts';

const ID = idOf(1);
const NOW = 5_000;
/** The deletions known when the call was made and when its answer arrives. */
const ASKED = { generation: 0, now: NOW };
const KNOWN = 1;

let store: Store;
beforeEach(async () => {
  const indexedDB = new IDBFactory();
  store = await openDexieStore({ userId: USER, indexedDB, keyRange: IDBKeyRange, channel: null });
});

/** All rows of the store. */
const everything = () =>
  store.read(TABLE_NAMES, async (reading) => {
    const rows: unknown[] = [];
    for (const name of TABLE_NAMES) rows.push(...(await reading.list(name, {})));
    return rows;
  });

describe('an answer to a call from before a deletion changes nothing:', () => {
  const { ledger } = rig();
  ledger.apply({
    type: 'register',
    firstAuthDate: 1,
    premium: false,
    referrer: null,
    referrerRegistered: false,
  });
  const profile = ledger.profile();
  const kept = {
    id: idOf(9),
    calculationType: 'Staking',
    occurredAt: new Date(NOW).toISOString(),
    inputs: { apr: '5' },
    revision: 1,
    awarded: '1',
    reason: 'counted',
    seq: 1,
  } as const;
  const settings = { settings: { ...DEFAULT_SETTINGS, zone: 'Asia/Tokyo' } };

  test.each<readonly [string, () => Promise<unknown>]>([
    [
      'registration',
      () => acknowledgeRegistration(store, ASKED, 'launch=old', { isNewUser: true, generation: 0, profile }),
    ],
    [
      'registration before any answer',
      () =>
        acknowledgeRegistration(store, { ...ASKED, generation: null }, 'launch=old', {
          isNewUser: true,
          generation: KNOWN + 1,
          profile,
        }),
    ],
    ['onboarding', () => acknowledgeOnboarding(store, ASKED, profile)],
    [
      'records',
      () =>
        acknowledgeRecords(
          store,
          ASKED,
          [{ id: ID, revision: 0, result: { answer: 'recorded', awarded: '1', seq: 2 } }],
          profile,
        ),
    ],
    ['a profile', () => takeProfile(store, profile, ASKED.generation, NOW)],
    ['history', () => mergeHistory(store, ASKED.generation, [kept])],
    [
      'settings',
      () => takeServerSettings(store, { ...settings, mayWrite: true }, { generation: 0, settingsChoices: 1 }),
    ],
    [
      'a choice of settings',
      async () => {
        const choice = await readUnsentSettings(store);
        if (choice === null) throw new Error('nothing was chosen');
        await acknowledgeSettings(store, choice, ASKED.generation, { ...settings, mayWrite: true });
      },
    ],
  ])('%s', async (_, answer) => {
    await patchFacts(store, { generation: KNOWN, deletionsSeen: KNOWN, settings: DEFAULT_SETTINGS });
    await beginLaunch(store, 'launch=new');
    await completeOnboarding(store, 'launch=1');
    await addRecord(store, { id: ID, calculationType: 'Staking', inputs: {} }, NOW);
    await chooseSettings(store, {}, false, NOW);
    const before = await everything();
    await answer();
    expect(await everything()).toEqual(before);
  });

  test('events', async () => {
    await patchFacts(store, { generation: KNOWN });
    const head = { seq: 0, hash: ZERO_HASH };
    expect(await appendEvents(store, ASKED.generation, head, ledger.events)).toBe(false);
    expect(await readHead(store)).toEqual(head);
    expect(await appendEvents(store, KNOWN, head, ledger.events)).toBe(true);
  });

  test('a second report that the data are deleted', async () => {
    await patchFacts(store, { generation: 0 });
    expect(await wipe(store, 0)).toBe(true);
    await patchFacts(store, { generation: KNOWN });
    await addRecord(store, { id: ID, calculationType: 'Staking', inputs: {} }, NOW);
    const before = await everything();
    expect(await wipe(store, 0)).toBe(false);
    expect(await everything()).toEqual(before);
  });
});

describe("the server's language", () => {
  /** Chosen here and answered. */
  async function chooseAndEnd(language: 'en' | 'ru', at: number): Promise<void> {
    await chooseLanguage(store, language, at);
    await store.write(['outbox'], (writing) => writing.remove('outbox', ['3:language']));
  }

  test('requested before a choice here does not undo it, sent or not', async () => {
    const { languageChoices } = await readFacts(store);
    await chooseLanguage(store, 'ru', 7);
    await takeServerLanguage(store, 'en', languageChoices);
    expect(await readFacts(store)).toMatchObject({ language: 'ru', languageChosen: true });
    await chooseAndEnd('ru', 8);
    await takeServerLanguage(store, 'en', languageChoices);
    expect(await readFacts(store)).toMatchObject({
      language: 'ru',
      languageChosen: true,
      languageChosenAt: 8,
    });
  });

  test('waits for the answer to a choice made before the call', async () => {
    await chooseLanguage(store, 'ru', 7);
    const { languageChoices } = await readFacts(store);
    await takeServerLanguage(store, 'en', languageChoices);
    expect(await readFacts(store)).toMatchObject({ language: 'ru', languageChosen: true });
  });

  test("is adopted if the call came after every choice, and then counts as the server's", async () => {
    await chooseAndEnd('ru', 7);
    const { languageChoices } = await readFacts(store);
    await takeServerLanguage(store, 'ru', languageChoices);
    expect(await readFacts(store)).toMatchObject({ language: 'ru', languageChosen: true });
    await takeServerLanguage(store, 'en', languageChoices);
    expect(await readFacts(store)).toMatchObject({
      language: 'en',
      languageChosen: false,
      languageChosenAt: null,
    });
  });
});

describe('an answer to a choice of language', () => {
  const sent: LanguageChoice = { key: '3:language', kind: 'language', language: 'ru', chosenAt: 7 };
  const waiting = () =>
    store.read(['outbox'], async (reading) => (await reading.get('outbox', '3:language')) ?? null);

  test.each([
    ['another language', 'en', 7],
    ['the same language at another time', 'ru', 9],
  ] as const)('leaves a newer choice of %s waiting', async (_, language, at) => {
    await chooseLanguage(store, 'ru', 7);
    await chooseLanguage(store, language, at);
    await acknowledge('en');
    expect(await waiting()).toEqual({ ...sent, language, chosenAt: at });
    expect(await readFacts(store)).toMatchObject({ language, languageChosen: true, languageChosenAt: at });
  });

  test('ends it and keeps the choice unless the server answers another', async () => {
    for (const stays of ['ru', null] as const) {
      await chooseLanguage(store, 'ru', 7);
      await acknowledge(stays);
      expect(await waiting()).toBeNull();
      expect(await readFacts(store)).toMatchObject({ language: 'ru', languageChosen: true });
    }
    await acknowledge('en');
    expect(await readFacts(store)).toMatchObject({ language: 'ru', languageChosen: true });
    await chooseLanguage(store, 'ru', 7);
    await acknowledge('en');
    expect(await readFacts(store)).toMatchObject({
      language: 'en',
      languageChosen: false,
      languageChosenAt: null,
    });
  });

  async function acknowledge(stays: 'en' | 'ru' | null): Promise<void> {
    await acknowledgeLanguage(store, sent, stays);
  }
});

test('new heads in an answer stay queued while the promised ones are looked up', async () => {
  const head = (seq: number) => ({ seq, hash: `${seq}`.padStart(64, '0') });
  await patchFacts(store, { seenHeads: [head(1), head(2)] });
  const promised = await readPromised(store);
  await patchFacts(store, { seenHeads: [head(1), head(2), head(3), head(4)] });
  await settleHeads(store, promised, NOW);
  expect(await readFacts(store)).toMatchObject({ seenHeads: [head(3), head(4)], ledgerAt: NOW });
  await settleHeads(store, await readPromised(store), NOW + 1);
  expect(await readFacts(store)).toMatchObject({ seenHeads: [], ledgerAt: NOW + 1 });
});

describe("the server's history", () => {
  const kept = (change: object = {}) => ({
    id: ID,
    calculationType: 'Staking' as const,
    occurredAt: new Date(NOW).toISOString(),
    inputs: { apr: '5' },
    revision: 3,
    awarded: '1',
    reason: 'counted' as const,
    seq: 2,
    ...change,
  });
  const row = () => store.read(['records'], (reading) => reading.get('records', ID));
  const sent = () => store.write(['outbox'], (writing) => writing.clear('outbox'));
  const merge = (change: object = {}) => mergeHistory(store, null, [kept(change)]);

  test('adds a missing record with its inputs', async () => {
    await merge();
    expect(await row()).toEqual({
      id: ID,
      calculationType: 'Staking',
      occurredAt: NOW,
      inputs: { apr: '5' },
      revision: 3,
      state: 'counted',
      awarded: 1_000,
      reason: 'counted',
      refusal: null,
      seq: 2,
      deleted: 0,
      unconfirmed: 1,
    });
  });

  test('never restores deleted inputs, even from an answer older than the deletion', async () => {
    await addRecord(store, { id: ID, calculationType: 'Staking', inputs: { apr: '5' } }, NOW);
    await sent();
    await deleteRecord(store, ID);
    await merge();
    expect(await row()).toMatchObject({ inputs: null, deleted: 1, revision: 0 });
    await sent();
    await merge();
    expect(await row()).toMatchObject({ inputs: null, deleted: 1, revision: 0 });
  });

  test('leaves a waiting record alone', async () => {
    await addRecord(store, { id: ID, calculationType: 'Staking', inputs: { apr: '7' } }, NOW);
    await merge();
    expect(await row()).toMatchObject({ inputs: { apr: '7' }, revision: 0, state: 'pending' });
  });

  test('adopts a later revision from elsewhere, and no earlier one', async () => {
    await addRecord(store, { id: ID, calculationType: 'Staking', inputs: { apr: '7' } }, NOW);
    await sent();
    await merge({ revision: 0 });
    expect(await row()).toMatchObject({ inputs: { apr: '7' }, revision: 0 });
    await merge({ revision: 1 });
    expect(await row()).toMatchObject({ inputs: { apr: '5' }, revision: 1, state: 'pending' });
    await merge({ revision: 2, inputs: null });
    expect(await row()).toMatchObject({ inputs: { apr: '5' }, revision: 2 });
  });
});
