/** Sealed plans: taken by their hash, shown when their user says so, and then seen by everybody. */
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { SEAL_ANSWERS } from '#core/contract/seals.ts';
import { DAY_MS } from '#core/points/days.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { sealedPlan } from '#tests/support/sealed-plan.ts';
import { makeApi, START, type TestApi, type TestUser } from '../support.ts';

let api: TestApi;
let user: TestUser;
beforeEach(async () => {
  api = await makeApi({ limiter: noLimits });
  user = await api.registered(42);
});

const SEALED = sealedPlan();
const time = (ms: number) => new Date(START + ms).toISOString();
const seal = (hash = SEALED.hash, more: object = {}) =>
  user.send('POST', '/api/seals', {
    body: { userId: 42, hash, sealedAt: time(-60_000), sentAt: time(0), ...more },
  });
const reveal = ({ plan, salt } = SEALED) =>
  user.send('POST', '/api/seals/reveal', { body: { userId: 42, plan, salt } });
const look = (hash = SEALED.hash, id: number | string = 42) => api.send('GET', `/api/seals/${id}/${hash}`);
const typesOf = async () => (await api.events(42)).map(({ type }) => type);

describe('a sealed plan', () => {
  test('is an event with its claimed, sending and receipt time, worth no points', async () => {
    const answer = await seal();
    expect(answer.status).toBe(200);
    expect(v.parse(SEAL_ANSWERS.sealPlan.answer, answer.json)).toEqual(answer.json);
    expect(answer.json).toEqual({ hash: SEALED.hash, seq: 3, receivedAt: time(0) });
    const [event] = await api.events(42, 2);
    expect(event).toMatchObject({
      type: 'PlanSealed.v1',
      at: START,
      award: 0,
      data: `{"hash":"${SEALED.hash}","sealedAt":${START - 60_000},"sentAt":${START}}`,
    });
  });

  test('that is sent again is answered as the first time, and with another claimed time refused', async () => {
    const first = await seal();
    api.clock.at += 5000;
    expect((await seal(SEALED.hash, { sentAt: time(5000) })).json).toEqual(first.json);
    const other = await seal(SEALED.hash, { sealedAt: time(0) });
    expect([other.status, other.json.error.code]).toEqual([409, 'conflict']);
    expect((await api.events(42)).length).toBe(3);
  });

  test('is one of at most 20 of a UTC day, and those already sent are still answered', async () => {
    const hashes = Array.from({ length: 20 }, (_, at) => sealedPlan({}, `${at}`).hash);
    for (const hash of hashes) expect((await seal(hash)).status).toBe(200);
    const refused = await seal(sealedPlan({}, 'ff').hash);
    expect([refused.status, refused.json.error.code]).toEqual([429, 'too_many_seals']);
    expect(refused.headers.get('retry-after')).toBe(`${(DAY_MS - (START % DAY_MS)) / 1000}`);
    expect((await seal(hashes[3])).status).toBe(200);
    api.clock.at += DAY_MS;
    user = api.user(42);
    expect((await seal(sealedPlan({}, 'ff').hash)).status).toBe(200);
    expect((await api.events(42)).length).toBe(23);
  });

  test('stays hidden until it is revealed', async () => {
    await seal();
    expect((await look()).json.error.code).toBe('not_found');
  });
});

describe('a revealed plan', () => {
  test('is shown to everybody, with both times and with what the user has sealed and revealed', async () => {
    await seal();
    await seal(sealedPlan({ positionType: 'SHORT', stop: '61000', targets: [] }).hash);
    api.clock.at += 3_600_000;
    const answer = await reveal();
    expect(v.parse(SEAL_ANSWERS.revealPlan.answer, answer.json)).toEqual(answer.json);
    expect(answer.json).toEqual({
      hash: SEALED.hash,
      revealedAt: time(3_600_000),
      url: `https://irich.example/proof#plan=42.${SEALED.hash}`,
    });
    const seen = await look();
    expect(seen.status).toBe(200);
    expect(v.parse(SEAL_ANSWERS.revealedPlan.answer, seen.json)).toEqual(seen.json);
    expect(seen.json).toEqual({
      userId: 42,
      hash: SEALED.hash,
      plan: SEALED.plan,
      salt: SEALED.salt,
      sealedAt: time(-60_000),
      sentAt: time(0),
      receivedAt: time(0),
      revealedAt: time(3_600_000),
      day: time(0).slice(0, 10),
      sealed: 2,
      revealed: 1,
      published: null,
      prices: null,
    });
    expect(seen.headers.get('access-control-allow-origin')).toBe('*');
    expect(seen.headers.get('cache-control')).toContain('public');
  });

  test('is one event, however often it is revealed', async () => {
    await seal();
    const first = await reveal();
    api.clock.at += 1000;
    expect((await reveal()).json).toEqual(first.json);
    expect((await typesOf()).slice(2)).toEqual(['PlanSealed.v1', 'PlanRevealed.v1']);
  });

  test('must be the one that was sealed by this user', async () => {
    const refused = await reveal();
    expect([refused.status, refused.json.error.code]).toEqual([409, 'not_sealed']);
    await seal();
    for (const wrong of [sealedPlan({ entry: '60001' }), sealedPlan({}, '1')])
      expect((await reveal(wrong)).json.error.code).toBe('not_sealed');
    const stranger = await api.registered(43);
    const { plan, salt } = SEALED;
    const theirs = await stranger.send('POST', '/api/seals/reveal', { body: { userId: 43, plan, salt } });
    expect(theirs.json.error.code).toBe('not_sealed');
    await reveal();
    for (const id of [43, 999, '0', '042', '-42', 'me', '9007199254740993', "42'--"])
      expect((await look(SEALED.hash, id)).status).toBe(404);
    for (const hash of [SEALED.hash.toUpperCase(), `${SEALED.hash}0`, 'x', '%00'])
      expect((await look(hash)).status).toBe(404);
  });

  test('of a stranger creates no database', async () => {
    const before = await api.databases();
    expect((await look(SEALED.hash, 777)).status).toBe(404);
    expect(await api.databases()).toBe(before);
  });

  test('is erased with all data; its event stays, and it can not be seen any more', async () => {
    await seal();
    await reveal();
    expect(await api.dump()).toContain(SEALED.salt);
    expect((await user.send('DELETE', '/api/user/42')).status).toBe(200);
    expect((await look()).status).toBe(404);
    expect(await api.dump()).not.toContain(SEALED.salt);
    expect(await typesOf()).toEqual([
      'Registered.v1',
      'OnboardingCompleted.v1',
      'PlanSealed.v1',
      'PlanRevealed.v1',
      'DataDeleted.v1',
    ]);
    expect((await seal()).json.error.code).toBe('data_deleted');
    expect((await reveal()).json.error.code).toBe('data_deleted');
  });

  test('says what the kept prices say since its receipt', async () => {
    const { inPrices } = api;
    // Only deployments in this process show their prices to a test.
    if (inPrices === undefined) return;
    const price = (ms: number, value: string, symbol = 'BTC') =>
      inPrices((sql) =>
        sql.run('INSERT INTO prices (symbol, at, price) VALUES (?, ?, ?)', symbol, START + ms, value),
      );
    await seal();
    await reveal();
    // Opens the object with the prices.
    expect((await look()).json.prices).toBeNull();
    price(-300_000, '1');
    price(0, '60500');
    price(300_000, '59900');
    price(600_000, '65000.5');
    price(900_000, '64000');
    price(300_000, '2', 'ETH');
    api.clock.at += 900_000;
    expect((await look()).json.prices).toEqual({
      from: time(0),
      to: time(900_000),
      low: { at: time(300_000), price: '59900' },
      high: { at: time(600_000), price: '65000.5' },
      entryAt: time(300_000),
      stopAt: null,
      targetsAt: [time(600_000), null],
    });
  });
});
