/** Edits and the numbers of changes move with their user: of two edits of a field the newer one stays. */
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { keepNewer } from '#api/edits/edits.ts';
import { acceptPiece } from '#api/transfer/accept.ts';
import { Piece, takePiece } from '#api/transfer/piece.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { hmacHex, sha256 } from '#tests/support/test-deployment.ts';
import { apiOver, CONFIG, recordId, START } from '../support.ts';

async function open() {
  const clock = { at: START, now: () => clock.at };
  const deployment = await openMachineDeployment({ config: CONFIG, clock, onRequest: () => {} });
  return { deployment, ...apiOver(deployment, clock) };
}
type Opened = Awaited<ReturnType<typeof open>>;

let from: Opened;
let to: Opened;
const id = recordId();
beforeEach(async () => {
  from = await open();
  const user = await from.registered(1);
  const occurredAt = new Date(START).toISOString();
  await user.send('POST', '/api/sync', {
    body: { userId: 1, records: [{ id, calculationType: 'Staking', occurredAt, inputs: { n: 1 } }] },
  });
  to = await open();
});

const row = (seq: number, field: string, value: string, at: number) => ({
  user_id: 1,
  seq,
  field,
  value,
  edited_at: at,
  device: 'a',
  change: at,
});
const put = (api: Opened, ...rows: ReturnType<typeof row>[]) =>
  api.look(1, (sql) => {
    for (const one of rows) keepNewer(sql, one);
  });
const piece = () => from.look(1, (sql) => takePiece(sql, 1, 0));
async function move() {
  const moved = await piece();
  if (moved === null) throw new Error('no ledger');
  return to.look(1, (sql) => acceptPiece({ sql, sha256, hmac: hmacHex }, moved).ok);
}
const kept = () => to.look(1, (sql) => sql.all('SELECT * FROM edits ORDER BY seq, field'));

test('those of the account and of a record arrive as they were', async () => {
  await put(from, row(0, 'deposit', '1000', 5), row(3, 'note', 'held', 6));
  expect(await move()).toBe(true);
  expect(await kept()).toEqual([row(0, 'deposit', '1000', 5), row(3, 'note', 'held', 6)]);
});

test('a newer edit stays, wherever it is', async () => {
  await put(from, row(3, 'note', 'held', 6), row(3, 'result', 'won', 6));
  expect(await move()).toBe(true);
  await put(to, row(3, 'note', 'changed there', 9));
  await put(from, row(3, 'result', 'lost', 10));
  expect(await move()).toBe(true);
  expect(await kept()).toEqual([row(3, 'note', 'changed there', 9), row(3, 'result', 'lost', 10)]);
});

test('the outcome of a record that was deleted meanwhile goes', async () => {
  await put(from, row(3, 'note', 'held', 6));
  expect(await move()).toBe(true);
  await from.user(1).send('DELETE', `/api/records/1/${id}`);
  expect(await move()).toBe(true);
  expect(await kept()).toEqual([]);
});

test('an edit that got a later number after it moved takes that number with the next move', async () => {
  await put(from, row(0, 'deposit', '1000', 5));
  expect(await move()).toBe(true);
  await put(from, row(3, 'note', 'held', 6));
  await from.user(1).send('DELETE', `/api/records/1/${id}`);
  expect(await move()).toBe(true);
  const there = await from.look(1, (sql) => sql.all('SELECT * FROM edits'));
  expect(there).toEqual([{ ...row(0, 'deposit', '1000', 5), change: 7 }]);
  expect(await kept()).toEqual(there);
});

test('a user without edits moves as in earlier versions', async () => {
  expect(await piece()).not.toHaveProperty('edits');
  expect(await piece()).not.toHaveProperty('editChanges');
});

test('a device that repeats a deletion there gets its number, and notices a backup from before it', async () => {
  const erase = async (api: Opened, known: number) =>
    (await api.user(1).send('DELETE', `/api/records/1/${id}?known=${known}&upTo=0`)).json;
  await put(from, row(0, 'deposit', '1000', 5));
  const { change } = await erase(from, 0);
  expect(await move()).toBe(true);
  expect(await erase(to, 5)).toEqual({ deleted: 0, isKnown: true, change });
  expect(await erase(to, change)).toMatchObject({ isKnown: true });
});

test('numbers of deleted data stay behind', async () => {
  await put(from, row(0, 'deposit', '1000', 5));
  const moved = await piece();
  await from.user(1).send('DELETE', '/api/user/1');
  expect(await move()).toBe(true);
  const numbers = () => to.look(1, (sql) => sql.all('SELECT * FROM edit_changes'));
  expect(await numbers()).toEqual([]);
  // An older file, read later.
  if (moved !== null) await to.look(1, (sql) => acceptPiece({ sql, sha256, hmac: hmacHex }, moved));
  expect(await numbers()).toEqual([]);
});

test('a file from before a deletion brings nothing back to a user who returned', async () => {
  const user = from.user(1);
  await put(from, row(0, 'deposit', '1000', 5), row(3, 'note', 'held', 6));
  const { settings } = (await user.send('GET', '/api/user/settings/1')).json;
  await user.send('PUT', '/api/user/settings', {
    body: { userId: 1, settings: { ...settings, quiet: null } },
  });
  const moved = await piece();
  await user.send('DELETE', '/api/user/1');
  await user.send('POST', '/api/user/onboarding', { body: { userId: 1 } });
  expect(await move()).toBe(true);
  const stored = () =>
    to.look(1, (sql) =>
      ['edits', 'edit_changes', 'settings', 'people'].map((table) => sql.all(`SELECT * FROM ${table}`)),
    );
  const before = await stored();
  if (moved === null) throw new Error('nothing moved');
  const accepted = await to.look(1, (sql) => acceptPiece({ sql, sha256, hmac: hmacHex }, moved));
  expect(accepted.ok).toBe(true);
  expect(await stored()).toEqual(before);
});

test('a number that cannot grow is refused', async () => {
  await put(from, row(0, 'deposit', '1000', 5));
  const moved = await piece();
  const withNumber = (change: number) => ({ ...moved, editChanges: [{ user_id: 1, change }] });
  expect(v.is(Piece, withNumber(8.64e15))).toBe(true);
  expect(v.is(Piece, withNumber(Number.MAX_SAFE_INTEGER))).toBe(false);
});

test('an account that was set again after a deletion arrives', async () => {
  await put(from, row(3, 'note', 'gone', 6));
  expect(await move()).toBe(true);
  const user = from.user(1);
  await user.send('DELETE', '/api/user/1');
  await user.send('POST', '/api/user/onboarding', { body: { userId: 1 } });
  await put(from, row(0, 'deposit', '7', START));
  expect(await move()).toBe(true);
  expect(await kept()).toEqual([row(0, 'deposit', '7', START)]);
});
