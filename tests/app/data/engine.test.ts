/** When the engine begins a round, and what it says of each one's end. The rounds themselves are written by the test. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Stop, SyncContext } from '#data/sync/context.ts';
import { createSyncEngine, type EngineStatus, type SyncEngine } from '#data/sync/engine.ts';
import type { Wake } from '#platform/network.ts';
import { type VirtualTime, virtualTime } from '#tests/simulation/virtual-time.ts';

const START = 1_000_000;
const MINUTE = 60_000;
/** How long a round takes. */
const ROUND = 100;
const OFFLINE: Stop = { type: 'offline' };
const WAITING: Stop = { type: 'waiting', retryAfterMs: null };
const PUT_OFF: Stop = { type: 'put_off' };

let time: VirtualTime;
let engine: SyncEngine;
/** When each round began, after the start. */
let rounds: number[];
/** How the next rounds end; well where there is none. */
let ends: (Stop | null | Error)[];
let wakes: Set<(wake: Wake) => void>;
let isVisible: boolean;
let logs: string[];

beforeEach(() => {
  time = virtualTime(START);
  rounds = [];
  ends = [];
  wakes = new Set();
  isVisible = true;
  logs = [];
  const clock = { now: time.now, after: time.after };
  engine = createSyncEngine({
    context: { clock, log: (message: string) => logs.push(message) } as unknown as SyncContext,
    lock: {
      async run<T>() {
        rounds.push(time.now() - START);
        const end = ends.shift() ?? null;
        await new Promise<void>((resolve) => time.after(ROUND, resolve));
        if (end instanceof Error) throw end;
        return end as T;
      },
    },
    network: {
      isVisible: () => isVisible,
      onWake(listener) {
        wakes.add(listener);
        return () => wakes.delete(listener);
      },
    },
    random: { next: () => 0.5 },
  });
});

const pass = (ms: number) => time.runUntil(time.now() + ms);
const wake = (kind: Wake) => {
  for (const listener of [...wakes]) listener(kind);
};
/** From now on. */
const retryIn = () => (engine.status().retryAt ?? Number.NaN) - time.now();

/** Its first round ended so. */
async function started(...stops: (Stop | null | Error)[]): Promise<void> {
  ends.push(...stops);
  engine.start();
  await pass(ROUND);
}

describe('a round', () => {
  test('begins with the start, is told of while it runs, and ends idle', async () => {
    const told: EngineStatus[] = [];
    engine.onStatus(() => told.push(engine.status()));
    expect(engine.status()).toEqual({ phase: 'idle', offlineSince: null, retryAt: null });
    engine.start();
    await pass(0);
    expect(engine.status().phase).toBe('sending');
    await pass(ROUND);
    expect(told).toEqual([
      { phase: 'sending', offlineSince: null, retryAt: null },
      { phase: 'idle', offlineSince: null, retryAt: null },
    ]);
    expect(rounds).toEqual([0]);
  });

  test.each<readonly [Stop, string]>([
    [OFFLINE, 'offline'],
    [WAITING, 'waiting'],
    [PUT_OFF, 'waiting'],
    [{ type: 'reopen' }, 'reopen'],
    [{ type: 'outdated' }, 'outdated'],
    [{ type: 'server_older' }, 'server_older'],
    [{ type: 'unregistered' }, 'waiting'],
  ])('that ends with %o is tried again by itself', async (stop, phase) => {
    await started(stop);
    expect(engine.status()).toMatchObject({
      phase,
      offlineSince: stop.type === 'offline' ? START + ROUND : null,
    });
    expect(retryIn()).toBe(1_500);
    await pass(1_500);
    expect(rounds).toEqual([0, 1_600]);
    await pass(ROUND);
    expect(engine.status()).toEqual({ phase: 'idle', offlineSince: null, retryAt: null });
  });

  test('that waits for onboarding is no failure', async () => {
    await started({ type: 'paused' });
    expect(engine.status()).toEqual({ phase: 'idle', offlineSince: null, retryAt: null });
  });

  test('that breaks down is logged, and tried again', async () => {
    await started(new Error('an unusual fault'));
    expect(engine.status().phase).toBe('waiting');
    expect(logs).toEqual(['A round of the sync failed']);
    await pass(1_500);
    expect(rounds).toHaveLength(2);
  });

  test('is asked for by any number of changes at once, and followed by one for those made while it runs', async () => {
    await started();
    engine.noteWork();
    engine.noteWork();
    await pass(ROUND / 2);
    engine.noteWork();
    engine.noteWork();
    wake('visible');
    await pass(10 * ROUND);
    expect(rounds).toEqual([0, 100, 200]);
  });

  test('that is asked for has ended when the answer comes, with those that were asked for meanwhile', async () => {
    await started();
    let answered = 0;
    const note = () => {
      answered = time.now() - START;
    };
    void engine.syncNow().then(note);
    await pass(50);
    engine.noteWork();
    await pass(1_000);
    expect(answered).toBe(300);
    expect(rounds).toEqual([0, 100, 200]);
  });
});

describe('failures in a row', () => {
  test('double the wait, up to thirty seconds while somebody looks and there is no network', async () => {
    await started(...Array.from({ length: 8 }, () => OFFLINE));
    const waits = [retryIn()];
    for (let round = 1; round < 8; round += 1) {
      await pass(retryIn() + ROUND);
      waits.push(retryIn());
    }
    expect(waits).toEqual([1_500, 3_000, 6_000, 12_000, 22_500, 22_500, 22_500, 22_500]);
    expect(engine.status().offlineSince).toBe(START + ROUND);
  });

  test.each([
    ['where nobody looks', OFFLINE, false],
    ['where the server answers', WAITING, true],
  ])('wait longer %s', async (_, stop, looks) => {
    isVisible = looks;
    await started(...Array.from({ length: 8 }, () => stop));
    for (let round = 1; round < 8; round += 1) await pass(retryIn() + ROUND);
    expect(retryIn()).toBe(192_000);
  });

  test('are forgotten with the first round that ends well', async () => {
    await started(OFFLINE, OFFLINE, null, OFFLINE);
    await pass(1_500 + ROUND);
    expect(retryIn()).toBe(3_000);
    await pass(3_000 + ROUND);
    void engine.syncNow();
    await pass(ROUND);
    expect(retryIn()).toBe(1_500);
    expect(engine.status().offlineSince).toBe(time.now());
  });

  test('are forgotten where the browser says that the network is back, and not where it only comes to the front', async () => {
    await started(OFFLINE, OFFLINE, OFFLINE, OFFLINE);
    await pass(1_500 + ROUND);
    wake('visible');
    await pass(ROUND);
    expect(retryIn()).toBe(6_000);
    wake('online');
    await pass(ROUND);
    expect(retryIn()).toBe(1_500);
  });

  test('of a server that answers are not forgotten for a network that was there all along', async () => {
    await started(WAITING, WAITING);
    wake('online');
    await pass(ROUND);
    expect(retryIn()).toBe(3_000);
  });

  test('of a record that was only put off count where it was tried, and not after each new calculation', async () => {
    await started(PUT_OFF, PUT_OFF, PUT_OFF);
    expect(retryIn()).toBe(1_500);
    engine.noteWork();
    await pass(ROUND);
    expect(retryIn()).toBe(1_500);
    wake('visible');
    await pass(ROUND);
    expect(retryIn()).toBe(3_000);
  });
});

describe('a server in trouble', () => {
  test('is left in peace by new calculations until the next try, which is due as before', async () => {
    await started(WAITING);
    engine.noteWork();
    await pass(1_499);
    expect(rounds).toEqual([0]);
    await pass(1);
    expect(rounds).toEqual([0, 1_600]);
    await pass(ROUND);
    engine.noteWork();
    await pass(ROUND);
    expect(rounds).toHaveLength(3);
  });

  test('is tried by whoever comes back', async () => {
    await started(WAITING);
    wake('visible');
    await pass(ROUND);
    expect(rounds).toEqual([0, 100]);
    // The try that was due is not made as well.
    await pass(10_000);
    expect(rounds).toHaveLength(2);
  });

  test('that asks to be left alone is, by everybody', async () => {
    await started({ type: 'waiting', retryAfterMs: 90_000 });
    // As long as it asks, and by chance a little longer.
    expect(retryIn()).toBe(90_500);
    let answered = false;
    void engine.syncNow().then(() => {
      answered = true;
    });
    engine.noteWork();
    wake('online');
    wake('visible');
    await pass(90_499);
    expect([rounds, answered]).toEqual([[0], true]);
    await pass(1);
    expect(rounds).toHaveLength(2);
    await pass(ROUND);
    wake('visible');
    await pass(ROUND);
    expect(rounds).toHaveLength(3);
  });

  test('that asks so while another round is wanted is left alone, too', async () => {
    ends.push({ type: 'waiting', retryAfterMs: 90_000 });
    engine.start();
    await pass(50);
    engine.noteWork();
    await pass(10_000);
    expect(rounds).toEqual([0]);
  });
});

test('without a network a new calculation is a try of its own', async () => {
  await started(OFFLINE, OFFLINE);
  engine.noteWork();
  await pass(ROUND);
  expect(rounds).toEqual([0, 100]);
});

test('an app that must be opened again says so until a round ends otherwise', async () => {
  const phases: string[] = [];
  await started({ type: 'reopen' }, { type: 'reopen' }, null);
  engine.onStatus(() => phases.push(engine.status().phase));
  await pass(20_000);
  expect(new Set(phases.slice(0, -1))).toEqual(new Set(['reopen']));
  expect(phases.at(-1)).toBe('idle');
});

describe('news', () => {
  test('are asked for every five minutes while somebody looks', async () => {
    await started();
    await pass(10 * MINUTE + ROUND);
    expect(rounds).toEqual([0, 5 * MINUTE + ROUND, 10 * MINUTE + 2 * ROUND]);
  });

  test('are not asked for while nobody does, and then again', async () => {
    await started();
    isVisible = false;
    await pass(20 * MINUTE);
    expect(rounds).toHaveLength(1);
    isVisible = true;
    await pass(5 * MINUTE);
    expect(rounds).toHaveLength(2);
  });

  test('a retry is due although nobody looks', async () => {
    await started(OFFLINE);
    isVisible = false;
    await pass(2_000);
    expect(rounds).toHaveLength(2);
  });
});

describe('stopped', () => {
  test('it begins nothing, whoever asks', async () => {
    await started(OFFLINE);
    engine.stop();
    expect(wakes.size).toBe(0);
    engine.noteWork();
    let answered = false;
    void engine.syncNow().then(() => {
      answered = true;
    });
    await pass(10 * MINUTE);
    expect([rounds, answered]).toEqual([[0], true]);
  });

  test('while a round runs, nothing is told of its end, and none follows', async () => {
    let told = 0;
    engine.start();
    await pass(0);
    engine.onStatus(() => {
      told += 1;
    });
    engine.noteWork();
    engine.stop();
    const before = engine.status();
    await pass(10 * MINUTE);
    expect(engine.status()).toBe(before);
    expect([rounds, told]).toEqual([[0], 0]);
  });
});

test('a listener that has ended hears nothing, and no other is told what has not changed', async () => {
  let [gone, told] = [0, 0];
  const end = engine.onStatus(() => {
    gone += 1;
  });
  engine.onStatus(() => {
    told += 1;
  });
  end();
  await started(WAITING);
  expect([gone, told]).toEqual([0, 2]);
  const before = engine.status();
  engine.noteWork();
  await pass(100);
  expect(engine.status()).toBe(before);
  expect(told).toBe(2);
});
