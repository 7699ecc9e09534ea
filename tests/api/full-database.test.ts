/** A user's calls on a full database. Not in workerd, which cannot be made full. */
import { expect, test } from 'vitest';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { makeApi, recordId, START } from './support.ts';

const record = { calculationType: 'Staking', occurredAt: new Date(START).toISOString() };

function pages(sql: Sql): number {
  return sql.get<{ page_count: number }>('PRAGMA page_count')?.page_count ?? 0;
}
function limitPages(sql: Sql, most: number): void {
  sql.get(`PRAGMA max_page_count = ${most}`);
}

test('a full database answers 503, keeps no partial write, and recovers by itself', async () => {
  const api = await makeApi();
  const user = await api.registered(42);
  const size = await api.look(42, pages);
  await api.look(42, (sql) => limitPages(sql, size + 4));
  const send = () => {
    const records = Array.from({ length: 100 }, () => ({
      id: recordId(),
      ...record,
      inputs: { text: 'x'.repeat(900) },
    }));
    return user.send('POST', '/api/sync', { body: { userId: 42, records } });
  };
  const before = await api.dump();
  const reply = await send();
  expect(reply.status).toBe(503);
  expect(reply.json.error.code).toBe('storage_full');
  expect(Number(reply.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(await api.dump()).toBe(before);
  expect((await user.send('GET', '/api/user/42')).json.head.seq).toBe(2);
  await api.look(42, (sql) => limitPages(sql, size + 10_000));
  expect((await send()).json.profile.head.seq).toBe(102);
});
