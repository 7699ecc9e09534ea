/** `npm run probe` against stand-ins: it says what fits, and what does not. */
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type FearGreedService, startFearGreedService } from '#tests/outside/fear-greed-service.ts';
import { type MarketService, startMarketService } from '#tests/outside/market-service.ts';
import { differences } from '#tests/outside/shape.ts';
import { runProcess } from '#tests/support/run-process.ts';

vi.setConfig({ testTimeout: 60_000 });

let market: MarketService;
let fearGreed: FearGreedService;
beforeEach(async () => {
  [market, fearGreed] = await Promise.all([startMarketService(), startFearGreedService()]);
});
afterEach(() => Promise.all([market.stop(), fearGreed.stop()]));

const probe = () =>
  runProcess([process.execPath, 'tests/outside/probe.ts'], {
    cwd: fileURLToPath(new URL('../../..', import.meta.url)),
    limitMs: 30_000,
    env: { MARKET_API_URL: `${market.origin}/api/v3`, FEAR_GREED_URL: `${fearGreed.origin}/fng/` },
  });

test('services that have kept their shape fit', async () => {
  const { code, output } = await probe();
  expect(output.match(/: fits/g)?.length, output).toBe(4);
  expect(code).toBe(0);
});

test('one that has changed, and one that does not answer, are named', async () => {
  for (const coin of market.coins) coin['current_price'] = String(coin['current_price']);
  const { origin } = fearGreed;
  await fearGreed.stop();
  const { code, output } = await probe();
  fearGreed = await startFearGreedService();
  expect(code).toBe(1);
  expect(output).toContain('market: fits');
  expect(output).toContain('coins: DOES NOT FIT');
  expect(output).toContain('[].current_price is a string, not a number');
  expect(output).toContain(
    `fear and greed: DOES NOT FIT (${new URL(origin).host})\n  no answer: is there a network?`,
  );
});

test('what is another shape, and what is only more of it', () => {
  const known = { a: 1, list: [{ b: 'x', c: null }], n: { d: true } };
  expect(differences(known, { a: 2, list: [{ b: 'y', c: 5, z: 1 }], n: { d: false }, more: 1 })).toEqual([]);
  expect(differences(known, { a: '2', list: [{ c: 1 }, { b: 7, c: 1 }], n: [] })).toEqual([
    'a is a string, not a number',
    'list[].b is missing',
    'list[].b is a number, not a string',
    'n is a list, not an object',
  ]);
  expect(differences(known, { a: 1, list: [], n: { d: true } })).toEqual(['list is empty']);
  expect(differences([], null)).toEqual([]);
});
