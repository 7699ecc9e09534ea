/** Revealed plans move with the ledger that holds their hashes. */
import * as v from 'valibot';
import { expect, test } from 'vitest';
import { ledgerReader } from '#api/ledger/reader.ts';
import { sealsOf } from '#api/ledger/sealed-plans.ts';
import { revealedPlan } from '#api/seals/reveals.ts';
import { acceptPiece } from '#api/transfer/accept.ts';
import { Piece, takePiece, transferHeadOf } from '#api/transfer/piece.ts';
import { dayOf } from '#core/points/days.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { sealedPlan } from '#tests/support/sealed-plan.ts';
import { hmacHex, sha256 } from '#tests/support/test-deployment.ts';
import { apiOver, CONFIG, START } from '../support.ts';

async function open() {
  const clock = { at: START, now: () => clock.at };
  const deployment = await openMachineDeployment({ config: CONFIG, clock, onRequest: () => {} });
  return apiOver(deployment, clock);
}

const [SHOWN, HIDDEN] = [sealedPlan(), sealedPlan({}, '1')];

async function sealing() {
  const from = await open();
  const user = await from.registered(1);
  for (const { hash } of [SHOWN, HIDDEN])
    await user.send('POST', '/api/seals', {
      body: { userId: 1, hash, sealedAt: new Date(START).toISOString() },
    });
  return { from, user };
}
const pieceOf = async ({ look }: Awaited<ReturnType<typeof open>>) =>
  v.parse(Piece, JSON.parse(JSON.stringify(await look(1, (sql) => takePiece(sql, 1, 0)))));
const shown = ({ look }: Awaited<ReturnType<typeof open>>, hash: string) =>
  look(1, (sql) => revealedPlan(sql, ledgerReader(sql), 1, hash));

test('a revealed plan is seen in the new deployment, and a piece without any is as earlier versions wrote it', async () => {
  const [{ from, user }, to] = [await sealing(), await open()];
  expect(await pieceOf(from)).not.toHaveProperty('revealedPlans');
  const rest = (one: typeof to) => one.look(1, (sql) => transferHeadOf(sql, 1, 1, sha256)?.rest);
  const before = await rest(from);
  const { plan, salt } = SHOWN;
  await user.send('POST', '/api/seals/reveal', { body: { userId: 1, plan, salt } });
  expect(await rest(from)).not.toBe(before);
  const piece = await pieceOf(from);
  expect(await to.look(1, (sql) => acceptPiece({ sql, sha256, hmac: hmacHex }, piece).ok)).toBe(true);
  expect(await rest(to)).toBe(await rest(from));
  expect(await shown(to, SHOWN.hash)).toEqual(await shown(from, SHOWN.hash));
  expect(await shown(to, SHOWN.hash)).toMatchObject({ plan, salt, sealed: 2, revealed: 1 });
  expect(await shown(to, HIDDEN.hash)).toBeNull();
});

test('a plan that no event reveals, or of another user, is left out', async () => {
  const [{ from }, to] = [await sealing(), await open()];
  const { plan, salt } = HIDDEN;
  const rows = [1, 2].map((user_id) => ({ user_id, hash: HIDDEN.hash, plan, salt }));
  const piece = { ...(await pieceOf(from)), revealedPlans: rows };
  expect(await to.look(1, (sql) => acceptPiece({ sql, sha256, hmac: hmacHex }, piece).ok)).toBe(true);
  expect(await to.dump()).not.toContain(salt);
});

test('the seals of a day are those received on it, by user', async () => {
  const { from } = await sealing();
  const other = await from.registered(5);
  await other.send('POST', '/api/seals', {
    body: { userId: 5, hash: 'ab'.repeat(32), sealedAt: new Date(START).toISOString() },
  });
  const of = (day: number, first: number, last: number) =>
    from.look(1, (sql) => [...sealsOf(sql, day, first, last)]);
  const own = [SHOWN, HIDDEN]
    .map(({ hash }) => ({ userId: 1, hash }))
    .toSorted((a, b) => (a.hash < b.hash ? -1 : 1));
  const theirs = { userId: 5, hash: 'ab'.repeat(32) };
  const today = dayOf(START);
  expect(await of(today, 1, 5)).toEqual([...own, theirs]);
  expect([await of(today, 1, 4), await of(today, 2, 9)]).toEqual([own, [theirs]]);
  expect([await of(today - 1, 1, 5), await of(today + 1, 1, 5)]).toEqual([[], []]);
});
