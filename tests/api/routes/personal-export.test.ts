/** `POST /api/exports` of the kind `personal`, in either deployment: who gets it, and what stands in it. */
import { beforeEach, expect, test } from 'vitest';
import { noLimits } from '#tests/support/no-limits.ts';
import { makeApi, recordId, START, type TestApi, type TestUser } from '../support.ts';

let api: TestApi;
let user: TestUser;
beforeEach(async () => {
  api = await makeApi({ limiter: noLimits });
  user = await api.registered(42, { username: 'ada', language: 'en' });
  await api.registered(43, { username: 'bob_invited', startParam: '42' });
  await api.settle();
});

const make = () => user.send('POST', '/api/exports', { body: { userId: 42, kind: 'personal' } });

interface Table {
  readonly table: string;
  readonly rows?: readonly Record<string, unknown>[];
}

async function download() {
  const made = (await make()).json;
  const file = await api.send('GET', `/api/exports/${made.token}`);
  const tables: Table[] = file.json.sections.flatMap((one: { tables: Table[] }) => one.tables);
  const rows = (name: string) => tables.find(({ table }) => table === name)?.rows;
  return { made, file, rows };
}

test('has what the user did, and the friends that the app shows', async () => {
  const occurredAt = new Date(START).toISOString();
  const records = [{ id: recordId(), calculationType: 'Staking', occurredAt, inputs: { amount: '17' } }];
  await user.send('POST', '/api/sync', { body: { userId: 42, records } });
  await user.send('POST', '/api/user/sessions', { body: { userId: 42 } });
  const { made, file, rows } = await download();
  expect(made.fileName).toBe('irich-personal-2096-09-25.json');
  expect(file.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${made.fileName}"`);
  expect(file.headers.get('cache-control')).toBe('no-store');
  expect(rows('people')).toMatchObject([{ first_name: 'User 42', username: 'ada', language: 'en' }]);
  expect(rows('calculations')).toMatchObject([{ inputs: { amount: '17' } }]);
  expect(rows('last_seen')).toEqual([{ at: expect.any(Number) }]);
  expect(rows('exports')).toMatchObject([{ kind: 'personal' }]);
  expect(rows('events')?.map(({ type }) => type)).toContain('CalculationRecorded.v1');
  const { friends } = file.json.sections.find((one: { section: string }) => one.section === 'friends');
  expect(friends).toMatchObject([{ userId: 43, username: 'bob_invited', level: 1 }]);
  expect(file.text).not.toContain(made.token);
  expect(file.text.match(/bob_invited/g)).toHaveLength(1);
});

test('is refused for another account, and after a deletion', async () => {
  const other = await api.user(43).send('POST', '/api/exports', { body: { userId: 42, kind: 'personal' } });
  expect([other.status, other.json.error.code]).toEqual([403, 'not_your_account']);
  const { token } = (await make()).json;
  await user.send('DELETE', '/api/user/42');
  expect((await make()).status).toBe(410);
  expect((await api.send('GET', `/api/exports/${token}`)).status).toBe(404);
});
