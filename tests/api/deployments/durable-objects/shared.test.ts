/**
 * Objects that users share: a wallet's, the sender, the public object with the prices, and the cache before
 * pictures.
 */
import type { Api } from 'grammy';
import { beforeEach, describe, expect, test } from 'vitest';
import { sampleCalendar } from '#api/calendar/sample.ts';
import { picturesThroughCache } from '#api/deployments/durable-objects/pictures.ts';
import { openPublicObject } from '#api/deployments/durable-objects/public.ts';
import { openSenderObject } from '#api/deployments/durable-objects/sender.ts';
import { openWalletObject } from '#api/deployments/durable-objects/wallet.ts';
import { keepCrossing } from '#api/notifications/price-alerts/crossings.ts';
import type { Composed } from '#api/notifications/sender/messages.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { NO_ALERTS } from '#core/contract/settings.ts';
import { START } from '#tests/support/deployment.ts';
import { memoryCache } from '#tests/support/memory-cache.ts';

const SECOND = 1000;

let clock: { at: number; now(): number };
/** When the object's alarm fires next. */
let alarmAt: number | null;
const alarm = {
  set(at: number) {
    alarmAt = at;
  },
  clear() {
    alarmAt = null;
  },
};
beforeEach(() => {
  clock = { at: START, now: () => clock.at };
  alarmAt = null;
});

describe('a wallet', () => {
  let holds: (userId: number) => Promise<boolean>;
  let asked: number[];
  const open = () => {
    asked = [];
    return openWalletObject({
      sql: openBetterSqlite3(':memory:'),
      clock,
      wallet: 'w',
      user: (userId) => ({
        holds() {
          asked.push(userId);
          return holds(userId);
        },
      }),
    });
  };

  test('is kept for its first user as long as that user holds it', async () => {
    const wallet = open();
    expect(await wallet.holder()).toBeNull();
    holds = async () => true;
    expect([await wallet.reserve(1), await wallet.reserve(1), await wallet.reserve(2)]).toEqual([
      true,
      true,
      false,
    ]);
    expect([await wallet.holder(), asked]).toEqual([1, [1]]);
    holds = async () => false;
    expect([await wallet.reserve(2), await wallet.holder()]).toEqual([true, 2]);
  });

  test('stays with a holder who reserved it again while being asked', async () => {
    const wallet = open();
    await wallet.reserve(1);
    let answer = (_: boolean) => {};
    holds = () =>
      new Promise((resolve) => {
        answer = resolve;
      });
    const taking = wallet.reserve(2);
    await Promise.resolve();
    expect(await wallet.reserve(1)).toBe(true);
    const before = answer;
    holds = async () => true;
    // Answers the earlier reservation.
    before(false);
    expect([await taking, await wallet.holder(), asked]).toEqual([false, 1, [1, 1]]);
  });
});

describe('the sender object', () => {
  const composed: Composed = { type: 'send', text: 'Good news', label: 'Look', url: 'https://t.me/x' };
  let sent: number[];
  function open(readOnly = false) {
    sent = [];
    return openSenderObject({
      sql: openBetterSqlite3(':memory:'),
      clock,
      alarm,
      api: {
        async sendMessage(userId: number) {
          sent.push(userId);
          return { message_id: 1 };
        },
      } as unknown as Api,
      recipient: () => ({ compose: async () => composed, refused: async () => {} }),
      durable: async () => {},
      pause: async (ms) => {
        clock.at += ms;
      },
      readOnly,
      onFault: () => {},
    });
  }
  const handover = (userId: number, dueAt = clock.at) => {
    const item = { kind: 'level_reached', level: 2 } as const;
    return {
      userId,
      returnedAt: START,
      messages: [{ id: `${userId}`, madeAt: START, dueAt, generation: 0, item }],
    };
  };
  async function ring(sender: ReturnType<typeof open>): Promise<void> {
    clock.at = Math.max(clock.at, alarmAt ?? 0);
    alarmAt = null;
    await sender.onAlarm();
  }

  test('wakes for accepted messages and sends all that are due', async () => {
    const sender = open();
    expect(alarmAt).toBeNull();
    for (const userId of [1, 2, 3]) await sender.take(handover(userId));
    expect(alarmAt).not.toBeNull();
    expect(await sender.waitingSince()).not.toBeNull();
    await ring(sender);
    expect([sent, alarmAt, await sender.waitingSince()]).toEqual([[1, 2, 3], null, null]);
  });

  test('wakes for a later message when it is due, before its check for interrupted work', async () => {
    const sender = open();
    await sender.take(handover(1));
    const later = clock.at + 10 * SECOND;
    await sender.take(handover(2, later));
    await ring(sender);
    expect([sent, alarmAt]).toEqual([[1], later]);
    await ring(sender);
    expect(sent).toEqual([1, 2]);
  });

  test('sends nothing while read-only, and reports nothing waiting', async () => {
    const sender = open(true);
    await sender.take(handover(1));
    await ring(sender);
    expect([sent, await sender.waitingSince()]).toEqual([[], null]);
    expect(alarmAt).not.toBeNull();
  });
});

test('the public object wakes to forget departed users and to deliver crossings', async () => {
  const crossed: number[] = [];
  const sql = openBetterSqlite3(':memory:');
  const prices = openPublicObject({
    sql,
    clock,
    alarm,
    config: {
      marketProvider: 'sample',
      marketApiUrl: '',
      marketApiKey: null,
      fearGreedUrl: '',
      calendarFeedUrl: null,
    },
    fetch: async () => new Response('{}', { status: 503 }),
    userAgent: 'iRICH/test',
    calendar: sampleCalendar(clock),
    onFault: () => {},
    user: (userId) => ({
      async crossed() {
        crossed.push(userId);
      },
    }),
  });
  await prices.onAlarm();
  const before = alarmAt ?? Number.POSITIVE_INFINITY;
  keepCrossing(sql, { userId: 7, symbol: 'TON', threshold: '5', price: '5.1', up: true, at: clock.at });
  const none = { userId: 8, alerts: NO_ALERTS, since: {}, directions: {}, fired: {}, anew: false };
  await prices.keepAlerts({ ...none, toldAt: clock.at });
  expect(alarmAt).toBeLessThan(before);
  clock.at = alarmAt ?? clock.at;
  await prices.onAlarm();
  expect(crossed).toEqual([7]);
});

describe('a shared picture', () => {
  const picture = new Uint8Array([1, 2, 3]);

  test('is fetched from its object once and cached no longer than it is shared', async () => {
    let asked = 0;
    const expiresAt = START + 90 * SECOND;
    const puts: (string | null)[] = [];
    const kept = memoryCache(clock);
    const cache = {
      ...kept,
      async put(url: string, response: Response) {
        puts.push(response.headers.get('cache-control'));
        await kept.put(url, response);
      },
    };
    const find = picturesThroughCache(cache, 'https://irich.example', clock, () => ({
      async picture(tokenHash) {
        asked += 1;
        return tokenHash === 'known' && clock.at < expiresAt ? { picture, expiresAt } : null;
      },
    }));
    expect(await find(1, 'known')).toEqual({ picture, expiresAt });
    expect(puts).toEqual(['public, max-age=90']);
    clock.at += 60 * SECOND;
    expect(await find(1, 'known')).toEqual({ picture, expiresAt });
    expect(asked).toBe(1);
    clock.at += 31 * SECOND;
    expect(await find(1, 'known')).toBeNull();
    expect(await find(1, 'unknown')).toBeNull();
    expect([asked, puts.length]).toEqual([3, 1]);
  });
});
