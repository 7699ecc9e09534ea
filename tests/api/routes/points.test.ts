/** Check-in, friends, the ledger and its exports. */
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { CALLS } from '#core/contract/calls.ts';
import { nextDayAt } from '#core/points/admission.ts';
import { verifyExport } from '#tests/support/exports.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { sha256 } from '#tests/support/test-deployment.ts';
import { makeApi, recordId, START, type TestApi, type TestUser } from '../support.ts';

const DAY = 86_400_000;

let api: TestApi;
let user: TestUser;
beforeEach(async () => {
  api = await makeApi({ limiter: noLimits });
  user = await api.registered(42);
});

describe('check-in', () => {
  const status = async () => {
    user = api.user(42);
    return (await user.send('POST', '/api/checkin/status', { body: { userId: 42 } })).json;
  };
  const claim = () => user.send('POST', '/api/checkin/claim', { body: { userId: 42 } });

  test('pays once a day, more with a streak, at most 100', async () => {
    for (let day = 1; day <= 12; day++) {
      const bonusAmount = `${10 * Math.min(day, 10)}`;
      expect(await status()).toMatchObject({ isAvailable: true, currentStreak: day - 1, bonusAmount });
      const reply = await claim();
      expect(v.parse(CALLS.claimCheckIn.answer, reply.json)).toEqual(reply.json);
      expect(reply.json).toMatchObject({ message: 'Bonus claimed', newStreak: day, bonusAmount });
      expect((await status()).isAvailable).toBe(false);
      api.clock.at += DAY;
    }
    const { json } = await user.send('GET', '/api/user/42');
    expect(json).toMatchObject({
      checkin_points: '750',
      streak: { current: 12, longest: 12 },
      badges: 'lev_1,streak_1,streak_2,lev_2',
    });
  });

  test('a second claim changes nothing', async () => {
    await claim();
    const before = await api.dump();
    const reply = await claim();
    expect(reply.status).toBe(409);
    expect(reply.json.error.code).toBe('already_claimed');
    expect(await api.dump()).toBe(before);
  });

  test('of claims at the same moment one is paid', async () => {
    const replies = await Promise.all(Array.from({ length: 8 }, claim));
    expect(replies.map((reply) => reply.status).sort()).toEqual([200, ...new Array(7).fill(409)]);
    expect((await user.send('GET', '/api/user/42')).json.checkin_points).toBe('10');
  });

  test('changes day at midnight UTC', async () => {
    api.clock.at = START + DAY / 2 - 1;
    await claim();
    expect(await status()).toMatchObject({ isAvailable: false, currentStreak: 1, bonusAmount: '20' });
    api.clock.at += 1;
    expect(await status()).toMatchObject({ isAvailable: true, currentStreak: 1, bonusAmount: '20' });
  });

  test('starts over after a missed day, and the longest streak stays', async () => {
    await claim();
    api.clock.at += DAY;
    user = api.user(42);
    await claim();
    api.clock.at += 2 * DAY;
    expect(await status()).toMatchObject({ isAvailable: true, currentStreak: 0, bonusAmount: '10' });
    const { json } = await user.send('GET', '/api/user/42');
    expect(json.streak).toMatchObject({ current: 0, longest: 2 });
  });

  test('keeps a streak over a missed day by a freeze of its seventh day', async () => {
    for (let day = 1; day <= 7; day++) {
      await claim();
      api.clock.at += DAY;
      user = api.user(42);
    }
    expect(await status()).toMatchObject({ currentStreak: 7, freezes: 1, freezesAtWork: 0 });
    api.clock.at += DAY;
    expect(await status()).toMatchObject({
      currentStreak: 7,
      freezes: 1,
      freezesAtWork: 1,
      bonusAmount: '80',
    });
    expect((await claim()).json).toMatchObject({
      newStreak: 8,
      bonusAmount: '80',
      freezesAtWork: 1,
      profile: { streak: { current: 8, longest: 8, freezes: 0 } },
    });
    const answer = await user.send('GET', '/api/ledger/42');
    expect(answer.json.events.at(-1)).toMatchObject({ rules: 2, award: 80_000 });
  });

  test('reopens nothing if the clock goes back', async () => {
    await claim();
    api.clock.at -= DAY;
    expect(await status()).toMatchObject({ isAvailable: false });
    expect((await claim()).status).toBe(409);
  });
});

describe('friends', () => {
  const friends = async (body: Record<string, unknown> = {}) => {
    await api.settle();
    return (await user.send('POST', '/api/referrals', { body: { userId: 42, ...body } })).json;
  };

  test('may be none', async () => {
    expect(await friends()).toEqual({
      referrals: [],
      total: 0,
      nextCursor: null,
      maxAgeS: api.differences.friendsMaxAgeS,
    });
  });

  test('have points, level, name and premium', async () => {
    await api.registered(43, { startParam: '42', username: 'bea', premium: true });
    const record = { userId: 43, calculationType: 'RiskMoney' };
    await api.user(43).send('POST', '/api/referral/calculations', { body: record });
    const answer = await friends();
    expect(v.parse(CALLS.referrals.answer, answer)).toEqual(answer);
    expect(answer).toEqual({
      referrals: [
        {
          id: 43,
          username: 'bea',
          level: '1',
          is_premium: 1,
          activity_points: '1',
          referral_points: '0',
          referral_activity_points: '0',
          referral_referral_points: '0',
          checkin_points: '0',
        },
      ],
      total: 1,
      nextCursor: null,
      maxAgeS: api.differences.friendsMaxAgeS,
    });
  });

  test('are listed page by page, also while more join', async () => {
    for (let id = 100; id < 160; id++) {
      await api.user(id, { startParam: '42' }).register();
      if (id % 7 === 0) api.clock.at += 1;
    }
    const seen: number[] = [];
    let cursor: string | null = null;
    do {
      const page = await friends({ cursor, limit: 7 });
      expect(page.total).toBeGreaterThanOrEqual(60);
      seen.push(...page.referrals.map((one: { id: number }) => one.id));
      cursor = page.nextCursor;
      api.clock.at += 1;
      await api.user(1000 + seen.length, { startParam: '42' }).register();
    } while (cursor !== null);
    expect(seen.length).toBe(60);
    expect(new Set(seen)).toEqual(new Set(Array.from({ length: 60 }, (_, index) => 100 + index)));
    expect((await friends()).referrals.length).toBe(50);
  });

  test('never end a page with a cursor to an empty one', async () => {
    for (let id = 100; id < 104; id++) await api.user(id, { startParam: '42' }).register();
    const first = await friends({ limit: 2 });
    const last = await friends({ limit: 2, cursor: first.nextCursor });
    expect([first.referrals.length, last.referrals.length, last.nextCursor]).toEqual([2, 2, null]);
    expect((await friends({ limit: 4 })).nextCursor).toBeNull();
  });

  test('have no name after deleting their data', async () => {
    const bea = await api.registered(43, { startParam: '42', username: 'bea', premium: true });
    await bea.send('DELETE', '/api/user/43');
    const { referrals, total } = await friends();
    expect(total).toBe(1);
    expect(referrals[0]).toMatchObject({ id: 43, username: null, is_premium: 0 });
  });
});

describe('the ledger', () => {
  test('is read page by page, exactly as hashed', async () => {
    const records = Array.from({ length: 20 }, () => ({
      id: recordId(),
      calculationType: 'Staking',
      occurredAt: new Date(START).toISOString(),
    }));
    await user.send('POST', '/api/sync', { body: { userId: 42, records } });
    const whole = (await user.send('GET', '/api/ledger/42')).json;
    expect(v.parse(CALLS.ledger.answer, whole)).toEqual(whole);
    expect(whole.events).toEqual(await api.events(42));
    expect(whole.head).toEqual({ seq: 22, hash: whole.events.at(-1).hash });
    const page = (await user.send('GET', '/api/ledger/42?after=20&limit=1')).json;
    expect(page).toEqual({ events: [whole.events[20]], head: whole.head });
    expect((await user.send('GET', '/api/ledger/42?after=22')).json.events).toEqual([]);
  });

  test('shows a friend as a keyed hash, not by id', async () => {
    await api.registered(987654321, { startParam: '42' });
    const body = { userId: 987654321, calculationType: 'RiskMoney' };
    await api.user(987654321).send('POST', '/api/referral/calculations', { body });
    await api.settle();
    const { text } = await user.send('GET', '/api/ledger/42');
    expect(text).toContain('friend_activity');
    expect(text).not.toContain('987654321');
  });
});

describe('exports', () => {
  const make = async (kind: string) =>
    (await user.send('POST', '/api/exports', { body: { userId: 42, kind } })).json;
  const download = (token: string) => api.send('GET', `/api/exports/${token}`);

  test('of the ledger can be verified without headers', async () => {
    // More than a page, on two days because of the daily limit.
    for (let batch = 0; batch < 3; batch++) {
      if (batch === 2) api.clock.at = nextDayAt(START);
      const records = Array.from({ length: 499 }, () => ({
        id: recordId(),
        calculationType: 'Staking',
        occurredAt: new Date(START).toISOString(),
      }));
      await user.send('POST', '/api/sync', { body: { userId: 42, records } });
    }
    api.clock.at = START;
    const made = await make('ledger');
    expect(v.parse(CALLS.createExport.answer, made)).toEqual(made);
    expect(made.url).toBe(`https://irich.example/api/exports/${made.token}`);
    const file = await download(made.token);
    expect(file.status).toBe(200);
    expect(file.headers.get('content-disposition')).toBe(
      'attachment; filename="irich-ledger-2096-09-25.jsonl"',
    );
    expect(file.headers.get('access-control-allow-origin')).toBe('https://web.telegram.org');
    expect(file.headers.get('cache-control')).toBe('no-store');
    const verified = verifyExport(file.text, sha256);
    expect(verified).toMatchObject({ ok: true, header: { head: { seq: 1499 } } });
  });

  test('of the history are CSV', async () => {
    const id = recordId();
    const inputs = { note: 'say "hi", =1+1\n' };
    const occurredAt = new Date(START).toISOString();
    const records = [{ id, calculationType: 'RiskMoney', occurredAt, inputs }];
    await user.send('POST', '/api/sync', { body: { userId: 42, records } });
    const file = await download((await make('history')).token);
    expect(file.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(file.text.split('\r\n')).toEqual([
      'id,calculationType,occurredAt,awarded,reason,inputs,symbol,result,exitPrice,r,note',
      `${id},RiskMoney,${occurredAt},1,counted,"{""note"":""say \\""hi\\"", =1+1\\n""}",,,,,`,
      '',
    ]);
  });

  test('of the history have outcomes, and no note that a spreadsheet would run', async () => {
    const occurredAt = new Date(START).toISOString();
    const trade = {
      symbol: 'btc',
      positionType: 'LONG',
      entryPrice: '100',
      stopLossPrice: '90',
      takeProfitPrice: '130',
    };
    const ids = Array.from({ length: 40 }, recordId);
    const records = ids.map((id) => ({ id, calculationType: 'RiskMoney', occurredAt, inputs: trade }));
    await user.send('POST', '/api/sync', { body: { userId: 42, records } });
    const note = (index: number) => (index === 0 ? '=1+1, "ok"\n🚀' : `n${index}`);
    const stamp = { at: occurredAt, device: 'a'.repeat(16) };
    const edits = ids.flatMap((subject, index) => [
      { subject, field: 'result', value: index === 1 ? 'lost' : 'won', ...stamp },
      { subject, field: 'exitPrice', value: index === 0 ? '120' : '', ...stamp },
      { subject, field: 'note', value: note(index), ...stamp },
    ]);
    await user.send('POST', '/api/edits', { body: { userId: 42, edits } });
    const { text } = await download((await make('history')).token);
    const ends = text.split('\r\n').map((line) => line.slice(line.indexOf('}",') + 2));
    expect(ends).toHaveLength(42);
    expect(ends[40]).toBe(`,BTC,won,120,2,"'=1+1, ""ok""\n🚀"`);
    expect(ends[39]).toBe(',BTC,lost,,-1,n1');
    for (let index = 2; index < 40; index++) expect(ends[40 - index]).toBe(`,BTC,won,,3,n${index}`);
  });

  test.each([
    { symbol: 5, positionType: 'LONG', entryPrice: {}, stopLossPrice: [], takeProfitPrice: null },
    {
      symbol: '=1+1',
      entryPrice: '9'.repeat(700),
      stopLossPrice: '1',
      takeProfitPrice: `0.${'0'.repeat(500)}1`,
    },
    JSON.parse('{"__proto__":{"positionType":"LONG"},"entryPrice":"1e999999999","stopLossPrice":"-0"}'),
  ])('of odd inputs are whole: %#', async (inputs) => {
    const id = recordId();
    const occurredAt = new Date(START).toISOString();
    const records = [{ id, calculationType: 'RiskMoney', occurredAt, inputs }];
    await user.send('POST', '/api/sync', { body: { userId: 42, records } });
    const edit = { subject: id, field: 'result', value: 'won', at: occurredAt, device: 'a'.repeat(16) };
    await user.send('POST', '/api/edits', { body: { userId: 42, edits: [edit] } });
    const { text } = await download((await make('history')).token);
    expect(text).toContain(`${id},RiskMoney,`);
    expect(text).toMatch(/,won,,-?[\d.]*,\r\n$/);
  });

  test('of an empty history are a file too', async () => {
    const file = await download((await make('history')).token);
    expect(file.text).toBe(
      'id,calculationType,occurredAt,awarded,reason,inputs,symbol,result,exitPrice,r,note\r\n',
    );
  });

  test('live five minutes, and only their token opens them', async () => {
    const { token } = await make('ledger');
    api.clock.at += 5 * 60_000 - 1;
    expect((await download(token)).status).toBe(200);
    api.clock.at += 1;
    for (const wrong of [token, `${token}x`, 'x', '%00', '..%2F..%2Fetc']) {
      const reply = await download(wrong);
      expect(reply.status, wrong).toBe(404);
      expect(reply.json.error.code).toBe('not_found');
    }
    expect(await api.dump()).not.toContain(token);
  });

  test('may be framed by the messaging app only', async () => {
    const { headers } = await download((await make('ledger')).token);
    expect(headers.get('content-security-policy')).toContain('frame-ancestors https://web.telegram.org');
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('content-disposition')).toMatch(/^attachment; /);
  });
});
