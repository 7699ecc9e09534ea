/** What a phone keeps of published totals against an operator who shows something else later, and what it does not hold against him. */
import { expect, test } from 'vitest';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { toBase64 } from '#core/proof/base64.ts';
import { areEqual, fromHex } from '#core/proof/bytes.ts';
import { LINKS } from '#core/proof/check-total.ts';
import { readCheckpoint } from '#core/proof/checkpoint.ts';
import { type DayEntry, entryText } from '#core/proof/entry.ts';
import { treeHash } from '#core/proof/log-tree.ts';
import type { TotalCheck } from '#device/proof-model.ts';
import { inclusionPath } from '#tests/support/proof/inclusion-path.ts';
import { checkpointOf, dayEntries, hashesOf, proofIn } from '#tests/support/proof/log.ts';
import { PINS } from '#tests/support/proof/test-keys.ts';
import { answer, checked, leafOf, publish, SIGNERS, settled, synced } from './published-rig.ts';
import { idOf, keep, type Rig, rig, type Scripted } from './sync-rig.ts';

const DAY_MS = 86_400_000;
const PROOF = 'GET /api/proof/{id}';

function wordsOf({ total }: TotalCheck): string[] {
  if (total === null) return ['no total'];
  return LINKS.flatMap((link) => {
    const one = total.verdict.links[link];
    return one.state === 'ok' ? [] : [`${link} ${one.state === 'fault' ? one.fault : one.why}`];
  });
}

/** Another history of the same days. */
const forked = (days: readonly DayEntry[]) => days.map((one, at) => (at === 0 ? { ...one, users: 99 } : one));
const evidenceOf = async (device: { proofEvidence(): Promise<string> }) =>
  JSON.parse(await device.proofEvidence());

/** The server gives these answers to the call for a proof, and the last one from then on. */
function proofsInTurn(r: Rig, ...answers: readonly Scripted[]) {
  const left = [...answers];
  r.script.set(PROOF, () => (left.length > 1 ? left.shift() : left[0]) ?? null);
}

const answerNow = (r: Rig) =>
  r.script.get(PROOF)?.({ name: PROOF, path: '', headers: {}, body: null }) ?? null;

/** Two days of this user, of which the phone has checked the first: what the server answers for each. */
async function twoDays() {
  const { r, device } = await synced();
  const first = publish(r, dayEntries(3), leafOf(r, 6));
  const older = answerNow(r);
  await checked(r, device);
  const second = publish(r, first.entries, leafOf(r, 7));
  return { r, device, first, second, older, newer: answerNow(r) };
}

test('an older proof that is served for ever is a fault once the log has a later day', async () => {
  const { r, device, older } = await twoDays();
  proofsInTurn(r, older);
  expect(wordsOf(await checked(r, device))).toEqual(['leaf absent']);
});

test('a day that is published between the two questions is no fault', async () => {
  const { r, device, older, newer, second } = await twoDays();
  proofsInTurn(r, older, newer);
  expect(wordsOf(await checked(r, device))).toEqual([]);
  expect((await device.totalWatch()).proof).toBe(JSON.stringify(second.proof));
});

test('a network that ends between them leaves what was kept, and accuses nobody', async () => {
  const { r, device, older, first } = await twoDays();
  proofsInTurn(r, older, null);
  const check = await checked(r, device);
  expect(check.trouble).toBe('offline');
  expect(wordsOf(check)).toEqual([]);
  expect((await device.totalWatch()).proof).toBe(JSON.stringify(first.proof));
});

test('a signed total that was wrong stays, whatever the server shows later', async () => {
  const { r, device } = await synced();
  let { proof, entries } = publish(r, dayEntries(3), leafOf(r, 6, 1));
  const wrong = JSON.stringify(proof);
  expect(wordsOf(await checked(r, device))).toEqual(['leaf total']);
  // The failure itself is on the screen.
  expect((await device.totalWatch()).wrong).toEqual([]);
  await checked(r, device);
  ({ proof, entries } = publish(r, entries, leafOf(r, 7)));
  expect(wordsOf(await checked(r, device))).toEqual([]);
  expect((await device.totalWatch()).wrong).toMatchObject([{ day: '2026-11-04' }]);
  for (const extra of [1, 2, 3, 4]) {
    ({ entries } = publish(r, entries, leafOf(r, 7, extra)));
    expect(wordsOf(await checked(r, device))).toEqual(['leaf total']);
  }
  const { wrong: kept } = await evidenceOf(device);
  expect(kept).toHaveLength(3);
  const { hash } = r.ledger.events[5] ?? { hash: '' };
  expect(kept[0]).toMatchObject({
    proof: wrong,
    links: { leaf: { fault: 'total' } },
    own: { event: { hash, points: Number(leafOf(r, 6).total) } },
  });
});

test('a wrong total stays in sight when a later check of it is open', async () => {
  const { r, device } = await synced();
  const { entries } = publish(r, dayEntries(3), leafOf(r, 6));
  await checked(r, device);
  const told = dayEntries(5).map((one, at) => (at === 4 ? { ...one, restored: '2026-11-03' } : one));
  publish(r, [...entries, ...told.slice(4)], { ...leafOf(r, 6), head: new Uint8Array(32) });
  expect(wordsOf(await checked(r, device))).toEqual(['leaf head']);
  expect((await device.totalWatch()).wrong).toEqual([]);
  r.script.set('POST /api/sync', () => null);
  void device.record({ id: idOf(77), calculationType: 'RiskMoney', inputs: {} });
  expect(wordsOf(await checked(r, device))).toEqual(['leaf behind']);
  expect((await device.totalWatch()).wrong).toMatchObject([{ links: { leaf: { fault: 'head' } } }]);
});

test('what nobody signed is no evidence', async () => {
  const { r, device } = await synced();
  publish(r, dayEntries(3), leafOf(r, 6, 1), SIGNERS.slice(0, 1));
  expect(wordsOf(await checked(r, device))).toEqual(['leaf total', 'signed quorum']);
  answer(r, null, dayEntries(3));
  await checked(r, device);
  expect((await device.totalWatch()).wrong).toEqual([]);
});

test('a checkpoint whose files are kept back is compared as soon as there are files', async () => {
  const { r, device } = await synced();
  const { entries } = publish(r, dayEntries(3), leafOf(r, 6));
  expect(wordsOf(await checked(r, device))).toEqual([]);
  const other = publish(r, forked(entries), leafOf(r, 7));
  for (const name of [...r.script.keys()]) if (name.startsWith('GET /proof/tile/')) r.script.delete(name);
  expect(wordsOf(await checked(r, device))).toEqual(['consistent log']);
  publish(r, entries, leafOf(r, 7));
  expect(wordsOf(await checked(r, device))).toEqual(['consistent fork']);
  expect((await device.totalWatch()).fork?.notes).toContain(other.proof.checkpoint);
});

test('notes of the server do not push out those of friends', async () => {
  const { r, device } = await synced();
  const { entries } = publish(r, dayEntries(3), leafOf(r, 7));
  await checked(r, device);
  r.online = false;
  const longer = dayEntries(30);
  const friend = checkpointOf([...entries, ...longer.slice(4, 12)], SIGNERS);
  expect(await settled(r, device.meetCheckpoint(friend))).toBe('later');
  r.online = true;
  for (let count = 5; count < 20; count += 1) {
    publish(r, [...entries, ...longer.slice(4, count)], leafOf(r, 7));
    for (const name of [...r.script.keys()]) if (name.startsWith('GET /proof/tile/')) r.script.delete(name);
    await checked(r, device);
  }
  const { met } = await evidenceOf(device);
  expect(met).toHaveLength(8);
  expect(met[0]).toBe(friend);
});

test('the evidence of a fork shows by itself that the larger checkpoint does not extend the other', async () => {
  const { r, device } = await synced();
  const { entries } = publish(r, dayEntries(3), leafOf(r, 6));
  await checked(r, device);
  publish(r, forked(entries), leafOf(r, 7));
  expect(wordsOf(await checked(r, device))).toEqual(['consistent fork']);
  const { fork } = await evidenceOf(device);
  const hashes = (fork.hashes.match(/.{64}/g) as string[]).map((hex) => fromHex(hex, 32) as Uint8Array);
  const leadsTo = (note: string) => {
    const { size, root } = readCheckpoint(note) as NonNullable<ReturnType<typeof readCheckpoint>>;
    return areEqual(treeHash(hashes.slice(0, size), PROOF_PORTS.hash), root);
  };
  expect(fork.notes.map(leadsTo)).toEqual([true, false]);
});

test('after a deletion in the middle of a check nothing of the user is kept', async () => {
  const { r, device } = await synced();
  publish(r, dayEntries(3), leafOf(r, 7));
  const usual = r.script.get('GET /proof/checkpoint');
  const tasks: Promise<unknown>[] = [];
  r.script.set('GET /proof/checkpoint', (call) => {
    if (tasks.length === 0) tasks.push(device.deleteMyData());
    return usual?.(call) ?? null;
  });
  await checked(r, device);
  expect(await tasks[0]).toBe('deleted');
  expect(await evidenceOf(device)).toMatchObject({ answer: null, last: null, checked: null, proofs: [] });
  expect((await evidenceOf(device)).newest).not.toBeNull();
});

/** A phone in the month of the published days, whose clock is ahead of the server's by this much. */
async function inNovember(clockAhead: number) {
  const r = rig();
  await r.pass(245 * DAY_MS);
  r.clockAhead = clockAhead;
  r.pins = PINS;
  const device = await r.open();
  void device.completeOnboarding();
  await keep(r, device, 5);
  await r.pass(5_000);
  return { r, device };
}

test('a restore that was noticed explains an older leaf, by the clock of the server', async () => {
  for (const years of [0, -3, 3]) {
    const { r, device } = await inNovember(years * 365 * DAY_MS + 60_000);
    publish(r, dayEntries(3), leafOf(r, 7));
    r.ledger.cut(5);
    r.ledger.apply({ type: 'claim_check_in' });
    r.wake('visible');
    await r.pass(60_000);
    expect(wordsOf(await checked(r, device)), `${years} years`).toEqual(['leaf restored']);
  }
});

test('what a restore has lost is forgotten once it is forgiven, and only by a signed total', async () => {
  const { r, device } = await synced(3_600_000);
  const { knownHeads } = await evidenceOf(device);
  expect(knownHeads).toMatchObject([{ seq: 7 }]);
  const before = dayEntries(3).map((one, at) => (at === 2 ? { ...one, restored: '2026-03-01' } : one));
  publish(r, before, leafOf(r, 6), SIGNERS.slice(0, 1));
  expect(wordsOf(await checked(r, device))).toEqual(['signed quorum']);
  expect(await evidenceOf(device)).toMatchObject({ knownHeads });
  publish(r, before, leafOf(r, 6));
  expect(wordsOf(await checked(r, device))).toEqual([]);
  expect(await evidenceOf(device)).toMatchObject({ knownHeads: [], checked: { seq: 6 } });
});

test('what an earlier restore took is not asked of a later one, if the phone has noticed it', async () => {
  for (const isNoticed of [false, true]) {
    const { r, device } = await synced(3_600_000);
    expect(await evidenceOf(device)).toMatchObject({ knownHeads: [{ seq: 7 }] });
    if (isNoticed) {
      r.ledger.cut(5);
      r.wake('visible');
      await r.pass(60_000);
    }
    const { knownHeads } = await evidenceOf(device);
    const told = dayEntries(3).map((one, at) => (at === 1 ? { ...one, restored: '2026-02-28' } : one));
    publish(r, told, leafOf(r, 7));
    expect(wordsOf(await checked(r, device))).toEqual([]);
    expect(await evidenceOf(device)).toMatchObject({
      knownHeads: knownHeads.filter(({ lostAt }: { lostAt?: number }) => lostAt === undefined),
      checked: { seq: 7 },
    });
  }
});

test('what is lost after a restore was told and checked is not forgotten with it', async () => {
  const { r, device } = await inNovember(60_000);
  const { proof, entries } = proofIn(dayEntries(8), [leafOf(r, 7)], 0, SIGNERS);
  const told = entries.map((one, at) => (at === 8 ? { ...one, restored: '2026-11-08' } : one));
  const way = inclusionPath(hashesOf(told), { index: 8, size: 9 }, PROOF_PORTS.hash);
  const entry = entryText(told[8] as DayEntry);
  const checkpoint = checkpointOf(told, SIGNERS);
  answer(r, { ...proof, entry, inclusion: way.map(toBase64), checkpoint }, told);
  expect(wordsOf(await checked(r, device))).toEqual([]);
  r.ledger.apply({ type: 'claim_check_in' });
  r.wake('visible');
  await r.pass(60_000);
  const learnt = { day: Date.parse('2026-11-10') / DAY_MS, seq: 8 };
  expect((await evidenceOf(device)).knownHeads.at(-1)).toEqual(learnt);
  r.ledger.cut(7);
  expect(wordsOf(await checked(r, device))).toEqual([]);
  const { knownHeads, restored } = await evidenceOf(device);
  expect(restored).toMatchObject([{ commonSeq: 7 }]);
  expect(knownHeads).toContainEqual({ ...learnt, lostAt: 9 });
});

test('a right leaf counts as checked only after a whole sync and with every entry of the log', async () => {
  for (const lost of ['POST /api/sync', 'GET /proof/tile/entries/000.p/4', 'GET /proof/checkpoint']) {
    const { r, device } = await synced(3_600_000);
    const { entries } = publish(r, dayEntries(3), leafOf(r, 7));
    const usual = r.script.get(lost);
    r.script.set(lost, () => null);
    if (lost.startsWith('POST'))
      void device.record({
        id: idOf(77),
        calculationType: 'RiskMoney',
        inputs: {},
      });
    expect(wordsOf(await checked(r, device)), lost).toEqual([]);
    expect(await evidenceOf(device), lost).toMatchObject({ checked: null });
    if (usual === undefined) r.script.delete(lost);
    else r.script.set(lost, usual);
    await r.pass(3_600_000);
    const seq = r.ledger.events.length;
    publish(r, entries, leafOf(r, seq));
    expect(wordsOf(await checked(r, device)), lost).toEqual([]);
    expect(await evidenceOf(device), lost).toMatchObject({ checked: { seq } });
  }
});

test('a server whose clock is behind by days cannot hide that days are missing', async () => {
  const { r, device } = await inNovember(5.5 * DAY_MS);
  const { entries } = publish(r, dayEntries(9), leafOf(r, 7));
  // By its own clock it is the tenth of November.
  expect((await checked(r, device)).total).toMatchObject({ missingDays: 0, daysBehind: 5 });
  expect(entries.at(-1)?.day).toBe('2026-11-10');
  r.clockAhead = -5.5 * DAY_MS;
  expect((await checked(r, device)).total).toMatchObject({ missingDays: 0, daysBehind: 0 });
});

test('a server that publishes nothing is told by the days that are missing', async () => {
  const { r, device } = await inNovember(60_000);
  answer(r, null, []);
  r.script.set('GET /proof/checkpoint', () => ({ status: 404, body: '' }));
  expect((await checked(r, device)).total).toMatchObject({ missingDays: 0, verdict: { newestDay: null } });
  await r.pass(3 * DAY_MS);
  const late = await checked(r, device);
  expect(wordsOf(late)[0]).toBe('leaf none');
  expect(late.total?.missingDays).toBe(3);
  // A log that has stopped: this user has no day in it.
  answer(r, null, dayEntries(5));
  expect((await checked(r, device)).total).toMatchObject({
    missingDays: 7,
    verdict: { newestDay: '2026-11-05' },
  });
});
