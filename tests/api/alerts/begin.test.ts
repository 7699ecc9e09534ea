/** An alert counts from when it was set, whenever it is heard of where the prices are; and it goes on in another home. */
import { expect, test } from 'vitest';
import { handOver } from '#api/alerts/hand-over.ts';
import type { AlertsChange, Crossing, Directions } from '#api/alerts/peers.ts';
import { START } from '#tests/support/deployment.ts';
import { openPrices } from './prices.ts';

const MINUTE = 60_000;

/** Prices have been read, of TON, a minute apart; `set` as in the minute `minute`, told now. */
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

test('a price that was read before it is heard of crosses it, from where the price was when it was set', () => {
  const { set, crossed, alert, pass } = open('4.9', '5.1');
  expect(set(1.5)).toEqual({ taken: true, directions: up });
  expect(crossed()).toEqual(['5.1']);
  expect(alert()).toEqual({ direction: 'up', armed: 0 });
  pass('5.2', '4.95', '5');
  expect(crossed()).toEqual(['5.1', '5']);
});

test.each([
  ['a price from before it was set crosses nothing', ['4.9', '5.1', '5.2'], 2.5, [], 'down', 1],
  ['of those read since each counts', ['4.9', '5.1', '4.94', '5.3'], 1, ['5.1', '5.3'], 'up', 0],
  ['it falls', ['5.2', '5.1', '4.9', '5.06'], 2, ['4.9'], 'down', 1],
  ['without a price then the first after it says from where', ['4.9', '5.1'], -30, ['5.1'], 'up', 0],
  ['a clock that is ahead sets it now', ['4.9', '5.1'], 60 * 24, [], 'down', 1],
] as const)('%s', (_, read, minute, crossings, direction, armed) => {
  const { set, crossed, alert } = open(...read);
  set(minute);
  expect(crossed()).toEqual(crossings);
  expect(alert()).toEqual({ direction, armed });
});

test('told again it is the same, and set again another one', () => {
  const { set, crossed, alert, pass } = open('4.9', '5.1');
  set(1.5);
  pass('5.2');
  set(1.5);
  expect(crossed()).toEqual(['5.1']);
  set(2.5);
  expect(crossed()).toEqual([]);
  expect(alert()).toEqual({ direction: 'down', armed: 1 });
});

test('which way it is crossed is not said of one that the price has not left yet, nor before any price', () => {
  expect(open('5').set(1.5)).toEqual({ taken: true, directions: {} });
  expect(open().set(1)).toEqual({ taken: true, directions: {} });
  expect(open('6').set(1.5)).toEqual({ taken: true, directions: { TON: 'down' } });
});

test('what it was waiting for in another home crosses it here, though read before it came', () => {
  const { set, crossed, pass } = open('5.01', '5.1', '5.2');
  // Where it was set the price was below.
  set(1.5, { directions: up, anew: true });
  expect(crossed()).toEqual(['5.1']);
  pass('5.3');
  expect(crossed()).toEqual(['5.1']);
});

test('the first price here crosses it where none is known yet', () => {
  const { set, crossed, pass } = open();
  set(-30, { directions: up, anew: true });
  pass('5.1');
  expect(crossed()).toEqual(['5.1']);
});

test('of one that is older than what is kept of it the newest price counts alone', () => {
  const { set, crossed, keep, clock } = open('5.1', '4.9');
  keep(1, { TON: '5' }, clock.at, { directions: up, anew: true });
  expect(crossed()).toEqual([]);
  expect(set(1.5)).toEqual({ taken: true, directions: { TON: 'down' } });
});

test('what came back from another home takes the place of what is left here of before', () => {
  const { set, crossed, pass, alert } = open('4.9');
  set(1, { directions: up });
  // It has moved away, and is told there.
  pass('5.1');
  expect(crossed()).toEqual(['5.1']);
  set(1, { directions: up, fired: up, anew: true });
  expect(crossed()).toEqual([]);
  expect(alert()).toEqual({ direction: 'up', armed: 0 });
  pass('5.2', '4.95', '5');
  expect(crossed()).toEqual(['5']);
});

test('told anew twice, as its answer was lost, a crossing is of the same moment', async () => {
  const { sql, set, clock, onFault } = open('4.9', '5.1', '5.2');
  const handed: Crossing[] = [];
  const home = () => ({ crossed: async (crossing: Crossing) => void handed.push(crossing) });
  for (let again = 0; again < 2; again += 1) {
    set(1, { directions: up, anew: true });
    await handOver({ sql, clock, home, onFault });
  }
  expect(handed.map(({ at }) => at)).toEqual([START + 2 * MINUTE, START + 2 * MINUTE]);
});

test('what is set while a crossing is handed over is told, too, though the same price has crossed it', async () => {
  const { sql, set, clock, onFault, crossed, pass } = open('4.9');
  set(1);
  pass('5.1');
  const handed: string[] = [];
  const home = () => ({
    async crossed({ threshold }: Crossing) {
      handed.push(threshold);
      if (threshold === '5') set(1.5, {}, '5.05');
    },
  });
  await handOver({ sql, clock, home, onFault });
  expect(crossed()).toEqual(['5.1']);
  await handOver({ sql, clock, home, onFault });
  expect(handed).toEqual(['5', '5.05']);
});

test('one that waits elsewhere sees what was read since it was set, not in that very moment', () => {
  const { set, crossed, pass } = open('4.9', '5.1');
  set(2, { directions: up });
  expect(crossed()).toEqual([]);
  pass('5.2');
  expect(crossed()).toEqual(['5.2']);
});
