/** Every call: each fault gets its documented code, and nothing in the database changes. */
import { beforeEach, describe, expect, test } from 'vitest';
import { createProofPayloads } from '#api/wallet/payload.ts';
import { PUBLIC_CALLS } from '#core/contract/answers.ts';
import { CALLS } from '#core/contract/calls.ts';
import { ERRORS, type ErrorCode } from '#core/contract/errors.ts';
import { DEFAULT_SETTINGS } from '#core/contract/settings.ts';
import { CONTRACT_VERSION, OLDEST_CONTRACT } from '#core/contract/version.ts';
import { base64, jpeg } from '#tests/support/jpeg.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { sealedPlan } from '#tests/support/sealed-plan.ts';
import { hmac } from '#tests/support/test-deployment.ts';
import { walletNamed } from '#tests/support/wallets.ts';
import { launchData, makeApi, recordId, START, type TestApi, type TestUser, TOKEN } from '../support.ts';

interface Case {
  readonly method: string;
  readonly path: string;
  /** A valid body, or null for a call without one. */
  readonly body: Readonly<Record<string, unknown>> | null;
  /** Values that must be refused, by field; `undefined` leaves the field out. */
  readonly wrong: Readonly<Record<string, readonly unknown[]>>;
  /** Of a valid call; by default 200. */
  readonly status?: number;
}

const ID = 42;
const STRANGER = 43;
const TIME = new Date(START).toISOString();
const NOT_IDS = [undefined, null, '42', 0, -42, 4.2, 2 ** 53, {}, [], true];
const NOT_TIMES = [1, 'yesterday', '2026-02-30T00:00:00Z', '2026-07-01T00:00:00+02:00', {}, ''];
const NOT_TEXT = [1, {}, [], true];

const { payload } = createProofPayloads({ hmac, botToken: TOKEN, random: () => 'a'.repeat(48) }).make(
  ID,
  START,
);
const SEALED = sealedPlan();
const PROVED = walletNamed('ada').prove({ at: START, payload });

const CASES: Readonly<Record<string, Case>> = {
  register: {
    method: 'POST',
    path: '/api/user/register',
    body: { id: ID, first_name: 'x', username: null, is_premium: true, referred_by: 7, firstLaunch: null },
    wrong: {
      id: NOT_IDS,
      first_name: NOT_TEXT,
      last_name: NOT_TEXT,
      username: NOT_TEXT,
      languageCode: NOT_TEXT,
      is_premium: ['yes', {}, []],
      photo_url: NOT_TEXT,
      referred_by: [{}, [], true],
      utm_source: NOT_TEXT,
      utm_medium: NOT_TEXT,
      utm_content: NOT_TEXT,
      firstLaunch: [1, {}, 'x'.repeat(8193)],
    },
  },
  onboarding: {
    method: 'POST',
    path: '/api/user/onboarding',
    body: { userId: ID },
    wrong: { userId: NOT_IDS },
  },
  readLanguage: { method: 'GET', path: '/api/user/language/{id}', body: null, wrong: {} },
  chooseLanguage: {
    method: 'PATCH',
    path: '/api/user/language',
    body: { id: ID, languageCode: 'ru', chosenAt: '2026-07-01T00:00:00Z', sentAt: null },
    wrong: {
      id: NOT_IDS,
      languageCode: [undefined, null, 'de', 'RU', '', 1, {}],
      chosenAt: NOT_TIMES,
      sentAt: NOT_TIMES,
    },
  },
  eventReminders: { method: 'GET', path: '/api/user/event-reminders/{id}', body: null, wrong: {} },
  remindOfEvent: {
    method: 'PUT',
    path: '/api/user/event-reminders',
    body: { userId: ID, eventId: 'fomc', isOn: false },
    wrong: {
      userId: NOT_IDS,
      eventId: [...NOT_TEXT, undefined, null, '', 'x'.repeat(81)],
      isOn: [undefined, null, 1, 'true'],
      mayWrite: [false, null, 1],
    },
  },
  readSettings: { method: 'GET', path: '/api/user/settings/{id}', body: null, wrong: {} },
  saveSettings: {
    method: 'PUT',
    path: '/api/user/settings',
    body: { userId: ID, settings: DEFAULT_SETTINGS, chosenAt: TIME, sentAt: null },
    wrong: {
      userId: NOT_IDS,
      settings: [undefined, null, {}, [], 'all', { ...DEFAULT_SETTINGS, zone: 0 }],
      chosenAt: NOT_TIMES,
      sentAt: NOT_TIMES,
      mayWrite: [false, 'yes', 1, {}],
    },
  },
  sealPlan: {
    method: 'POST',
    path: '/api/seals',
    body: { userId: ID, hash: 'ab'.repeat(32), sealedAt: TIME, sentAt: null },
    wrong: {
      userId: NOT_IDS,
      hash: [...NOT_TEXT, undefined, null, '', 'AB'.repeat(32), 'ab'.repeat(33), `${'ab'.repeat(31)}xy`],
      sealedAt: [...NOT_TIMES, undefined, null],
      sentAt: NOT_TIMES,
    },
  },
  revealPlan: {
    method: 'POST',
    path: '/api/seals/reveal',
    body: { userId: ID, plan: SEALED.plan, salt: SEALED.salt },
    wrong: {
      userId: NOT_IDS,
      plan: [...NOT_TEXT, undefined, null, '', 'A', `${SEALED.plan}A`, `${SEALED.plan}=`, 'A'.repeat(513)],
      salt: [...NOT_TEXT, undefined, null, '', 'AB'.repeat(16), 'ab'.repeat(17), 'xy'.repeat(16)],
    },
  },
  profile: { method: 'GET', path: '/api/user/{id}', body: null, wrong: {} },
  deleteUser: { method: 'DELETE', path: '/api/user/{id}', body: null, wrong: {} },
  proofPayload: { method: 'GET', path: '/api/wallet/proof-payload', body: null, wrong: {} },
  linkWallet: {
    method: 'POST',
    path: '/api/user/wallet',
    body: { id: ID, ...PROVED },
    wrong: {
      id: NOT_IDS,
      wallet_address: [undefined, null, 1, {}, 'x'.repeat(101)],
      proof: [
        undefined,
        null,
        {},
        'proof',
        { ...PROVED.proof, network: -239 },
        { ...PROVED.proof, timestamp: null },
        { ...PROVED.proof, domain: 'irich.example' },
        { ...PROVED.proof, walletStateInit: 'A'.repeat(16_385) },
      ],
    },
  },
  sessions: {
    method: 'POST',
    path: '/api/user/sessions',
    body: { userId: ID },
    wrong: { userId: NOT_IDS },
  },
  referrals: {
    method: 'POST',
    path: '/api/referrals',
    body: { userId: ID, cursor: null, limit: 10 },
    wrong: {
      userId: NOT_IDS,
      cursor: [1, {}, 'nonsense', '1', '1.2.3', "1.2' OR 1=1", 'x'.repeat(101)],
      limit: [0, -1, 201, 1.5, '10', null, {}],
    },
  },
  calculation: {
    method: 'POST',
    path: '/api/referral/calculations',
    body: {
      userId: ID,
      calculationType: 'RiskMoney',
      occurredAt: TIME,
      sentAt: TIME,
      inputs: {},
      revision: 0,
    },
    wrong: {
      userId: NOT_IDS,
      calculationType: [undefined, null, 'riskmoney', 'Lottery', '', 1, {}],
      id: [1, '', 'checkin:20000', 'x'.repeat(36), {}],
      occurredAt: NOT_TIMES,
      sentAt: NOT_TIMES,
      inputs: [[], 'x', 1, { text: 'x'.repeat(2048) }],
      revision: [-1, 1.5, '1', null],
    },
  },
  sync: {
    method: 'POST',
    path: '/api/sync',
    body: {
      userId: ID,
      sentAt: TIME,
      records: [{ id: recordId(), calculationType: 'Staking', occurredAt: TIME }],
    },
    wrong: {
      userId: NOT_IDS,
      sentAt: NOT_TIMES,
      records: [undefined, null, {}, 'x', 1, Array.from({ length: 501 }, () => null)],
    },
  },
  records: { method: 'GET', path: '/api/records/{id}', body: null, wrong: {} },
  deleteRecords: { method: 'DELETE', path: '/api/records/{id}', body: null, wrong: {} },
  deleteRecord: { method: 'DELETE', path: `/api/records/{id}/${recordId()}`, body: null, wrong: {} },
  saveEdits: {
    method: 'POST',
    path: '/api/edits',
    body: {
      userId: ID,
      edits: [{ subject: 'account', field: 'deposit', value: '1', at: TIME, device: 'a'.repeat(16) }],
    },
    wrong: {
      userId: NOT_IDS,
      edits: [undefined, null, {}, 'x', [null], [{}], Array.from({ length: 201 }, () => null)],
    },
  },
  edits: { method: 'GET', path: '/api/edits/{id}', body: null, wrong: {} },
  checkInStatus: {
    method: 'POST',
    path: '/api/checkin/status',
    body: { userId: ID },
    wrong: { userId: NOT_IDS },
  },
  claimCheckIn: {
    method: 'POST',
    path: '/api/checkin/claim',
    body: { userId: ID },
    wrong: { userId: NOT_IDS },
  },
  ledger: { method: 'GET', path: '/api/ledger/{id}', body: null, wrong: {} },
  sbt: { method: 'GET', path: '/api/user/sbt/{id}', body: null, wrong: {} },
  // Nothing is published here.
  proof: { method: 'GET', path: '/api/proof/{id}', body: null, wrong: {}, status: ERRORS.proof_missing },
  claimSbt: {
    method: 'POST',
    path: '/api/user/sbt/claim',
    body: { user_id: ID, badge_id: 'lev_1' },
    wrong: {
      user_id: NOT_IDS,
      badge_id: [undefined, null, 1, {}, '', 'lev_0', 'lev_21', 'star_1'],
      wallet_address: [null, 1, {}, '', 'x', `${PROVED.wallet_address}0`],
    },
  },
  createExport: {
    method: 'POST',
    path: '/api/exports',
    body: { userId: ID, kind: 'ledger' },
    wrong: { userId: NOT_IDS, kind: [undefined, null, 'events', 1, {}] },
  },
  share: {
    method: 'POST',
    path: '/api/share',
    body: { userId: ID, calculationType: 'Staking', picture: base64(jpeg()) },
    wrong: {
      userId: NOT_IDS,
      calculationType: [undefined, null, 'Pyramid', 1],
      picture: [undefined, null, 1, '', '!', 'AAAA', base64(jpeg({ height: 9 }))],
    },
  },
};

let api: TestApi;
let user: TestUser;
beforeEach(async () => {
  api = await makeApi({ limiter: noLimits });
  user = await api.registered(ID, { username: 'ada' });
  await user.send('POST', '/api/user/wallet', { body: { id: ID, ...PROVED } });
  await user.send('POST', '/api/seals', { body: { userId: ID, hash: SEALED.hash, sealedAt: TIME } });
  await api.registered(STRANGER, { startParam: `${ID}` });
});

/** Calls and checks the code, its status, the shape of the error, and that nothing changed. */
async function expectRefused(code: ErrorCode, ask: () => Promise<{ status: number; json: unknown }>) {
  const before = await api.dump();
  const reply = await ask();
  expect(reply.json).toMatchObject({ error: { code, message: expect.any(String) } });
  expect(reply.status).toBe(ERRORS[code]);
  expect(await api.dump()).toBe(before);
  return reply;
}

test('every call of the contract is covered', () => {
  expect(new Set([...Object.keys(CASES), ...PUBLIC_CALLS, 'revealedPlan'])).toEqual(
    new Set(Object.keys(CALLS)),
  );
});

describe.each(Object.entries(CASES))('%s', (_name, { method, path, body, wrong, status = 200 }) => {
  const own = path.replace('{id}', `${ID}`);
  const given = body === null ? {} : { body };
  const namesUser = body !== null || path.includes('{id}');

  test('a valid call is answered', async () => {
    const reply = await user.send(method, own, given);
    expect(reply.status).toBe(status);
    expect(reply.headers.get('cache-control')).toBe('no-store');
    expect(reply.headers.get('x-contract-version')).toBe(`${CONTRACT_VERSION}`);
    expect(reply.headers.get('content-security-policy')).toContain(
      'frame-ancestors https://web.telegram.org',
    );
    expect(reply.headers.get('x-frame-options')).toBeNull();
    expect(reply.headers.get('strict-transport-security')).toContain('max-age=31536000');
  });

  test.each(Object.entries(wrong))('a wrong %s', async (field, values) => {
    for (const value of values) {
      const text = JSON.stringify({ ...body, [field]: value });
      const reply = await expectRefused('malformed', () => user.send(method, own, { body: text }));
      expect(reply.json, text).toMatchObject({ error: { path: expect.stringContaining(field) } });
    }
  });

  test("absent, forged, expired and other users' launch data", async () => {
    const send = (headers: Record<string, string>) => api.send(method, own, { ...given, headers });
    await expectRefused('launch_data_missing', () => send({}));
    await expectRefused('launch_data_missing', () => send({ authorization: 'tma ' }));
    await expectRefused('launch_data_missing', () => send({ authorization: `Bearer ${user.auth}` }));
    const forged = user.auth.replace(/hash=./, (text) => (text === 'hash=0' ? 'hash=1' : 'hash=0'));
    await expectRefused('launch_data_invalid', () => send({ authorization: `tma ${forged}` }));
    const foreign = launchData(ID, { token: '2222222222:another-bot-of-somebody-else-entirely' });
    await expectRefused('launch_data_invalid', () => send({ authorization: `tma ${foreign}` }));
    const old = launchData(ID, { at: START - 86_401_000 });
    await expectRefused('launch_data_expired', () => send({ authorization: `tma ${old}` }));
  });

  test("another user's id", async () => {
    const stranger = api.user(STRANGER);
    const ask = () => stranger.send(method, own, given);
    if (namesUser) await expectRefused('not_your_account', ask);
    else expect((await ask()).status).toBe(200);
  });

  test('a user who is not registered', async () => {
    const unknown = api.user(999);
    const theirs = Object.entries(body ?? {}).map(([name, value]) => [name, value === ID ? 999 : value]);
    const init = body === null ? {} : { body: Object.fromEntries(theirs) };
    const ask = () => unknown.send(method, path.replace('{id}', '999'), init);
    if (path === CALLS.register.path) expect((await ask()).status).toBe(200);
    else await expectRefused('unknown_user', ask);
  });

  test('a client that is too old or too new, and malformed version headers', async () => {
    const send = (headers: Record<string, string>) => user.send(method, own, { ...given, headers });
    await expectRefused('client_outdated', () => send({ 'x-contract-version': '0' }));
    const newer = await expectRefused('server_older', () =>
      send({ 'x-contract-version': `${CONTRACT_VERSION + 1}` }),
    );
    expect(newer.json).not.toBeNull();
    await expectRefused('malformed', () => send({ 'x-contract-version': 'latest' }));
    await expectRefused('malformed', () => send({ 'x-generation': '-1' }));
    expect((await send({ 'x-contract-version': `${OLDEST_CONTRACT}`, 'x-generation': '0' })).status).toBe(
      status,
    );
  });

  if (body !== null) {
    test('a body that is huge, not JSON, or not declared as JSON', async () => {
      const huge = JSON.stringify({ ...body, more: 'x'.repeat(256 * 1024) });
      await expectRefused('body_too_large', () => user.send(method, own, { body: huge }));
      const named = { 'content-length': `${10 ** 9}` };
      await expectRefused('body_too_large', () => user.send(method, own, { body, headers: named }));
      for (const text of ['', '{', 'null', '[]', '"x"', '{"userId":42,}']) {
        await expectRefused('malformed', () => user.send(method, own, { body: text }));
      }
      for (const type of ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data']) {
        await expectRefused('json_required', () =>
          user.send(method, own, { body, headers: { 'content-type': type } }),
        );
      }
      const charset = { 'content-type': 'Application/JSON; charset=utf-8' };
      expect((await user.send(method, own, { body, headers: charset })).status).toBe(200);
    });
  } else if (namesUser) {
    test('an invalid id', async () => {
      for (const id of ['0', '-42', '4.2', 'me', '9007199254740993', '42x', '%20', "42'--"]) {
        const code = /^[1-9]\d{0,15}$/.test(id) ? 'not_your_account' : 'malformed';
        await expectRefused(code, () => user.send(method, path.replace('{id}', id)));
      }
    });
  }

  test('another method', async () => {
    const other = method === 'PUT' ? 'PATCH' : 'PUT';
    await expectRefused('method_not_allowed', () => user.send(other, own, given));
  });
});

test.each(['/api', '/api/', '/api/nothing', '/api/user', '/api/referral', '/api/user/1/2/3'])(
  '%s is not a call',
  async (path) => {
    await expectRefused('not_found', () => user.send('GET', path));
    await expectRefused('not_found', () => user.send('POST', path, { body: {} }));
  },
);

test.each(['before', 'limit'])('a wrong %s of the history', async (name) => {
  for (const value of ['0', '-1', '1.5', 'x', '', '1e3', '99999999999999999']) {
    await expectRefused('malformed', () => user.send('GET', `/api/records/${ID}?${name}=${value}`));
  }
  await expectRefused('malformed', () => user.send('GET', `/api/records/${ID}?limit=501`));
});

test.each(['after', 'limit'])('a wrong %s of the ledger', async (name) => {
  for (const value of ['-1', '1.5', 'x', '', '99999999999999999']) {
    await expectRefused('malformed', () => user.send('GET', `/api/ledger/${ID}?${name}=${value}`));
  }
  await expectRefused('malformed', () => user.send('GET', `/api/ledger/${ID}?limit=1001`));
});

test('an invalid record id cannot be deleted', async () => {
  for (const id of ['x', 'registered', 'checkin:20000', '42']) {
    await expectRefused('malformed', () => user.send('DELETE', `/api/records/${ID}/${id}`));
  }
});

test('another method is answered with the allowed ones', async () => {
  const allowed = async (path: string, method = 'PUT') =>
    (await user.send(method, path)).headers.get('allow');
  expect(await allowed('/api/user/42')).toBe('GET, HEAD, DELETE');
  expect(await allowed('/api/user/register')).toBe('POST');
  expect(await allowed('/api/user/language')).toBe('PATCH');
  expect(await allowed('/api/records/42')).toBe('GET, HEAD, DELETE');
  expect(await allowed('/api/exports/abc', 'POST')).toBe('GET, HEAD');
  expect(await allowed('/api/nothing')).toBeNull();
});

test('extra values in a body are ignored', async () => {
  const body = { id: ID, username: 'forged', is_premium: true, referred_by: 7, evil: { __proto__: 1 } };
  const reply = await user.register({ body });
  expect(reply.json.profile).toMatchObject({ is_premium: 0 });
  expect(await api.rows(ID, 'people')).toMatchObject([{ username: 'ada', premium: 0 }]);
});
