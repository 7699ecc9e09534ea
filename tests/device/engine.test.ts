/** When the engine starts a round, and how it reports each one's end. The test writes the rounds. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Stop, SyncContext } from '#device/sync/context.ts';
import { createSyncEngine, type EngineStatus, type SyncEngine } from '#device/sync/engine.ts';
import type { Wake } from '#platform/network.ts';
import { type VirtualTime, virtualTime } from '#tests/simulation/virtual-time.ts';

const START = 1_000_000;
const MINUTE = 60_000;
/** Duration of a round. */
const ROUND = 100;
const OFFLINE: Stop = { type: 'offline' };
const WAITING: Stop = { type: 'waiting', retryAfterMs: null };
const PUT_OFF: Stop = { type: 'put_off' };

let time: VirtualTime;
let engine: SyncEngine;
/** When each round started, relative to the start. */
let rounds: number[];
/** How the next rounds end; successfully if empty. */
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
/** Relative to now. */
const retryIn = () => (engine.status().retryAt ?? Number.NaN) - time.now();

/** The first round ended like this. */
async function started(...stops: (Stop | null | Error)[]): Promise<void> {
  ends.push(...stops);
  engine.start();
  await pass(ROUND);
}

describe('a round', () => {
  test('starts at once, is reported while it runs, and ends idle', async () => {
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
  ])('that ends with %o is retried automatically', async (stop, phase) => {
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

  test('that throws is logged and retried', async () => {
    await started(new Error('an unusual fault'));
    expect(engine.status().phase).toBe('waiting');
    expect(logs).toEqual(['A round of the sync failed']);
    await pass(1_500);
    expect(rounds).toHaveLength(2);
  });

  test('is shared by all changes at once, and followed by one for changes made while it runs', async () => {
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

  test('on request resolves at its end, together with requests made in between', async () => {
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
  test('double the delay, up to thirty seconds while the app is visible and offline', async () => {
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
    ['while the app is hidden', OFFLINE, false],
    ['while the server answers', WAITING, true],
  ])('delay longer %s', async (_, stop, looks) => {
    isVisible = looks;
    await started(...Array.from({ length: 8 }, () => stop));
    for (let round = 1; round < 8; round += 1) await pass(retryIn() + ROUND);
    expect(retryIn()).toBe(192_000);
  });

  test('are reset by the first successful round', async () => {
    await started(OFFLINE, OFFLINE, null, OFFLINE);
    await pass(1_500 + ROUND);
    expect(retryIn()).toBe(3_000);
    await pass(3_000 + ROUND);
    void engine.syncNow();
    await pass(ROUND);
    expect(retryIn()).toBe(1_500);
    expect(engine.status().offlineSince).toBe(time.now());
  });

  test('are reset when the browser goes online, not when the app only becomes visible', async () => {
    await started(OFFLINE, OFFLINE, OFFLINE, OFFLINE);
    await pass(1_500 + ROUND);
    wake('visible');
    await pass(ROUND);
    expect(retryIn()).toBe(6_000);
    wake('online');
    await pass(ROUND);
    expect(retryIn()).toBe(1_500);
  });

  test('of a server that answers are not reset by an online event', async () => {
    await started(WAITING, WAITING);
    wake('online');
    await pass(ROUND);
    expect(retryIn()).toBe(3_000);
  });

  test('of a postponed record count when it is retried, not after each new calculation', async () => {
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
  test('gets no calls for new calculations before the next retry, which stays due', async () => {
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

  test('gets a call when the user comes back', async () => {
    await started(WAITING);
    wake('visible');
    await pass(ROUND);
    expect(rounds).toEqual([0, 100]);
    // The due retry is not made as well.
    await pass(10_000);
    expect(rounds).toHaveLength(2);
  });

  test('that asks for a pause gets one from all triggers', async () => {
    await started({ type: 'waiting', retryAfterMs: 90_000 });
    // As long as requested, plus jitter.
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

  test('gets its pause even if another round is requested', async () => {
    ends.push({ type: 'waiting', retryAfterMs: 90_000 });
    engine.start();
    await pass(50);
    engine.noteWork();
    await pass(10_000);
    expect(rounds).toEqual([0]);
  });
});

test('without a network a new calculation causes a try', async () => {
  await started(OFFLINE, OFFLINE);
  engine.noteWork();
  await pass(ROUND);
  expect(rounds).toEqual([0, 100]);
});

test('an app that must be reopened says so until a round ends otherwise', async () => {
  const phases: string[] = [];
  await started({ type: 'reopen' }, { type: 'reopen' }, null);
  engine.onStatus(() => phases.push(engine.status().phase));
  await pass(20_000);
  expect(new Set(phases.slice(0, -1))).toEqual(new Set(['reopen']));
  expect(phases.at(-1)).toBe('idle');
});

describe('news', () => {
  test('are fetched every five minutes while the app is visible', async () => {
    await started();
    await pass(10 * MINUTE + ROUND);
    expect(rounds).toEqual([0, 5 * MINUTE + ROUND, 10 * MINUTE + 2 * ROUND]);
  });

  test('are not fetched while it is hidden, and then again', async () => {
    await started();
    isVisible = false;
    await pass(20 * MINUTE);
    expect(rounds).toHaveLength(1);
    isVisible = true;
    await pass(5 * MINUTE);
    expect(rounds).toHaveLength(2);
  });

  test('a retry is due even while the app is hidden', async () => {
    await started(OFFLINE);
    isVisible = false;
    await pass(2_000);
    expect(rounds).toHaveLength(2);
  });
});

describe('stopped', () => {
  test('it starts nothing on any trigger', async () => {
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

  test('during a round, its end is not reported and no other follows', async () => {
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

test('a listener that ended hears nothing, and others hear no unchanged status', async () => {
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
