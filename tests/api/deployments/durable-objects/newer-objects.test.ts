/** An object that a newer version has changed in a way that this one cannot work with: its user waits, and others do not notice. */
import { expect, test } from 'vitest';
import { noteNewerCode } from '#tests/support/newer-code.ts';
import { openObjectsDeployment } from '#tests/support/objects-deployment.ts';
import { rowsOf, type TestClock } from '#tests/support/test-deployment.ts';
import { apiOver, CONFIG, START } from '../../support.ts';

test.each([
  [null, '99.0.0'],
  ['98.5.0', '98.5.0'],
])(
  'its user gets 503, nothing in it changes, and the log names the version it needs',
  async (opensFrom, needs) => {
    const clock: TestClock = { at: START, now: () => clock.at };
    const faults: string[] = [];
    const deployment = await openObjectsDeployment({
      config: CONFIG,
      clock,
      onRequest: ({ fault }) => void (fault === undefined || faults.push(fault)),
      onFault: (_, cause) => void faults.push(String(cause)),
    });
    const api = apiOver(deployment, clock);
    await api.registered(1);
    await api.registered(2, { startParam: '1' });
    await api.look(1, (sql) => noteNewerCode(sql, opensFrom));
    const before = await api.look(1, (sql) => rowsOf(sql));
    await api.restart();
    const read = await api.user(1).send('GET', '/api/user/1');
    expect([read.status, read.json.error.code]).toEqual([503, 'unavailable']);
    const claim = { body: { userId: 1 } };
    expect((await api.user(1).send('POST', '/api/checkin/claim', claim)).status).toBe(503);
    expect(faults[0]).toContain(`Changed by newer code: ledger-999; needs version ${needs} or newer`);

    expect((await api.user(2).send('POST', '/api/checkin/claim', { body: { userId: 2 } })).status).toBe(200);
    clock.at += 3_600_000;
    await api.ring();
    expect(await api.look(1, (sql) => rowsOf(sql))).toEqual(before);
  },
);
