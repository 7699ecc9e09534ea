/** A server that went back to this version finds what a newer one has written: it shows all of it, and adds only to what it knows. */
import { describe, expect, test } from 'vitest';
import { appendNewer, NEWER_EVENTS, noteNewerCode } from '#tests/support/newer-code.ts';
import { makeApi, START, type TestApi } from '../support.ts';

const sync = (api: TestApi, id: number, number: number) =>
  api.user(id).send('POST', '/api/sync', {
    body: {
      userId: id,
      sentAt: new Date(api.clock.at).toISOString(),
      records: [
        {
          id: `019cae00-0000-7000-8000-00000000000${number}`,
          calculationType: 'RiskMoney',
          occurredAt: new Date(api.clock.at).toISOString(),
          inputs: { entryPrice: '1' },
        },
      ],
    },
  });
const points = async (api: TestApi, id: number) => (await api.user(id).send('GET', `/api/user/${id}`)).json;
const refused = { status: 503, json: { error: { code: 'server_older' } } };

describe.each(Object.keys(NEWER_EVENTS) as (keyof typeof NEWER_EVENTS)[])('an event of %s', (kind) => {
  test.each([
    ['by this version of accounts', 0],
    ['by a later version of accounts', 1],
  ])('is shown, and nothing is added to its ledger, %s', async (_, later) => {
    const api = await makeApi();
    await api.registered(1);
    await api.registered(2, { startParam: '1' });
    expect((await sync(api, 1, 1)).status).toBe(200);
    await api.settle();
    const before = await points(api, 1);
    await api.look(1, (sql) => {
      noteNewerCode(sql);
      appendNewer(sql, 1, kind, { at: START, ...(later === 0 ? {} : { projection: 999 }) });
    });
    await api.restart();

    const now = await points(api, 1);
    expect([Number(now.balance), now.head.seq, now.friends]).toEqual([
      Number(before.balance) + 7,
      before.head.seq + 1,
      1,
    ]);
    expect((await api.user(1).send('GET', '/api/records/1')).json.records).toHaveLength(1);
    expect(await sync(api, 1, 2)).toMatchObject(refused);
    const claim = await api.user(1).send('POST', '/api/checkin/claim', { body: { userId: 1 } });
    expect(claim).toMatchObject(refused);
    expect(claim.headers.get('retry-after')).toBe('60');
    expect(await api.user(1).send('DELETE', '/api/user/1')).toMatchObject(refused);
    expect((await points(api, 1)).head).toEqual(now.head);

    // Others go on. What user 1 earns by them waits.
    expect((await sync(api, 2, 3)).status).toBe(200);
    for (let hours = 0; hours < 3; hours += 1) {
      api.clock.at += 3_600_000;
      await api.ring();
    }
    expect((await points(api, 2)).activity_points).toBe('1');
    expect((await points(api, 1)).head).toEqual(now.head);
    const waiting = await api.look(2, (sql) => sql.all('SELECT 1 FROM credits WHERE delivered_at IS NULL'));
    expect(waiting).toHaveLength(1);
    await api.restart();
    expect((await points(api, 1)).head).toEqual(now.head);
    expect((await sync(api, 2, 4)).status).toBe(200);
  });
});

test('a refused deletion erases nothing, also of a history that takes several commits', async () => {
  const api = await makeApi();
  await api.registered(1);
  await api.look(1, (sql) => {
    // The next erasure takes 2,000 rows at a time. Its order is that of the sequence numbers.
    sql.run(`WITH RECURSIVE n(seq) AS (SELECT -2500 UNION ALL SELECT seq + 1 FROM n WHERE seq < 0)
      INSERT INTO calculations (user_id, seq, revision, shown, inputs) SELECT 1, seq, 1, 1, '{}' FROM n`);
    noteNewerCode(sql);
    appendNewer(sql, 1, 'an unknown type', { at: START });
  });
  await api.restart();
  expect(await api.user(1).send('DELETE', '/api/user/1')).toMatchObject(refused);
  expect(await api.rows(1, 'calculations')).toHaveLength(2501);
});

test('ledgers without such an event are used as before', async () => {
  const api = await makeApi();
  await api.registered(1);
  await api.look(1, (sql) => noteNewerCode(sql));
  await api.restart();
  expect((await sync(api, 1, 1)).status).toBe(200);
  expect((await api.user(1).send('POST', '/api/checkin/claim', { body: { userId: 1 } })).status).toBe(200);
  await api.registered(3, { startParam: '1' });
  await api.settle();
  expect(await points(api, 1)).toMatchObject({ activity_points: '1', checkin_points: '10', friends: 1 });
});
