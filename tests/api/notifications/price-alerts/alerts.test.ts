/** Alerts beside the prices: what is kept of them, which of them a price touches, and exactly-once delivery. */
import { expect, test } from 'vitest';
import { historyUntil } from '#api/market/history.ts';
import { migrations } from '#api/migrations.ts';
import {
  ALERTS_IN_RANGE,
  forgetLeft,
  keepAlerts,
  leftDueAt,
} from '#api/notifications/price-alerts/alerts.ts';
import { CROSSED, keepCrossing, takeCrossings } from '#api/notifications/price-alerts/crossings.ts';
import { handOver } from '#api/notifications/price-alerts/hand-over.ts';
import { NOTE, noteAlerts, takeNotes } from '#api/notifications/price-alerts/notes.ts';
import type { AlertsChange, Crossing, Kept } from '#api/notifications/price-alerts/peers.ts';
import { type AlertStore, tellAlerts } from '#api/notifications/price-alerts/tell.ts';
import { jobsDueAt } from '#api/runtime/jobs.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { type Alerts, NO_ALERTS } from '#core/contract/settings.ts';
import { START } from '#tests/support/deployment.ts';
import { openPrices as open, UNKNOWN } from './prices.ts';

const HOUR = 60 * 60_000;
const DAY = 24 * HOUR;

test('a price finds the alerts it crosses or rearms by index and reads no others', () => {
  const { sql } = open();
  const plan = sql.all<{ detail: string }>(
    `EXPLAIN QUERY PLAN ${ALERTS_IN_RANGE}`,
    'TON',
    'up',
    1,
    0,
    0,
    5,
    500,
  );
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(
      /^SEARCH price_alerts USING (COVERING )?INDEX price_alerts_by_number \(symbol=\? AND direction=\? AND armed=\? AND \(number,user_id\)>\(\?,\?\)/,
    ),
  ]);
});

test('thousands of alerts crossed by one price are each sent once, however close they are', () => {
  const { keep, see, waiting, alerts } = open();
  for (let user = 1; user <= 1_200; user += 1) keep(user, { TON: '5' });
  for (let user = 1_201; user <= 1_800; user += 1) keep(user, { TON: `5.${user}1` });
  see('4', '5.15', '5.16');
  expect(waiting().length).toBe(1_200 + 399);
  see('5.2', '4.95', '5');
  expect(waiting().length).toBe(1_800 + 1_200);
  expect(alerts().filter(([, , armed]) => armed === 1).length).toBe(600);
});

test('numbers with the same binary value are told apart by their decimals', () => {
  const { keep, see, waiting } = open();
  keep(1, { TON: '999999999999.99999998' });
  keep(2, { TON: '999999999999.99999999' });
  see('1', '999999999999.99999998');
  expect(waiting()).toEqual([[1, '999999999999.99999998']]);
});

test('of several changes the one sent last wins in any order of arrival', () => {
  const { sql, keep, alerts, clock } = open();
  expect(keep(1, { TON: '6' }, START + 2)).toMatchObject({ taken: true });
  expect(keep(1, { TON: '5' }, START + 1)).toEqual({ taken: false, newestAt: START + 2 });
  expect(alerts()).toEqual([[1, '6', 0]]);
  keep(1, {}, START + 3);
  expect(keep(1, { TON: '6' }, START + 2)).toEqual({ taken: false, newestAt: START + 3 });
  expect(alerts()).toEqual([]);
  // With nothing under way for an hour, departed users are forgotten.
  clock.at += HOUR - 1;
  forgetLeft(sql, clock.at);
  expect(keep(1, { TON: '6' }, START + 2)).toMatchObject({ taken: false });
  expect(leftDueAt(sql, clock.at)).toBe(clock.at + 1);
  clock.at += 1;
  forgetLeft(sql, clock.at);
  expect(sql.all('SELECT * FROM alert_owners')).toEqual([]);
  expect(keep(1, { TON: '6' }, START + 2)).toMatchObject({ taken: true });
});

test('a user who left according to a clock that was ahead is forgotten at once', () => {
  const { sql, keep, clock } = open();
  clock.at += DAY;
  keep(1, {}, START);
  clock.at -= DAY;
  keep(2, {}, START);
  expect(leftDueAt(sql, clock.at)).toBe(clock.at);
  forgetLeft(sql, clock.at);
  expect(sql.all('SELECT user_id AS id FROM alert_owners')).toEqual([{ id: 2 }]);
  expect(leftDueAt(sql, clock.at)).toBe(clock.at + HOUR);
});

test('a crossing accepted after the end stays for the next process, and nothing is written', async () => {
  const { sql, keep, see, clock, onFault } = open();
  see('4');
  keep(1, { TON: '5' });
  see('4.9', '5.1');
  let isOver = false;
  const taken: number[] = [];
  const user = () => ({
    async crossed({ userId }: Crossing) {
      taken.push(userId);
      isOver = true;
    },
  });
  const rows = () => [
    sql.all('SELECT user_id FROM alert_crossings'),
    sql.all('SELECT kind, user_id, attempts FROM jobs'),
  ];
  expect(await handOver({ sql, clock, user, onFault }, () => isOver)).toBe(false);
  expect([taken, rows()]).toEqual([[1], [[{ user_id: 1 }], [{ kind: CROSSED, user_id: 1, attempts: 1 }]]]);
  clock.at += DAY;
  expect(await handOver({ sql, clock, user, onFault })).toBe(true);
  expect([taken, rows()]).toEqual([
    [1, 1],
    [[], []],
  ]);
});

test('an alert crossed in another deployment fires here once the price has gone back', () => {
  const { keep, see, waiting, alerts } = open();
  const from = (price: string, userId: number, way: 'up' | 'down') => {
    see(price);
    keep(userId, { TON: '5' }, START, {
      since: { TON: START },
      directions: { TON: way },
      fired: { TON: way },
    });
  };
  from('4.8', 4, 'down');
  from('4.95', 3, 'up');
  from('4.97', 2, 'up');
  from('4.99', 1, 'up');
  expect(alerts().map(([, , armed]) => armed)).toEqual([0, 0, 1, 0]);
  see('4.97', '5');
  expect(waiting()).toEqual([[3, '5']]);
  see('4.95', '5.06', '5');
  expect(waiting()).toEqual([[3, '5'], ...[1, 2, 3].map((user) => [user, '5.06']), [4, '5']]);
});

test('the recorded crossing stays when other alerts change', () => {
  const { sql, clock, keep, see, alerts } = open();
  keep(1, { TON: '5' });
  see('4', '5', '4.9');
  sql.run("INSERT INTO prices (symbol, at, price) VALUES ('BTC', ?, '90000')", clock.at);
  keep(1, { TON: '5', BTC: '100000' }, START + 1, { fired: { TON: 'up' } });
  expect(alerts().map(([, threshold, armed]) => [threshold, armed])).toEqual([
    ['100000', 1],
    ['5', 1],
  ]);
});

test('a change is sent until accepted, with growing delays, and again if something changed meanwhile', async () => {
  const { sql, clock, faults, onFault } = open();
  const told: AlertsChange[] = [];
  let alerts: Alerts = { ...NO_ALERTS, TON: '5' };
  let answer = async (change: AlertsChange): Promise<Kept> => {
    // The change arrives, but its answer is lost.
    keepAlerts(sql, change, historyUntil(sql, clock.at), clock.at);
    throw new Error('No answer in time');
  };
  const prices = {
    async keepAlerts(change: AlertsChange) {
      told.push(change);
      return answer(change);
    },
  };
  const store: AlertStore = { alertsOf: () => ({ ...UNKNOWN, alerts }), keepDirections: () => {} };
  const tell = () => tellAlerts({ sql, clock, store, prices, onFault });
  noteAlerts(sql, 1);
  await tell();
  await tell();
  expect([told.length, faults.length]).toEqual([1, 1]);
  expect(jobsDueAt(sql, NOTE, clock.at)).toBe(START + 5_000);
  answer = async (change) => {
    alerts = { ...NO_ALERTS, TON: '6' };
    noteAlerts(sql, 1);
    return keepAlerts(sql, change, historyUntil(sql, clock.at), clock.at);
  };
  clock.at += 5_000;
  await tell();
  answer = async (change) => keepAlerts(sql, change, historyUntil(sql, clock.at), clock.at);
  expect(jobsDueAt(sql, NOTE, clock.at)).toBe(0);
  await tell();
  expect(told.map((one) => one.alerts['TON'])).toEqual(['5', '5', '6']);
  expect(jobsDueAt(sql, NOTE, clock.at)).toBeNull();
});

test('alerts that moved here count as moved until they are told, whatever changes meanwhile', () => {
  const { sql, clock } = open();
  noteAlerts(sql, 1, true);
  noteAlerts(sql, 1);
  expect(takeNotes(sql, clock.at).map(({ anew }) => anew)).toEqual([true]);
});

test('a clock that was ahead delays no change', async () => {
  const { sql, clock, keep, alerts, onFault } = open();
  keep(1, { TON: '6' }, START + 30 * DAY);
  noteAlerts(sql, 1);
  const prices = {
    keepAlerts: async (change: AlertsChange) =>
      keepAlerts(sql, change, historyUntil(sql, clock.at), clock.at),
  };
  const set = { ...UNKNOWN, alerts: { ...NO_ALERTS, TON: '5' } };
  const store: AlertStore = { alertsOf: () => set, keepDirections: () => {} };
  const deps = { sql, clock, prices, onFault, store };
  await tellAlerts(deps);
  await tellAlerts(deps);
  expect(alerts()).toEqual([[1, '5', 0]]);
  sql.run('UPDATE jobs SET due_at = ?', START + 30 * DAY);
  expect(jobsDueAt(sql, NOTE, clock.at)).toBeNull();
  noteAlerts(sql, 1);
  sql.run('UPDATE jobs SET due_at = ?', START + 30 * DAY);
  expect(jobsDueAt(sql, NOTE, clock.at)).toBe(clock.at);
});

test('changes that an earlier version left untold go on as they waited, at every start', () => {
  const { sql, clock } = open();
  const left = (userId: number, attempts: number, toldAt: number, dueAt: number, anew: 0 | 1) =>
    sql.run(
      'INSERT INTO alert_notes (user_id, number, attempts, told_at, due_at, anew) VALUES (?, 3, ?, ?, ?, ?)',
      userId,
      attempts,
      toldAt,
      dueAt,
      anew,
    );
  const take = () => takeNotes(sql, clock.at).map(({ userId, toldAt, anew }) => [userId, toldAt, anew]);
  left(1, 0, START + 7, START, 1);
  left(2, 2, START - 1, START + 5_000, 0);
  migrate(sql, migrations, START);
  expect(sql.all('SELECT * FROM alert_notes')).toEqual([]);
  expect([take(), take()]).toEqual([[[1, START + 8, true]], []]);
  clock.at += 5_000;
  expect(jobsDueAt(sql, NOTE, clock.at)).toBe(clock.at);
  expect(take()).toEqual([
    [1, START + 5_000, true],
    [2, START + 5_000, false],
  ]);
  expect(jobsDueAt(sql, NOTE, clock.at)).toBe(clock.at + 10_000);
  // It ran meanwhile, and knows nothing of the jobs.
  left(1, 0, 0, 0, 0);
  left(2, 0, START + 9_000, 0, 1);
  left(3, 0, 0, 0, 0);
  migrate(sql, migrations, START);
  expect(take()).toEqual([
    [1, START + 5_001, true],
    [2, START + 9_001, true],
    [3, START + 5_000, false],
  ]);
});

test('a crossing is handed over until accepted, with the same time, and holds up no other', async () => {
  const { sql, clock, keep, see, onFault, faults, waiting } = open();
  for (const user of [1, 2]) keep(user, { TON: '5' });
  see('4', '5');
  const handed: Crossing[] = [];
  let isReachable = false;
  const user = (userId: number) => ({
    async crossed(crossing: Crossing) {
      handed.push(crossing);
      if (userId === 1 && !isReachable) throw new Error('No answer in time');
    },
  });
  const deps = { sql, clock, user, onFault };
  const at = clock.at;
  expect(await handOver(deps)).toBe(false);
  expect(waiting()).toEqual([[1, '5']]);
  expect(faults).toEqual([
    'The ledger host of user 1 did not take a price crossing: Error: No answer in time',
  ]);
  await handOver(deps);
  expect(handed.length).toBe(2);
  isReachable = true;
  clock.at += 5_000;
  expect(jobsDueAt(sql, CROSSED, clock.at)).toBe(clock.at);
  expect(await handOver(deps)).toBe(true);
  expect(handed.filter(({ userId }) => userId === 1)).toEqual(
    Array.from({ length: 2 }, () => {
      return { userId: 1, symbol: 'TON', threshold: '5', price: '5', up: true, at };
    }),
  );
  expect(jobsDueAt(sql, CROSSED, clock.at)).toBeNull();
});

test('crossings of one user are handed over in their order, and none alone', async () => {
  const { sql, clock, keep, see, onFault, waiting } = open();
  keep(1, { TON: '5' });
  see('4', '5', '4.9', '5.1');
  const handed: string[] = [];
  let isReachable = false;
  const user = () => ({
    async crossed({ price }: Crossing) {
      handed.push(price);
      if (price === '5.1' && !isReachable) throw new Error('No answer in time');
    },
  });
  const deps = { sql, clock, user, onFault };
  expect(await handOver(deps)).toBe(false);
  expect([handed, waiting()]).toEqual([
    ['5', '5.1'],
    [
      [1, '5'],
      [1, '5.1'],
    ],
  ]);
  isReachable = true;
  clock.at += 5_000;
  expect(await handOver(deps)).toBe(true);
  expect([handed, waiting(), sql.all('SELECT * FROM jobs')]).toEqual([['5', '5.1', '5', '5.1'], [], []]);
});

test('crossings of one user come by time, whatever their coins', () => {
  const { sql, clock } = open();
  const crossing = { userId: 1, threshold: '5', price: '5.1', up: true } as const;
  keepCrossing(sql, { ...crossing, symbol: 'TON', at: START });
  keepCrossing(sql, { ...crossing, symbol: 'BTC', at: START + 1 });
  clock.at += 1;
  const [turn] = takeCrossings(sql, clock.at);
  expect(turn?.crossings.map(({ symbol }) => symbol)).toEqual(['TON', 'BTC']);
});

test('a crossing waits until the one before it is taken', async () => {
  const { sql, clock, keep, see, onFault } = open();
  keep(1, { TON: '5' });
  see('4', '5', '4.9', '5.1');
  const handed: string[] = [];
  let settle = () => {};
  const user = () => ({
    crossed({ price }: Crossing) {
      handed.push(price);
      return price === '5' ? new Promise<void>((resolve) => (settle = resolve)) : Promise.resolve();
    },
  });
  const handing = handOver({ sql, clock, user, onFault });
  await new Promise(setImmediate);
  expect(handed).toEqual(['5']);
  settle();
  expect([await handing, handed]).toEqual([true, ['5', '5.1']]);
});

test('crossings that an earlier version left go on as they waited, at every start', () => {
  const { sql, clock } = open();
  const left = (userId: number, at: number, attempts: number, dueAt: number) =>
    sql.run(
      "INSERT INTO alert_crossings VALUES (?, 'TON', ?, '5', '5.1', 1, ?, ?)",
      userId,
      at,
      attempts,
      dueAt,
    );
  left(1, START, 3, START + 40_000);
  left(1, START + 1, 0, START + 60_000);
  left(2, START, 1, START + 50_000);
  const waiting = () => sql.all('SELECT kind, user_id, attempts, due_at FROM jobs ORDER BY id');
  const carried = [
    { kind: CROSSED, user_id: 1, attempts: 3, due_at: START + 40_000 },
    { kind: CROSSED, user_id: 2, attempts: 1, due_at: START + 50_000 },
  ];
  migrate(sql, migrations, START);
  expect(waiting()).toEqual(carried);
  left(3, START, 0, START);
  migrate(sql, migrations, START);
  expect(waiting()).toEqual([...carried, { kind: CROSSED, user_id: 3, attempts: 0, due_at: START }]);
  clock.at += 40_000;
  expect(takeCrossings(sql, clock.at).map(({ crossings }) => crossings.map(({ at }) => at))).toEqual([
    [START],
    [START, START + 1],
  ]);
});

test('a crossing refused for a week is dropped, and a crossing goes with its threshold', () => {
  const { keep, see, waiting, clock } = open();
  for (const user of [1, 2]) keep(user, { TON: '5' });
  see('4', '5');
  keep(2, { TON: '6' }, START + 1);
  clock.at += 6 * DAY;
  see('5');
  expect(waiting()).toEqual([[1, '5']]);
  clock.at += DAY;
  see('5');
  expect(waiting()).toEqual([]);
});

test('crossings delayed by a wrong clock are due at once when it is corrected', () => {
  const { sql, keep, see, clock } = open();
  keep(1, { TON: '5' });
  see('4', '5');
  clock.at += 30 * DAY;
  expect(takeCrossings(sql, clock.at).length).toBe(1);
  clock.at = START;
  expect(jobsDueAt(sql, CROSSED, clock.at)).toBe(START);
  expect(takeCrossings(sql, clock.at).length).toBe(1);
});
