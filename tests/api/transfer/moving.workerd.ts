/** The operator API in workerd: ledgers leave their objects and enter new ones. */
import { expect, test } from 'vitest';
import { askOne, type Deployment } from '#api/transfer/deployment.ts';
import { remoteDeployment } from '#api/transfer/remote.ts';
import { CONFIG, makeApi, recordId, type TestApi } from '#tests/api/support.ts';
import { MOVE_SECRET } from '#tests/support/deployment.ts';
import { holdReadOnly } from '#tests/support/durable-seams.ts';

function operated(api: TestApi, moveSecret = MOVE_SECRET): Deployment {
  return remoteDeployment({
    url: CONFIG.publicUrl,
    moveSecret,
    fetch: (url, init) => api.fetch(new Request(url, init)),
    wait: async () => undefined,
  });
}

async function readOnly(api: TestApi, isReadOnly: boolean): Promise<void> {
  holdReadOnly(isReadOnly);
  await api.restart();
}

test('ledgers keep their history, and an alarm delivers waiting credits', async () => {
  const before = await makeApi();
  await before.registered(1);
  const friend = await before.registered(2, { startParam: '1', username: 'bea' });
  const record = {
    id: recordId(),
    calculationType: 'Staking',
    occurredAt: new Date(before.clock.at).toISOString(),
  };
  await friend.send('POST', '/api/sync', { body: { userId: 2, records: [{ ...record, inputs: { a: 1 } }] } });
  await readOnly(before, true);
  const asks = [1, 2].map((userId) => ({ userId, ask: { type: 'piece', after: 0 } as const }));
  const pieces = await operated(before).ask<'piece'>(asks);
  expect(pieces.map((piece) => piece?.events.length)).toEqual([2, 3]);
  expect(pieces[1]?.credits.map((credit) => credit.delivered_at)).toEqual([null, null]);

  const after = await makeApi();
  await readOnly(after, true);
  const deployment = operated(after);
  expect(await askOne(deployment, 2, { type: 'standing', seq: 1 })).toBeNull();
  for (const piece of pieces) {
    if (piece === null) throw new Error('no ledger');
    for (let again = 0; again < 2; again += 1) {
      const accepted = await askOne(deployment, piece.userId, { type: 'accept', piece });
      expect(accepted).toEqual({ ok: true, head: piece.head });
    }
  }
  const listed: number[] = [];
  for await (const userId of deployment.users(0)) listed.push(userId);
  expect(listed).toEqual([1, 2]);
  await readOnly(after, false);
  await after.settle();
  expect(await after.account(1)).toMatchObject({
    friends: 1,
    points: { referral: 50_000, referral_activity: 100 },
  });
  expect(await after.rows(2, 'people')).toMatchObject([{ username: 'bea' }]);
  expect(await after.rows(2, 'calculations')).toMatchObject([{ inputs: '{"a":1}' }]);
  for (const userId of [1, 2]) {
    expect(await askOne(deployment, userId, { type: 'audit' })).toMatchObject({ pending: 0, findings: [] });
  }
  await expect(operated(after, MOVE_SECRET.replace('f', '0')).facts()).rejects.toThrow('answers 404');
});
