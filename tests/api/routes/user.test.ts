/** Registration, onboarding, language, profile, last seen. */
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { CALLS } from '#core/contract/calls.ts';
import { encodePlan } from '#core/plan-link.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { launchData, makeApi, PREVIOUS_TOKEN, START, type TestApi } from '../support.ts';

const DAY = 86_400_000;

const NO_CAMPAIGN = { utm_source: null, utm_medium: null, utm_content: null };

/** A plan link of a sender. */
function planOf(sender: number): string {
  const prices = { entry: '65000', stop: '64000.5', targets: ['67500'], leverage: '' };
  return encodePlan({ symbol: 'BTC', positionType: 'LONG', ...prices, sender }) ?? '';
}

let api: TestApi;
beforeEach(async () => {
  api = await makeApi({ limiter: noLimits });
});

/** The profile after all messages have arrived. */
const profileOf = async (id: number) => {
  await api.settle();
  return (await api.user(id).send('GET', `/api/user/${id}`)).json;
};
const registration = async (id: number) => {
  const [event] = await api.events(id);
  return event === undefined ? null : { at: event.at, ...JSON.parse(event.data) };
};

describe('registration', () => {
  test('creates a ledger and answers a full profile', async () => {
    const reply = await api.user(42, { premium: true, username: 'ada' }).register();
    expect(reply.status).toBe(200);
    expect(v.parse(CALLS.register.answer, reply.json)).toEqual(reply.json);
    expect(reply.json).toMatchObject({
      isNewUser: true,
      generation: 0,
      profile: {
        id: 42,
        activity_points: '0',
        balance: '0',
        badges: null,
        earned: [],
        level: '1',
        is_premium: 1,
        wallet_address: null,
        friends: 0,
        referral_link: 'https://t.me/irich_bot/app?startapp=42',
        streak: { current: 0, longest: 0, last_day: null, freezes: 0 },
        head: { seq: 1 },
        onboarded: false,
      },
    });
  });

  test('can be repeated, and updates the signed fields', async () => {
    await api.user(42, { username: 'ada' }).register();
    const head = (await api.account(42))?.head;
    const again = await api.user(42, { username: 'lovelace', premium: true }).register();
    expect(again.json).toMatchObject({ isNewUser: true, profile: { is_premium: 1 } });
    expect((await api.account(42))?.head).toEqual(head);
    expect(await api.rows(42, 'people')).toMatchObject([{ username: 'lovelace' }]);
  });

  test('twice at the same moment creates one', async () => {
    const user = api.user(42, { startParam: '7' });
    await api.registered(7);
    const replies = await Promise.all([user.register(), user.register(), user.register()]);
    expect(replies.map((reply) => reply.status)).toEqual([200, 200, 200]);
    expect((await api.account(42))?.head.seq).toBe(1);
    expect(await profileOf(7)).toMatchObject({ friends: 1, referral_points: '50' });
  });

  test('counts as new until onboarding is completed', async () => {
    const user = api.user(42);
    await user.register();
    expect((await user.register()).json.isNewUser).toBe(true);
    await user.send('POST', '/api/user/onboarding', { body: { userId: 42 } });
    expect((await user.register()).json.isNewUser).toBe(false);
  });

  test('takes names as signed, whatever the body says', async () => {
    const user = api.user(42, { username: 'ada' });
    await user.register({ body: { id: 42, username: 'eve', first_name: 'Eve', is_premium: true } });
    const rows = await api.rows(42, 'people');
    expect(rows).toMatchObject([{ first_name: 'User 42', username: 'ada', premium: 0 }]);
  });

  test('puts nothing personal into the ledger', async () => {
    const user = await api.registered(42, { username: 'ada_secret_name' });
    const record = { calculationType: 'RiskMoney', inputs: { riskAmount: '987654' } };
    await user.send('POST', '/api/referral/calculations', { body: { userId: 42, ...record } });
    const events = JSON.stringify(await api.events(42));
    expect(events).not.toMatch(/ada_secret_name|User 42|987654/);
  });
});

describe('the referrer', () => {
  test('earns 50 for a regular user, 75 for a premium one', async () => {
    await api.registered(7);
    await api.user(42, { startParam: '7' }).register();
    await api.user(43, { startParam: '7', premium: true }).register();
    expect(await profileOf(7)).toMatchObject({ friends: 2, referral_points: '125', badges: 'lev_1,ref_1' });
  });

  test('is named by the first registration only', async () => {
    await api.registered(7);
    await api.user(42).register();
    await api.user(42, { startParam: '7' }).register();
    expect(await profileOf(7)).toMatchObject({ friends: 0, referral_points: '0' });
  });

  test('cannot be the user', async () => {
    await api.user(42, { startParam: '42' }).register();
    expect(await registration(42)).toMatchObject({ referrer: null, referrerRegistered: false });
  });

  test('who is not registered yet is stored and never earns', async () => {
    await api.user(42, { startParam: '7' }).register();
    expect(await registration(42)).toMatchObject({ referrer: 7, referrerRegistered: false });
    const seven = await api.registered(7);
    const body = { userId: 42, calculationType: 'RiskMoney' };
    await api.user(42).send('POST', '/api/referral/calculations', { body });
    expect(await profileOf(7)).toMatchObject({
      friends: 0,
      referral_points: '0',
      referral_activity_points: '0',
    });
    expect((await seven.send('POST', '/api/referrals', { body: { userId: 7 } })).json.total).toBe(0);
  });

  test('cannot be replaced by a body', async () => {
    await api.registered(7);
    await api.user(42).register({ body: { id: 42, referred_by: 7 } });
    expect(await registration(42)).toMatchObject({ referrer: null });
  });

  test('may be a campaign, kept beside the ledger', async () => {
    await api.user(42, { startParam: 'tapps_Search&cpc&banner1' }).register();
    expect(await api.rows(42, 'people')).toMatchObject([
      { utm_source: 'TgAppsCenter', utm_medium: 'cpc', utm_content: 'banner1' },
    ]);
    expect(await registration(42)).toMatchObject({ referrer: null });
  });

  test('may be the sender of a plan', async () => {
    await api.registered(7);
    await api.user(42, { startParam: planOf(7) }).register();
    expect(await registration(42)).toMatchObject({ referrer: 7, referrerRegistered: true });
    expect(await api.rows(42, 'people')).toMatchObject([NO_CAMPAIGN]);
    expect(await profileOf(7)).toMatchObject({ friends: 1, referral_points: '50' });
  });

  test.each([
    ['one’s own plan', planOf(42)],
    ['a damaged plan', planOf(7).slice(0, -1)],
    ['a plan of another version', planOf(7).replace('p1_', 'p2_')],
    ['a plan that is also a campaign', `${planOf(7)}&cpc&banner1`],
  ])('is not named by %s, which is no campaign either', async (_name, startParam) => {
    await api.registered(7);
    expect((await api.user(42, { startParam }).register()).status).toBe(200);
    expect(await registration(42)).toMatchObject({ referrer: null, referrerRegistered: false });
    expect(await api.rows(42, 'people')).toMatchObject([NO_CAMPAIGN]);
    expect(await profileOf(7)).toMatchObject({ friends: 0, referral_points: '0' });
  });

  test('earns a tenth of what friends earn, one level up only', async () => {
    await api.registered(1);
    await api.registered(2, { startParam: '1' });
    await api.registered(3, { startParam: '2' });
    const body = { userId: 3, calculationType: 'RiskMoney' };
    await api.user(3).send('POST', '/api/referral/calculations', { body });
    expect(await profileOf(2)).toMatchObject({ referral_points: '50', referral_activity_points: '0.1' });
    // 5: a tenth of the 50 that the second user earned for the third.
    expect(await profileOf(1)).toMatchObject({
      referral_points: '50',
      referral_activity_points: '0',
      referral_referral_points: '5',
      balance: '55',
    });
  });
});

describe('the first launch', () => {
  const register = (id: number, firstLaunch: unknown, more = {}) =>
    api.user(id, more).register({ body: { id, firstLaunch } });

  test('sets referrer and earliest time, however old it is', async () => {
    await api.registered(7);
    const first = launchData(42, { at: START - 30 * DAY, startParam: '7' });
    expect((await register(42, first)).status).toBe(200);
    expect(await registration(42)).toMatchObject({
      firstAuthDate: (START - 30 * DAY) / 1000,
      referrer: 7,
      referrerRegistered: true,
    });
  });

  test('decides alone, even if a later launch names a referrer', async () => {
    await api.registered(7);
    await register(42, launchData(42, { at: START - DAY }), { startParam: '7' });
    expect(await registration(42)).toMatchObject({ referrer: null });
  });

  test('leaves premium to the present launch', async () => {
    await api.registered(7);
    await register(42, launchData(42, { at: START - DAY, startParam: '7' }), { premium: true });
    expect(await profileOf(7)).toMatchObject({ referral_points: '75' });
  });

  test('that is forged, foreign or from the future changes nothing', async () => {
    await api.registered(7);
    const before = await api.dump();
    const good = launchData(42, { startParam: '7' });
    const bad = [
      good.replace('start_param=7', 'start_param=8'),
      launchData(43),
      launchData(42, { token: '2222222222:another-bot-of-somebody-else-entirely' }),
      launchData(42, { at: START + DAY }),
      '',
      'x',
    ];
    for (const text of bad) {
      const reply = await register(42, text);
      expect(reply.status, text).toBe(400);
      expect(reply.json.error).toMatchObject({ code: 'first_launch_invalid', path: 'firstLaunch' });
    }
    expect(await api.dump()).toBe(before);
    expect((await register(42, null)).status).toBe(200);
  });

  test('that is refused leaves the present launch to count, with or without a referrer', async () => {
    await api.registered(7);
    const lost = launchData(42, {
      startParam: '7',
      token: '2222222222:another-bot-of-somebody-else-entirely',
    });
    expect((await register(42, lost)).status).toBe(400);
    expect((await register(42, null, { startParam: '7' })).status).toBe(200);
    expect(await registration(42)).toMatchObject({ referrer: 7 });
    expect((await register(43, null)).status).toBe(200);
    expect(await registration(43)).toMatchObject({ referrer: null });
  });

  test('of a rotated token still counts', async () => {
    await api.registered(7);
    const first = launchData(42, { at: START - DAY, startParam: '7', token: PREVIOUS_TOKEN });
    expect((await register(42, first)).status).toBe(200);
    expect(await registration(42)).toMatchObject({ referrer: 7 });
    const late = launchData(43, { at: START - 1800_000, token: PREVIOUS_TOKEN });
    expect((await register(43, late)).json.error.code).toBe('first_launch_invalid');
  });

  test('has no effect once the user is registered', async () => {
    await api.user(42).register();
    expect((await register(42, 'x')).status).toBe(200);
  });
});

describe('onboarding', () => {
  test('earns the first badge once', async () => {
    const user = api.user(42);
    await user.register();
    const done = await user.send('POST', '/api/user/onboarding', { body: { userId: 42 } });
    expect(v.parse(CALLS.onboarding.answer, done.json)).toEqual(done.json);
    expect(done.json).toMatchObject({ isNewUser: false, profile: { badges: 'lev_1', onboarded: true } });
    const before = await api.dump();
    const again = await user.send('POST', '/api/user/onboarding', { body: { userId: 42 } });
    expect(again.json).toEqual(done.json);
    expect(await api.dump()).toBe(before);
  });
});

describe('language', () => {
  test.each([
    ['ru', 'ru'],
    ['ru-RU', 'ru'],
    ['en', 'en'],
    ['de', null],
    [undefined, null],
  ])('of a client in %s starts as %s', async (language, expected) => {
    const user = await api.registered(42, language === undefined ? {} : { language });
    const reply = await user.send('GET', '/api/user/language/42');
    expect(reply.json).toEqual({ language_code: expected });
  });

  test('stays as chosen, also over a later registration', async () => {
    const user = await api.registered(42, { language: 'en' });
    const chosen = await user.send('PATCH', '/api/user/language', { body: { id: 42, languageCode: 'ru' } });
    expect(chosen.json).toEqual({ language_code: 'ru' });
    await user.register();
    expect((await user.send('GET', '/api/user/language/42')).json).toEqual({ language_code: 'ru' });
  });

  describe('of several choices the newest wins', () => {
    const MINUTE = 60_000;
    const iso = (at: number) => new Date(at).toISOString();
    const choose = async (languageCode: string, chosenAt?: number, sentAt?: number) => {
      const times = chosenAt === undefined ? {} : { chosenAt: iso(chosenAt), sentAt: iso(sentAt ?? START) };
      const body = { id: 42, languageCode, ...times };
      return (await api.user(42).send('PATCH', '/api/user/language', { body })).json.language_code;
    };
    beforeEach(() => api.registered(42, { language: 'en' }));

    test('does not depend on the order of arrival', async () => {
      expect(await choose('ru', START - 5 * MINUTE)).toBe('ru');
      expect(await choose('en', START - 10 * MINUTE)).toBe('ru');
      expect(await choose('en', START - 5 * MINUTE)).toBe('en');
      expect(await choose('ru', START - 4 * MINUTE)).toBe('ru');
      expect((await api.user(42).send('GET', '/api/user/language/42')).json).toEqual({ language_code: 'ru' });
    });

    test('is corrected for a clock ahead, and a future choice counts as now', async () => {
      const ahead = 3 * 3_600_000;
      expect(await choose('ru', START + ahead - 10 * MINUTE, START + ahead)).toBe('ru');
      expect(await choose('en', START - 9 * MINUTE)).toBe('en');
      expect(await choose('ru', START + 50 * MINUTE)).toBe('ru');
      api.clock.at += MINUTE;
      expect(await choose('en', api.clock.at, api.clock.at)).toBe('en');
    });

    test('keeps its order if the clock goes back a little between two choices', async () => {
      expect(await choose('ru', START, START)).toBe('ru');
      api.clock.at += 10_000;
      const slow = api.clock.at - 90_000;
      expect(await choose('en', slow, slow)).toBe('en');
    });

    test('without a time counts as chosen now', async () => {
      expect(await choose('ru')).toBe('ru');
      expect(await choose('en', START - MINUTE)).toBe('ru');
      expect(await choose('en')).toBe('en');
    });
  });
});

describe('last seen', () => {
  const seen = async () => (await api.rows(42, 'last_seen'))[0]?.['at'];

  test('is written at most every 30 minutes, without events or points', async () => {
    const user = await api.registered(42);
    const head = (await api.account(42))?.head;
    const tell = async () =>
      (await user.send('POST', '/api/user/sessions', { body: { userId: 42 } })).json.recorded;
    expect(await tell()).toBe(true);
    api.clock.at += 29 * 60_000;
    expect(await tell()).toBe(false);
    expect(await seen()).toBe(START);
    api.clock.at += 60_000;
    expect(await tell()).toBe(true);
    expect(await seen()).toBe(START + 30 * 60_000);
    expect((await api.account(42))?.head).toEqual(head);
  });
});

test('a profile has exactly the fields of the contract', async () => {
  await api.registered(42, { premium: true });
  const profile = await profileOf(42);
  expect(v.parse(CALLS.profile.answer, profile)).toEqual(profile);
  expect(profile).toMatchObject({ is_premium: 1, badges: 'lev_1', generation: 0, onboarded: true });
  expect(profile.earned).toEqual([{ id: 'lev_1', at: new Date(START).toISOString() }]);
  expect(profile.head).toEqual((await api.account(42))?.head);
});
