/** The publishing dies before every statement and every commit: no fork, no gap, no entry twice or rewritten. */
import { describe, expect, test, vi } from 'vitest';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { readCheckpoint } from '#core/proof/checkpoint.ts';
import { consistencyProof, isConsistent } from '#core/proof/log-tree.ts';
import { sealedPlan } from '#tests/support/sealed-plan.ts';
import { crashing, type Kind, MACHINE, type Moment, OBJECTS } from './crashing.ts';
import { DAY, dayText, MINUTE, midnight } from './publishing.ts';

// Every statement is a run of its own.
vi.setConfig({ testTimeout: 180_000 });

const USERS = [42, 7, 500_000_001];
/** Two days are published, and the third one is due a millisecond later. */
const DUE = midnight(3) + 5 * MINUTE;

type Crashing = Awaited<ReturnType<typeof crashing>>;

async function beforePublishing(kind: Kind): Promise<Moment> {
  const api = await crashing(kind);
  for (const id of USERS) await api.registered(id);
  await api.untilPublished(1);
  for (const id of USERS.slice(0, 2)) await api.calculate(id);
  const sealedAt = new Date(api.clock.at).toISOString();
  const { hash } = sealedPlan();
  await api.user(42).send('POST', '/api/seals', { body: { userId: 42, hash, sealedAt } });
  await api.until(DUE - 1);
  expect([...api.faults, ...api.refusals]).toEqual([]);
  return api.moment();
}

async function seqsOf(api: Crashing): Promise<ReadonlyMap<number, number>> {
  const seqs = USERS.map(async (id) => [id, (await api.account(id))?.head.seq ?? 0] as const);
  return new Map(await Promise.all(seqs));
}

/** What the process that found everything as it was left makes of it. */
async function expectRecovered(api: Crashing, seqs: ReadonlyMap<number, number>): Promise<void> {
  const before = await api.readable();
  const begun = api.secretsOfDays();
  // Received on the day after.
  await api.calculate(42);
  await api.at(DUE + 30 * MINUTE);
  await expectPublished(api, 3);
  const after = await api.readable();
  expect(after.entries.startsWith(before.entries) && after.hashes.startsWith(before.hashes)).toBe(true);
  expectExtension(before, after);
  // No day begins anew.
  expect(api.secretsOfDays()).toEqual(expect.arrayContaining(begun));
  for (const id of USERS)
    expect(await api.checkedProof(id, dayText(2)), `user ${id}`).toMatchObject({
      ok: true,
      value: { seq: seqs.get(id), entry: { users: USERS.length } },
    });
  await api.at(DUE + DAY + MINUTE);
  await expectPublished(api, 4);
  expect([...api.faults, ...api.refusals]).toEqual([]);
  for (const [size, texts] of api.signed) expect(texts.size, `signed of ${size} days`).toBe(1);
}

async function expectPublished(api: Crashing, days: number): Promise<void> {
  const checked = await api.check();
  expect(checked.ok && checked.value.entries.map(({ day, restored }) => [day, restored])).toEqual(
    Array.from({ length: days }, (_, day) => [dayText(day), undefined]),
  );
}

function expectExtension(before: Awaited<ReturnType<Crashing['readable']>>, after: typeof before): void {
  const [from, to] = [before, after].map(({ checkpoint }) => readCheckpoint(checkpoint ?? ''));
  const hashes = Array.from({ length: after.size }, (_, place) =>
    Buffer.from(after.hashes.slice(place * 32, place * 32 + 32), 'latin1'),
  );
  if (from == null || to == null) throw new Error('No checkpoint');
  const path = consistencyProof(hashes, from.size, PROOF_PORTS.hash);
  const sizes = { from: from.size, to: to.size, fromRoot: from.root, toRoot: to.root };
  expect(isConsistent({ ...sizes, path }, PROOF_PORTS.hash)).toBe(true);
}

const KINDS: readonly (readonly [string, Kind, readonly string[]])[] = [
  ['machine', MACHINE, ['proof', 'ledgers']],
  ['objects', OBJECTS, ['proof', 'user 42', 'user 7']],
];

describe.each(KINDS)('on %s', (_, kind, names) => {
  test.each(names)('before any statement in the database %s', async (name) => {
    const moment = await beforePublishing(kind);
    const seqs = await seqsOf(await crashing(kind, moment));
    // Between two writes every death leaves the same behind.
    const recovered = new Set<string>();
    let after = 0;
    for (; ; after += 1) {
      const api = await crashing(kind, moment);
      await api.ring();
      api.dieAfter(name, after);
      api.clock.at = DUE;
      await api.ring();
      if (!api.databases.isDead(name)) break;
      const left = api.left();
      if (recovered.has(left)) continue;
      recovered.add(left);
      await api.startAgain();
      await expectRecovered(api, seqs);
    }
    expect(after).toBeGreaterThan(10);
  });

  test.each([55, 60, 65])('every %i statements', async (steps) => {
    const api = await crashing(kind, await beforePublishing(kind));
    const seqs = await seqsOf(api);
    let deaths = 0;
    for (api.clock.at = DUE; deaths < 50; deaths += 1) {
      api.dieAfter('proof', steps);
      await api.until(api.clock.at + MINUTE);
      const isDone = !api.databases.isDead('proof');
      await api.startAgain();
      if (isDone) break;
    }
    expect(deaths).toBeGreaterThan(1);
    expect(deaths).toBeLessThan(50);
    await expectRecovered(api, seqs);
  });
});
