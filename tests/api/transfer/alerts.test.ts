/** An alert continues in another deployment: a crossing during the move is sent once, by one of the two. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type Ask, operate } from '#api/transfer/operate.ts';
import { DEFAULT_SETTINGS, NO_ALERTS } from '#core/contract/settings.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { openObjects, testDeployment } from '#tests/support/objects-deployment.ts';
import {
  type DeploymentSeams,
  hmacHex,
  sha256,
  type TestClock,
  type TestDeployment,
} from '#tests/support/test-deployment.ts';
import { type BotApi, startBotApi } from '#tests/upstream/bot-api.ts';
import { type Services, startServices } from '#tests/upstream/services.ts';
import { SECRET } from '../bot/updates.ts';
import { readPrice } from '../notifications/price-alerts/read-price.ts';
import { apiOver, CONFIG, launchData, START, TOKEN } from '../support.ts';

// Each reading makes several calls over real connections.
vi.setConfig({ testTimeout: 60_000 });
const MINUTE = 60_000;
const UP = expect.stringMatching(/^TON has risen to \$5, .* It was \$5\.1 on/);

let bot: BotApi;
let outside: Services;
let clock: TestClock;
beforeEach(async () => {
  clock = { at: START, now: () => clock.at };
  [bot, outside] = await Promise.all([startBotApi({ token: TOKEN }), startServices()]);
});
afterEach(() => Promise.all([bot.close(), outside.stop()]));

interface Operated extends TestDeployment {
  /** As user 1. */
  operate(ask: Ask): Promise<unknown>;
}

async function machine(seams: DeploymentSeams): Promise<Operated> {
  const deployment = await openMachineDeployment(seams);
  const ask = (one: Ask) =>
    deployment.look<unknown>(1, (sql) => operate({ sql, sha256, hmac: hmacHex }, 1, one) as object);
  return { ...deployment, operate: ask };
}

async function objects(seams: DeploymentSeams): Promise<Operated> {
  const world = openObjects(seams);
  return { ...testDeployment(world, seams.clock), operate: (ask) => world.host(1).object.operate(ask) };
}

async function open(openDeployment: (seams: DeploymentSeams) => Promise<Operated>, readOnly: boolean) {
  const now = { readOnly };
  const deployment = await openDeployment({
    config: CONFIG,
    clock,
    limiter: noLimits,
    bot: { secret: SECRET, apiUrl: bot.url },
    services: { marketApiUrl: outside.market.url, fearGreedUrl: outside.fearGreed.url },
    readOnly: () => now.readOnly,
    onRequest: () => {},
  });
  const { until, inPrices } = deployment;
  if (until === undefined || inPrices === undefined) throw new Error('not of this process');
  return {
    ...deployment,
    ...apiOver(deployment, clock),
    until,
    inPrices,
    async setReadOnly(isReadOnly: boolean) {
      now.readOnly = isReadOnly;
      await deployment.restart();
    },
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

/** The service's next prices of TON, one for each reading by all deployments. */
async function prices(deployments: readonly Opened[], ...some: readonly number[]): Promise<void> {
  for (const price of some) {
    const ton = outside.market.coins.find(({ id }) => id === 'the-open-network');
    Object.assign(ton ?? {}, { current_price: price });
    const at = clock.at + 5 * MINUTE;
    for (const deployment of deployments) await deployment.until(at);
  }
}

/** The README's procedure: both are read-only, everything is exported and imported, and the new deployment opens. */
async function move(from: Opened, to: Opened): Promise<void> {
  const piece = await from.operate({ type: 'piece', after: 0 });
  const ask = { type: 'accept', piece } as Extract<Ask, { type: 'accept' }>;
  expect(await to.operate(ask)).toMatchObject({ ok: true });
  await to.setReadOnly(false);
  await to.send('GET', '/api/user/1', { auth: launchData(1, { at: clock.at }) });
}

/** What the user received, a minute later. */
async function told(deployment: Opened): Promise<unknown[]> {
  await deployment.until(clock.at + MINUTE);
  return bot.shown.map(({ payload }) => payload.text);
}

describe.each([
  ['from a machine to Durable Objects', machine, objects],
  ['from Durable Objects to a machine', objects, machine],
])('%s', (_, first, second) => {
  /** TON is set to 5 at a price of 4.9. */
  async function begin() {
    const from = await open(first, false);
    const to = await open(second, true);
    const user = await from.registered(1, { allowsWrite: true });
    await prices([from, to], 4.9, 4.9);
    const alerts = { ...NO_ALERTS, TON: '5' };
    const settings = { ...DEFAULT_SETTINGS, alerts };
    await user.send('PUT', '/api/user/settings', { body: { userId: 1, settings } });
    await from.until(clock.at + MINUTE);
    return { from, to, user };
  }

  test('a price that crosses it while both are read-only, and is back when the new deployment opens', async () => {
    const { from, to } = await begin();
    await from.setReadOnly(true);
    await prices([from, to], 5.1, 4.98);
    await move(from, to);
    await prices([to], 5.2, 5.3);
    expect(await told(to)).toEqual([UP]);
    await prices([to], 4.9, 5.1);
    expect(await told(to)).toEqual([UP, UP]);
  });

  test('a price that the new deployment reads first', async () => {
    const { from, to } = await begin();
    await from.setReadOnly(true);
    await prices([from], 5.2, 5.1);
    await move(from, to);
    await prices([to], 5.1, 5.2);
    expect(await told(to)).toEqual([UP]);
  });

  test('a sent crossing is not sent again', async () => {
    const { from, to } = await begin();
    await prices([from, to], 5.1, 5.1);
    expect(await told(from)).toEqual([UP]);
    await from.setReadOnly(true);
    await move(from, to);
    await prices([to], 5.2, 4.98, 5.2);
    expect(await told(to)).toEqual([UP]);
    await prices([to], 4.9, 5.1);
    expect(await told(to)).toEqual([UP, UP]);
  });

  test('a stored crossing that was not handed over', async () => {
    const { from, to } = await begin();
    from.inPrices((sql) => readPrice(sql, '5.05', clock.at));
    await from.setReadOnly(true);
    expect(from.inPrices((sql) => sql.all('SELECT * FROM alert_crossings')).length).toBe(1);
    await prices([from, to], 5.1);
    await move(from, to);
    await prices([to], 5.2);
    expect(await told(to)).toEqual([UP]);
  });

  test('an alert of another coin goes with the settings, and names its coin there', async () => {
    const { from, to, user } = await begin();
    const coinAlerts = { 'coin-200': { symbol: 'C200', name: 'Coin 200', threshold: '6' } };
    const settings = { ...DEFAULT_SETTINGS, coinAlerts };
    await user.send('PUT', '/api/user/settings', { body: { userId: 1, settings } });
    await from.until(clock.at + MINUTE);
    await from.setReadOnly(true);
    await move(from, to);
    await to.until(clock.at + MINUTE);
    const there = to.inPrices((sql) => sql.all<object>('SELECT symbol, threshold, armed FROM price_alerts'));
    expect(there).toEqual([{ symbol: 'coin-200', threshold: '6', armed: 1 }]);
    const coin = outside.market.coins.find(({ id }) => id === 'coin-200');
    Object.assign(coin ?? {}, { current_price: 6.5 });
    await prices([to], 4.9);
    expect(await told(to)).toEqual([expect.stringMatching(/^Coin 200 \(C200\) has risen to \$6, /)]);
  });

  test('there and back: the old deployment does not send its earlier waiting crossing again', async () => {
    const { from, to } = await begin();
    await from.setReadOnly(true);
    await prices([from, to], 5.1);
    await move(from, to);
    await prices([to], 5.2);
    expect(await told(to)).toEqual([UP]);
    await to.setReadOnly(true);
    await move(to, from);
    await prices([from], 5.2, 4.98, 5.2);
    expect(await told(from)).toEqual([UP]);
    await prices([from], 4.9, 5.1);
    expect(await told(from)).toEqual([UP, UP]);
  });
});
