/** Messages between ledgers that arrive late or out of order, and alarms that fire twice. */
import { beforeEach, expect, test } from 'vitest';
import type { Receipt, ReferralMessage } from '#api/credits/message.ts';
import { friendCards } from '#api/referrals/friends.ts';
import { openObjects } from '#tests/support/objects-deployment.ts';
import { CONFIG, launchData, START } from '../support.ts';

const MINUTE = 60_000;

interface Held {
  readonly message: ReferralMessage;
  /** Delivers the message and its receipt. */
  arrive(): Promise<void>;
  /** Delivers the message and holds its receipt back until the returned function is called. */
  arriveSilently(): Promise<() => void>;
  lose(): void;
}

let clock: { at: number; now(): number };
let world: ReturnType<typeof openObjects>;
let held: Held[];
let alarms: Promise<void>[];

beforeEach(async () => {
  clock = { at: START, now: () => clock.at };
  held = [];
  alarms = [];
  world = openObjects({
    config: CONFIG,
    clock,
    onRequest: () => {},
    between: (_, peers) => ({
      ...peers,
      user: (to) => ({
        registeredAt: () => peers.user(to).registeredAt(),
        receive: (message) => hold(message, () => peers.user(to).receive(message)),
      }),
    }),
  });
  await join(1, 'ann');
  await join(2, 'bea', '1');
});

function hold(message: ReferralMessage, deliver: () => Promise<Receipt | null>): Promise<Receipt | null> {
  return new Promise((resolve, reject) => {
    held.push({
      message,
      async arrive() {
        resolve(await deliver());
      },
      async arriveSilently() {
        const receipt = await deliver();
        return () => resolve(receipt);
      },
      lose: () => reject(new Error('lost')),
    });
  });
}

async function join(id: number, username: string, startParam?: string): Promise<void> {
  const data = launchData(id, {
    at: clock.at,
    username,
    ...(startParam === undefined ? {} : { startParam }),
  });
  const response = await world.fetch(
    new Request('https://irich.example/api/user/register', {
      method: 'POST',
      headers: { authorization: `tma ${data}`, 'content-type': 'application/json' },
      body: JSON.stringify({ id }),
    }),
  );
  expect(response.status).toBe(200);
}

/** The alarm of user 2; `ended` resolves when it finishes. */
async function ring(): Promise<Held | undefined> {
  const before = held.length;
  world.host(2).alarmAt = null;
  alarms.push(world.host(2).object.onAlarm());
  await new Promise(setImmediate);
  return held.length > before ? held.at(-1) : undefined;
}

async function ended(): Promise<void> {
  await Promise.all(alarms);
}

function sent(one: Held | undefined): Held {
  if (one === undefined) throw new Error('Nothing was sent');
  return one;
}

const nameInList = () => friendCards(world.host(1).sql, null, 10, 0).friends[0]?.username;

test('an alarm that fires again while a message is under way sends no second message', async () => {
  const first = sent(await ring());
  await join(2, 'bob');
  expect(await ring()).toBeUndefined();
  // If the object dies now, another alarm is set.
  expect(world.host(2).alarmAt).toBe(clock.at + 10 * MINUTE);
  await first.arrive();
  await ended();
  clock.at += 10 * MINUTE - 1;
  expect(await ring()).toBeUndefined();
  clock.at += 1;
  await sent(await ring()).arrive();
  await ended();
  expect(nameInList()).toBe('bob');
});

test('a receipt that arrives after a newer message says nothing about the newest card', async () => {
  const first = sent(await ring());
  const receipt = await first.arriveSilently();
  clock.at += 10 * MINUTE;
  await join(2, 'bob');
  const second = sent(await ring());
  await second.arriveSilently();
  await join(2, 'bea');
  receipt();
  second.lose();
  await ended();
  clock.at += 10 * MINUTE;
  await sent(await ring()).arrive();
  await ended();
  expect(nameInList()).toBe('bea');
});

test('losing an old message does not bring forward the message after a newer one', async () => {
  const first = sent(await ring());
  clock.at += 10 * MINUTE;
  const second = sent(await ring());
  first.lose();
  await new Promise(setImmediate);
  clock.at += MINUTE;
  expect(await ring()).toBeUndefined();
  await second.arrive();
  await ended();
  expect(world.host(2).alarmAt).toBeNull();
});

test('a clock set back before the receipt does not bring the next message forward', async () => {
  const first = sent(await ring());
  clock.at -= 60 * MINUTE;
  await first.arrive();
  await ended();
  clock.at += 61 * MINUTE;
  await join(2, 'bob');
  expect(await ring()).toBeUndefined();
  clock.at += 9 * MINUTE;
  await sent(await ring()).arrive();
  await ended();
  expect(nameInList()).toBe('bob');
});
