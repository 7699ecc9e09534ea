/** An alert goes on in another home: whatever its price does meanwhile is told once, by one of the two. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { noLimits } from '#api/http/limits.ts';
import { type Ask, operate } from '#api/moving/operate.ts';
import { DEFAULT_SETTINGS, NO_ALERTS } from '#core/contract/settings.ts';
import { type BotApi, startBotApi } from '#tests/outside/bot-api.ts';
import { type Services, startServices } from '#tests/outside/services.ts';
import { type HomeSeams, hmacHex, sha256, type TestClock, type TestHome } from '#tests/support/homes.ts';
import { openMachineHome } from '#tests/support/machine-home.ts';
import { objectHomes, testHome } from '#tests/support/object-homes.ts';
import { readPrice } from '../alerts/read-price.ts';
import { SECRET } from '../bot/updates.ts';
import { apiOver, CONFIG, launchData, START, TOKEN } from '../support.ts';

// Each reading is half a dozen calls over real connections.
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

interface Operated extends TestHome {
  /** Of user 1. */
  operate(ask: Ask): Promise<unknown>;
}

async function machine(seams: HomeSeams): Promise<Operated> {
  const home = await openMachineHome(seams);
  const ask = (one: Ask) =>
    home.look<unknown>(1, (sql) => operate({ sql, sha256, hmac: hmacHex }, 1, one) as object);
  return { ...home, operate: ask };
}

async function objects(seams: HomeSeams): Promise<Operated> {
  const world = objectHomes(seams);
  return { ...testHome(world, seams.clock), operate: (ask) => world.home(1).object.operate(ask) };
}

async function open(openHome: (seams: HomeSeams) => Promise<Operated>, readOnly: boolean) {
  const now = { readOnly };
  const home = await openHome({
    config: CONFIG,
    clock,
    limiter: noLimits,
    bot: { secret: SECRET, apiUrl: bot.url },
    services: { marketApiUrl: outside.market.url, fearGreedUrl: outside.fearGreed.url },
    readOnly: () => now.readOnly,
    onRequest: () => {},
  });
  const { until, inPrices } = home;
  if (until === undefined || inPrices === undefined) throw new Error('not of this process');
  return {
    ...home,
    ...apiOver(home, clock),
    until,
    inPrices,
    async setReadOnly(isReadOnly: boolean) {
      now.readOnly = isReadOnly;
      await home.restart();
    },
  };
}
type Opened = Awaited<ReturnType<typeof open>>;

/** TON as the service has it from now on, each for one reading by all of the homes. */
async function prices(homes: readonly Opened[], ...some: readonly number[]): Promise<void> {
  for (const price of some) {
    const ton = outside.market.coins.find(({ id }) => id === 'the-open-network');
    Object.assign(ton ?? {}, { current_price: price });
    const at = clock.at + 5 * MINUTE;
    for (const home of homes) await home.until(at);
  }
}

/** What the README says: both only read, all is exported and imported, and the new home is written to. */
async function move(from: Opened, to: Opened): Promise<void> {
  const piece = await from.operate({ type: 'piece', after: 0 });
  const ask = { type: 'accept', piece } as Extract<Ask, { type: 'accept' }>;
  expect(await to.operate(ask)).toMatchObject({ ok: true });
  await to.setReadOnly(false);
  await to.send('GET', '/api/user/1', { auth: launchData(1, { at: clock.at }) });
}

/** What the user has heard, a minute later. */
async function told(home: Opened): Promise<unknown[]> {
  await home.until(clock.at + MINUTE);
  return bot.shown.map(({ payload }) => payload.text);
}

describe.each([
  ['from a machine to objects', machine, objects],
  ['from objects to a machine', objects, machine],
])('%s', (_, first, second) => {
  /** TON is set to 5, and was 4.9 at the time. */
  async function begin() {
    const from = await open(first, false);
    const to = await open(second, true);
    const user = await from.registered(1, { allowsWrite: true });
    await prices([from, to], 4.9, 4.9);
    const alerts = { ...NO_ALERTS, TON: '5' };
    const settings = { ...DEFAULT_SETTINGS, alerts };
    await user.send('PUT', '/api/user/settings', { body: { userId: 1, settings } });
    await from.until(clock.at + MINUTE);
    return { from, to };
  }

  test('a price that crosses it while both only read, and is back when the new home is written to', async () => {
    const { from, to } = await begin();
    await from.setReadOnly(true);
    await prices([from, to], 5.1, 4.98);
    await move(from, to);
    await prices([to], 5.2, 5.3);
    expect(await told(to)).toEqual([UP]);
    await prices([to], 4.9, 5.1);
    expect(await told(to)).toEqual([UP, UP]);
  });

  test('a price that the new home reads first', async () => {
    const { from, to } = await begin();
    await from.setReadOnly(true);
    await prices([from], 5.2, 5.1);
    await move(from, to);
    await prices([to], 5.1, 5.2);
    expect(await told(to)).toEqual([UP]);
  });

  test('what was told is not told again', async () => {
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

  test('a crossing that was kept, and not handed over any more', async () => {
    const { from, to } = await begin();
    from.inPrices((sql) => readPrice(sql, '5.05', clock.at));
    await from.setReadOnly(true);
    expect(from.inPrices((sql) => sql.all('SELECT * FROM alert_crossings')).length).toBe(1);
    await prices([from, to], 5.1);
    await move(from, to);
    await prices([to], 5.2);
    expect(await told(to)).toEqual([UP]);
  });

  test('there and back: what waits in the old home since before is not told by it, too', async () => {
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
