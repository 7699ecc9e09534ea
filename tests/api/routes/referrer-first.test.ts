/**
 * A registration that counts its referrer never gets an earlier time than the referrer's, whatever the clock
 * shows.
 */
import { expect, test } from 'vitest';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { makeApi, START } from '../support.ts';

const registered = (userId: number) => (sql: Sql) =>
  sql.get<{ at: number; data: string }>('SELECT at, data FROM events WHERE user_id = ? AND seq = 1', userId);

test('the clock is set back between the two registrations', async () => {
  const api = await makeApi();
  api.clock.at = START + 3_600_000;
  await api.registered(1);
  api.clock.at = START;
  await api.registered(2, { startParam: '1' });
  await api.registered(3);
  expect(await api.look(1, registered(1))).toMatchObject({ at: START + 3_600_000 });
  expect(await api.look(2, registered(2))).toMatchObject({
    at: START + 3_600_000,
    data: expect.stringContaining('"referrerRegistered":true'),
  });
  expect(await api.look(3, registered(3))).toMatchObject({ at: START });
});
