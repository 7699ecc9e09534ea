/** Notices handed over to the sender, in both deployments. */
import { describe, expect, test } from 'vitest';
import type { Notifier } from '#api/notifications/pending/notifier.ts';
import type { Notice } from '#core/points/notices.ts';
import { apiOver, CONFIG, START } from '#tests/api/support.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { openObjectsDeployment } from '#tests/support/objects-deployment.ts';

const MINUTE = 60_000;

interface Told {
  readonly at: number;
  readonly userId: number;
  readonly notices: readonly Notice[];
}

/** Answers of the other side; after the last one, `taken`. */
type Answers = (() => ReturnType<Notifier['tell']>)[];
const nameOf = ({ userId, seq, kind }: Notice) => `${userId}:${seq}:${kind}`;
const later = async () => 'later' as const;
const fails = () => Promise.reject(new Error('down'));
const hangs = () => new Promise<never>(() => {});

describe.each([
  ['machine', openMachineDeployment],
  ['objects', openObjectsDeployment],
])('%s', (_, openDeployment) => {
  async function open({ answers = [], isThere = true }: { answers?: Answers; isThere?: boolean } = {}) {
    const clock = { at: START, now: () => clock.at };
    const told: Told[] = [];
    const notifier: Notifier = {
      async tell(userId, notices) {
        told.push({ at: clock.at, userId, notices: structuredClone(notices) });
        return answers.shift()?.() ?? 'taken';
      },
    };
    const state = { isReadOnly: false };
    const readOnly = () => state.isReadOnly;
    const seams = { config: CONFIG, clock, limiter: noLimits, onRequest: () => {}, readOnly };
    const deployment = await openDeployment({ ...seams, ...(isThere ? { notifier } : {}) });
    const api = apiOver(deployment, clock);
    await api.registered(1);
    return {
      ...api,
      state,
      told,
      ids: () => told.flatMap(({ notices }) => notices.map(({ id }) => id)),
      /** User, event and kind of each notice. */
      names: () => told.flatMap(({ notices }) => notices.map(nameOf)),
      join: (id: number) => api.registered(id, { startParam: '1' }),
      /** Notices waiting for user 1. */
      waiting: () => api.rows(1, 'notices'),
    };
  }

  test('each notice is sent once, whatever comes after it', async () => {
    const { join, settle, told, names, waiting, restart } = await open();
    await join(2);
    await settle();
    expect(told.map(({ userId }) => userId)).toEqual([1]);
    expect(names()).toEqual(['1:3:badges_earned', '1:3:friend_joined']);
    expect(told[0]?.notices).toMatchObject([{ badges: ['ref_1'] }, { friend: 2, award: 50_000 }]);
    expect(await waiting()).toEqual([]);
    await restart();
    await join(3);
    await settle();
    expect(names().slice(2)).toEqual(['1:4:friend_joined']);
  });

  test('notices are sent in event order, twenty at a time', async () => {
    const { join, settle, told, ids } = await open({ answers: [later] });
    for (let id = 2; id < 32; id += 1) await join(id);
    await settle();
    const seqs = told.flatMap(({ notices }) => notices.map(({ seq }) => seq));
    const again = told[0]?.notices.length ?? 0;
    expect(seqs.slice(again)).toEqual(seqs.slice(again).toSorted((a, b) => a - b));
    expect(Math.max(...told.map(({ notices }) => notices.length))).toBe(20);
    // Thirty friends, ten of them with a level, and the badges for 1, 3, 5, 10, 15 and 25.
    expect(new Set(ids()).size).toBe(30 + 2 + 6);
    expect(ids().length).toBe(38 + again);
    // Each batch waits only for the one before it.
    expect(told.at(-1)?.at).toBe(START + 5_000);
  });

  test('refused notices are retried with growing delays, at most ten minutes, under the same ids', async () => {
    const { join, settle, told, waiting } = await open({
      answers: [...Array.from({ length: 5 }, () => later), ...Array.from({ length: 5 }, () => fails)],
    });
    await join(2);
    await settle();
    const waits = told.slice(1).map(({ at }, index) => (at - (told[index]?.at ?? 0)) / 1000);
    expect(waits).toEqual([5, 10, 20, 40, 80, 160, 320, 600, 600, 600]);
    expect(new Set(told.map(({ notices }) => JSON.stringify(notices))).size).toBe(1);
    expect(await waiting()).toEqual([]);
  });

  test('a new notice waits for earlier ones of its user, not for other users', async () => {
    const answers: Answers = [];
    const { join, registered, settle, told } = await open({ answers });
    answers.push(async () => {
      await join(3);
      await registered(4, { startParam: '2' });
      return 'later';
    });
    await join(2);
    await settle();
    expect(told.map(({ at, userId }) => [at - START, userId])).toEqual([
      [0, 1],
      [0, 2],
      [5_000, 1],
    ]);
    expect(told[2]?.notices.map(nameOf)).toEqual([
      '1:3:badges_earned',
      '1:3:friend_joined',
      '1:4:friend_joined',
    ]);
  });

  test('a crash between commit and handover loses nothing', async () => {
    const { join, ring, restart, names } = await open();
    await join(2);
    await restart();
    expect(names()).toEqual([]);
    await ring();
    expect(names()).toEqual(['1:3:badges_earned', '1:3:friend_joined']);
  });

  test('a crash before the acknowledgement repeats the handover under the same ids', async () => {
    const { join, settle, restart, told, user, waiting } = await open({ answers: [hangs] });
    await join(2);
    const settling = settle();
    while (told.length === 0) await new Promise(setImmediate);
    expect((await waiting()).length).toBe(2);
    await restart();
    await user(1).send('GET', '/api/user/1');
    await Promise.race([settling, settle()]);
    expect(told.length).toBe(2);
    expect(told[1]?.notices).toEqual(told[0]?.notices);
    expect(await waiting()).toEqual([]);
  });

  test('without a sender no notice is kept', async () => {
    const { join, settle, waiting } = await open({ isThere: false });
    await join(2);
    expect((await waiting()).length).toBe(0);
    await settle();
    expect((await waiting()).length).toBe(0);
  });

  test('a user who erases their data loses waiting notices and gets no more', async () => {
    const answers: Answers = [];
    const { join, settle, told, user, waiting } = await open({ answers });
    answers.push(async () => {
      expect((await waiting()).length).toBe(2);
      expect((await user(1).send('DELETE', '/api/user/1')).status).toBe(200);
      expect(await waiting()).toEqual([]);
      return 'later';
    });
    await join(2);
    await settle();
    await join(3);
    await settle();
    expect(told.length).toBe(1);
  });

  test('after a clock that was ahead is corrected, no notice waits for the wrong time', async () => {
    const { clock, join, ring, restart, user, told } = await open({ answers: [later] });
    clock.at += 365 * 24 * 60 * MINUTE;
    await join(2);
    await ring();
    expect(told.length).toBe(1);
    clock.at = START;
    await restart();
    await user(1).send('GET', '/api/user/1');
    clock.at += 10 * MINUTE;
    await ring();
    expect(told.length).toBe(2);
  });

  test('notices wait while the deployment is read-only', async () => {
    const { clock, join, ring, settle, restart, state, told, names, waiting } = await open({
      answers: [later],
    });
    await join(2);
    await ring();
    told.length = 0;
    state.isReadOnly = true;
    await restart();
    for (let hour = 0; hour < 3; hour += 1) {
      clock.at += 60 * MINUTE;
      await ring();
    }
    expect(told).toEqual([]);
    expect((await waiting()).length).toBe(2);
    state.isReadOnly = false;
    await restart();
    await settle();
    expect(names()).toEqual(['1:3:badges_earned', '1:3:friend_joined']);
  });
});
