/** An alert counts from when it was set, whenever it reaches the prices, and continues in another deployment. */
import { expect, test } from 'vitest';
import { handOver } from '#api/notifications/price-alerts/hand-over.ts';
import type { AlertsChange, Crossing, Directions } from '#api/notifications/price-alerts/peers.ts';
import { START } from '#tests/support/deployment.ts';
import { openPrices } from './prices.ts';

const MINUTE = 60_000;

/** Reads prices of TON, a minute apart; `set` sends an alert chosen in the minute `minute`. */
function open(...read: readonly string[]) {
  const prices = openPrices();
  const { clock, see, keep, waiting, sql } = prices;
  function pass(...more: readonly string[]) {
    for (const price of more) {
      clock.at += MINUTE - 1;
      see(price);
    }
  }
  pass(...read);
  return {
    ...prices,
    pass,
    set: (minute: number, known: Partial<AlertsChange> = {}, threshold = '5') =>
      keep(1, { TON: threshold }, clock.at, { since: { TON: START + minute * MINUTE }, ...known }),
    crossed: () => waiting().map(([, price]) => price),
    alert: () => sql.get<object>('SELECT direction, armed FROM price_alerts'),
  };
}
const up: Directions = { TON: 'up' };

test('a price read before the alert arrives crosses it, from the price when it was set', () => {
  const { set, crossed, alert, pass } = open('4.9', '5.1');
  expect(set(1.5)).toEqual({ taken: true, directions: up });
  expect(crossed()).toEqual(['5.1']);
  expect(alert()).toEqual({ direction: 'up', armed: 0 });
  pass('5.2', '4.95', '5');
  expect(crossed()).toEqual(['5.1', '5']);
});

test.each([
  ['a price from before the alert crosses nothing', ['4.9', '5.1', '5.2'], 2.5, [], 'down', 1],
  ['each price read since then counts', ['4.9', '5.1', '4.94', '5.3'], 1, ['5.1', '5.3'], 'up', 0],
  ['it falls', ['5.2', '5.1', '4.9', '5.06'], 2, ['4.9'], 'down', 1],
  [
    'without an earlier price the first one after it sets the direction',
    ['4.9', '5.1'],
    -30,
    ['5.1'],
    'up',
    0,
  ],
  ['a clock ahead of time sets it now', ['4.9', '5.1'], 60 * 24, [], 'down', 1],
] as const)('%s', (_, read, minute, crossings, direction, armed) => {
  const { set, crossed, alert } = open(...read);
  set(minute);
  expect(crossed()).toEqual(crossings);
  expect(alert()).toEqual({ direction, armed });
});

test('sending an alert again changes nothing, setting it again starts over', () => {
  const { set, crossed, alert, pass } = open('4.9', '5.1');
  set(1.5);
  pass('5.2');
  set(1.5);
  expect(crossed()).toEqual(['5.1']);
  set(2.5);
  expect(crossed()).toEqual([]);
  expect(alert()).toEqual({ direction: 'down', armed: 1 });
});

test('the direction is unknown until the price leaves the threshold, and before any price', () => {
  expect(open('5').set(1.5)).toEqual({ taken: true, directions: {} });
  expect(open().set(1)).toEqual({ taken: true, directions: {} });
  expect(open('6').set(1.5)).toEqual({ taken: true, directions: { TON: 'down' } });
});

test('a price it waited for in another deployment crosses it here, even if read before the move', () => {
  const { set, crossed, pass } = open('5.01', '5.1', '5.2');
  // The price was below the threshold where the alert was set.
  set(1.5, { directions: up, anew: true });
  expect(crossed()).toEqual(['5.1']);
  pass('5.3');
  expect(crossed()).toEqual(['5.1']);
});

test('the first price here crosses an alert if no price is known yet', () => {
  const { set, crossed, pass } = open();
  set(-30, { directions: up, anew: true });
  pass('5.1');
  expect(crossed()).toEqual(['5.1']);
});

test('an alert older than the price history counts from the newest price', () => {
  const { set, crossed, keep, clock } = open('5.1', '4.9');
  keep(1, { TON: '5' }, clock.at, { directions: up, anew: true });
  expect(crossed()).toEqual([]);
  expect(set(1.5)).toEqual({ taken: true, directions: { TON: 'down' } });
});

test('an alert that came back from another deployment replaces what was left here', () => {
  const { set, crossed, pass, alert } = open('4.9');
  set(1, { directions: up });
  // The alert has moved away and fires there.
  pass('5.1');
  expect(crossed()).toEqual(['5.1']);
  set(1, { directions: up, fired: up, anew: true });
  expect(crossed()).toEqual([]);
  expect(alert()).toEqual({ direction: 'up', armed: 0 });
  pass('5.2', '4.95', '5');
  expect(crossed()).toEqual(['5']);
});

test('a crossing keeps its time if its answer is lost and it is sent again', async () => {
  const { sql, set, clock, onFault } = open('4.9', '5.1', '5.2');
  const handed: Crossing[] = [];
  const user = () => ({ crossed: async (crossing: Crossing) => void handed.push(crossing) });
  for (let again = 0; again < 2; again += 1) {
    set(1, { directions: up, anew: true });
    await handOver({ sql, clock, user, onFault });
  }
  expect(handed.map(({ at }) => at)).toEqual([START + 2 * MINUTE, START + 2 * MINUTE]);
});

test('an alert set during a handover fires too, even if the same price crossed it', async () => {
  const { sql, set, clock, onFault, crossed, pass } = open('4.9');
  set(1);
  pass('5.1');
  const handed: string[] = [];
  const user = () => ({
    async crossed({ threshold }: Crossing) {
      handed.push(threshold);
      if (threshold === '5') set(1.5, {}, '5.05');
    },
  });
  await handOver({ sql, clock, user, onFault });
  expect(crossed()).toEqual(['5.1']);
  await handOver({ sql, clock, user, onFault });
  expect(handed).toEqual(['5', '5.05']);
});

test('an alert that waited elsewhere sees prices read after it was set, not at that moment', () => {
  const { set, crossed, pass } = open('4.9', '5.1');
  set(2, { directions: up });
  expect(crossed()).toEqual([]);
  pass('5.2');
  expect(crossed()).toEqual(['5.2']);
});
