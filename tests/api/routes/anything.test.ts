/** Any input to any call gets an answer of the contract and never a defect, and the ledger stays sound. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { CALLS } from '#core/contract/calls.ts';
import { audit } from '#tests/support/audit.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { hmacHex, sha256 } from '#tests/support/test-deployment.ts';
import { makeApi, recordId, START, type TestUser } from '../support.ts';

const FIELDS = [
  'id',
  'userId',
  'records',
  'sentAt',
  'occurredAt',
  'calculationType',
  'inputs',
  'revision',
  'firstLaunch',
  'cursor',
  'limit',
  'kind',
  'picture',
  'languageCode',
  '__proto__',
  'constructor',
  'toJSON',
] as const;

const known = fc.constantFrom<unknown>(
  42,
  'RiskMoney',
  'ledger',
  'ru',
  new Date(START).toISOString(),
  '0000-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999999Z',
  recordId(),
  recordId().toUpperCase(),
);
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  fc.string({ unit: 'binary' }),
  fc.double(),
  known,
  known,
);
const fields = fc.array(fc.tuple(fc.constantFrom(...FIELDS), value), { maxLength: 8 });
/** As text, so that repeated and odd names arrive as written. */
const written = (pairs: readonly (readonly [string, unknown])[]): string =>
  `{${pairs.map(([name, given]) => `${JSON.stringify(name)}:${JSON.stringify(given) ?? 'null'}`).join(',')}}`;
const good = (pairs: readonly (readonly [string, unknown])[]): string =>
  written([
    ['id', recordId()],
    ['calculationType', 'Staking'],
    ['occurredAt', new Date(START).toISOString()],
    ['userId', 42],
    ...pairs,
  ]);
/** Valid except for a few fields, or odd throughout. */
const bodies = fc.oneof(
  fields.map((pairs) => written([['id', 42], ['userId', 42], ...pairs])),
  fc.array(fc.tuple(fc.constantFrom(...FIELDS), value), { maxLength: 2 }).map(good),
  fc
    .array(fc.oneof(fields.map(written), fields.map(good)), { maxLength: 4 })
    .map((records) => `{"userId":42,"records":[${records.join(',')}]}`),
  fc.json(),
);

test('any input gets a documented answer', async () => {
  const api = await makeApi({ limiter: noLimits });
  const user: TestUser = await api.registered(42);
  const calls = Object.values(CALLS).filter((call) => !call.path.includes('{') && call.method !== 'GET');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...calls), bodies, async (call, body) => {
      const reply = await user.send(call.method, call.path, { body });
      expect(reply.status, reply.text).toBeLessThan(500);
    }),
    { numRuns: 1500 },
  );
  const query = fc.constantFrom('before', 'after', 'limit', '__proto__', 'constructor');
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/api/records/42', '/api/ledger/42', '/api/user/42', '/api/exports/', '/api/share/'),
      fc.string({ maxLength: 40 }).map(encodeURIComponent),
      fc.dictionary(query, fc.oneof(fc.string(), fc.integer().map(String))),
      async (path, rest, given) => {
        const reply = await user.send('GET', `${path}${rest}?${new URLSearchParams(given)}`);
        expect(reply.status, reply.text).toBeLessThan(500);
      },
    ),
    { numRuns: 500 },
  );
  expect(api.lines.filter((line) => line.fault !== undefined)).toEqual([]);
  const report = await api.look(42, (sql) => audit({ sql, sha256, hmac: hmacHex }));
  expect(report.findings).toEqual([]);
  expect(report.events).toBeGreaterThan(10);
});
