/** Sealed plans under their published day, and how a revealed one shows that it was there. */
import { expect, test } from 'vitest';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import type { PublishedSeal } from '#core/contract/seals.ts';
import { fromBase64 } from '#core/proof/base64.ts';
import { fromHex } from '#core/proof/bytes.ts';
import { isSealed } from '#core/proof/seal.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { sealedPlan } from '#tests/support/sealed-plan.ts';
import { dayText, MINUTE, midnight, type Open, publishing } from './publishing.ts';

const open: Open = (seams) => openMachineDeployment(seams);
const PLANS = ['1', '2', '3', '4', '5'].map((salt) => sealedPlan({}, salt));
const [FIRST = sealedPlan(), , , LATE = sealedPlan(), NEVER = sealedPlan()] = PLANS;

function isIn(hash: string, published: PublishedSeal, root: string | undefined): boolean {
  const [seal, expected] = [fromHex(hash, 32), fromHex(root ?? '', 32)];
  const path = published.path.map(fromBase64);
  if (seal === null || expected === null || path.includes(null)) return false;
  const place = { ...published, path: path.filter((one) => one !== null) };
  return isSealed(seal, place, expected, PROOF_PORTS.hash);
}

async function sealing() {
  const api = await publishing(open);
  await api.registered(42);
  await api.registered(43);
  const send = (userId: number, path: string, body: object) =>
    api.user(userId).send('POST', path, { body: { userId, ...body } });
  return {
    ...api,
    seal: async (userId: number, { hash }: { readonly hash: string }) => {
      const sealedAt = new Date(api.clock.at).toISOString();
      expect((await send(userId, '/api/seals', { hash, sealedAt })).status).toBe(200);
    },
    reveal: (userId: number, { plan, salt }: ReturnType<typeof sealedPlan>) =>
      send(userId, '/api/seals/reveal', { plan, salt }),
    look: async (userId: number, { hash }: { readonly hash: string }) =>
      (await api.send('GET', `/api/seals/${userId}/${hash}`)).json,
    entries: async () => {
      const checked = await api.checked();
      if (!checked.ok) throw new Error(checked.error.fault);
      return checked.value.entries;
    },
  };
}

test("a day's entry holds the root of the plans received on it, by all users, and each revealed one is in it", async () => {
  const api = await sealing();
  for (const plan of PLANS.slice(0, 3)) await api.seal(42, plan);
  await api.seal(43, sealedPlan({}, 'ff'));
  await api.until(midnight(1) + MINUTE);
  // Received after midnight, before the publishing.
  await api.seal(42, LATE);
  await api.reveal(42, FIRST);
  expect((await api.look(42, FIRST)).published).toBeNull();
  await api.untilPublished(0);
  const { published, day } = await api.look(42, FIRST);
  const [entry] = await api.entries();
  expect(day).toBe(dayText(0));
  expect(published).toMatchObject({ size: 4, entryIndex: 0, entry: expect.stringContaining('"v":2') });
  expect(isIn(FIRST.hash, published, entry?.seals)).toBe(true);
  expect(isIn(LATE.hash, published, entry?.seals)).toBe(false);

  await api.reveal(42, LATE);
  expect((await api.look(42, LATE)).published).toBeNull();
  await api.untilPublished(1);
  const late = (await api.look(42, LATE)).published;
  const [, second] = await api.entries();
  expect(late).toMatchObject({ size: 1, entryIndex: 1 });
  expect(isIn(LATE.hash, late, second?.seals)).toBe(true);
  expect(api.faults).toEqual([]);
});

test('the place is still known when leaves and paths have long been erased', async () => {
  const api = await sealing();
  await api.seal(42, FIRST);
  await api.untilPublished(20);
  await api.reveal(42, FIRST);
  const { published } = await api.look(42, FIRST);
  const [entry] = await api.entries();
  expect(isIn(FIRST.hash, published, entry?.seals)).toBe(true);
  expect((await api.reveal(42, NEVER)).json.error.code).toBe('not_sealed');
});

test('a day without a sealed plan has an entry as before', async () => {
  const api = await sealing();
  await api.untilPublished(0);
  expect((await api.entries())[0]).not.toHaveProperty('seals');
});
