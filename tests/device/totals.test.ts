/** The published total on the device: fetched, checked, kept, and checked again without a network. */
import { expect, test } from 'vitest';
import { toHex } from '#core/proof/bytes.ts';
import { LINKS } from '#core/proof/check-total.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import type { TotalCheck } from '#device/proof-model.ts';
import { checkpointOf, dayEntries } from '#tests/support/proof/log.ts';
import { answer, checked, leafOf, type Opened, publish, SIGNERS, settled, synced } from './published-rig.ts';
import { rig } from './sync-rig.ts';

function wordsOf({ total }: TotalCheck): string[] {
  if (total === null) return ['no total'];
  return LINKS.flatMap((link) => {
    const one = total.verdict.links[link];
    return one.state === 'ok' ? [] : [`${link} ${one.state === 'fault' ? one.fault : one.why}`];
  });
}

test('a right total is right, is kept, and is right again without a network', async () => {
  const { r, device } = await synced();
  const { proof } = publish(r, dayEntries(3), leafOf(r, 7));
  const first = await checked(r, device);
  expect(first).toMatchObject({ events: { ok: true, events: 7 }, trouble: null });
  expect(wordsOf(first)).toEqual([]);
  expect(first.total?.fetchedAt).toBe(first.total?.checkedAt);
  const watch = await device.totalWatch();
  expect(watch).toMatchObject({ isPinned: true, quorum: 1, fork: null, proof: JSON.stringify(proof) });
  expect(watch.since).not.toBeNull();
  r.online = false;
  const again = await checked(r, device);
  expect(wordsOf(again)).toEqual([]);
  expect(again.trouble).toBe('offline');
  expect(again.total?.fetchedAt).toBeLessThan(again.total?.checkedAt ?? 0);
});

test('the phone watches since it keeps a first checkpoint, not since it first asked', async () => {
  const { r, device } = await synced();
  answer(r, null, []);
  r.script.set('GET /proof/checkpoint', () => ({ status: 404, body: '' }));
  await checked(r, device);
  expect(await device.totalWatch()).toMatchObject({ since: null });
  const before = r.time.now();
  publish(r, dayEntries(3), leafOf(r, 7));
  await checked(r, device);
  const { since } = await device.totalWatch();
  expect(since).toBeGreaterThanOrEqual(before);
  await checked(r, device);
  expect(await device.totalWatch()).toMatchObject({ since });
});

test('without pins nothing is asked, and the events are checked all the same', async () => {
  const r = rig();
  const device = await r.open();
  await r.pass(1_000);
  expect(await checked(r, device)).toMatchObject({ events: { ok: true }, total: null, trouble: null });
  expect(r.names().filter((name) => name.includes('proof'))).toEqual([]);
  expect(await device.totalWatch()).toMatchObject({ isPinned: false, since: null });
});

test('a wrong total is named and does not become the one that was right', async () => {
  const { r, device } = await synced();
  const { proof } = publish(r, dayEntries(3), leafOf(r, 6, 1));
  expect(wordsOf(await checked(r, device))).toEqual(['leaf total']);
  const evidence = JSON.parse(await device.proofEvidence());
  expect(JSON.parse(evidence.answer.proof)).toEqual(proof);
  expect(evidence.own).toEqual({
    seq: 6,
    hash: r.ledger.events[5]?.hash,
    points: Number(leafOf(r, 6).total),
  });
  expect((await device.totalWatch()).proof).toBeNull();
});

test('a sync without a new event is known of its day too', async () => {
  const { r, device } = await synced(3_600_000);
  const days = async () => {
    const evidence = JSON.parse(await device.proofEvidence()) as {
      knownHeads: { day: number; seq: number }[];
    };
    return evidence.knownHeads.map(({ day, seq }) => [day, seq]);
  };
  const [[day = 0, seq = 0] = []] = await days();
  expect(seq).toBe(7);
  await r.pass(86_400_000);
  void device.syncNow();
  await r.pass(5_000);
  expect(await days()).toEqual([
    [day, 7],
    [day + 1, 7],
  ]);
});

test('an event that the phone knew in time may not be left out', async () => {
  const { r, device } = await synced(3_600_000);
  const { entries } = publish(r, dayEntries(3), leafOf(r, 6));
  expect(wordsOf(await checked(r, device))).toEqual(['leaf withheld']);
  publish(r, entries, leafOf(r, 7));
  expect(wordsOf(await checked(r, device))).toEqual([]);
});

test('a leaf ahead of the phone makes it sync first', async () => {
  const { r, device } = await synced();
  r.ledger.apply({ type: 'claim_check_in' });
  publish(r, dayEntries(3), leafOf(r, 8));
  expect(wordsOf(await checked(r, device))).toEqual([]);
});

test('a total with fewer events than before is a fault, and one that vanishes as well', async () => {
  const { r, device } = await synced();
  const { entries } = publish(r, dayEntries(3), leafOf(r, 7));
  expect(wordsOf(await checked(r, device))).toEqual([]);
  const next = publish(r, entries, leafOf(r, 6));
  expect(wordsOf(await checked(r, device))).toEqual(['leaf lower']);
  answer(r, null, next.entries);
  expect(wordsOf(await checked(r, device))[0]).toMatch(/^leaf (absent|erased)$/);
});

test('a forked log is found, and both notes stay whatever the server shows later', async () => {
  const { r, device } = await synced();
  const before = dayEntries(3);
  const { proof, entries } = publish(r, before, leafOf(r, 7));
  expect(wordsOf(await checked(r, device))).toEqual([]);
  publish(r, [{ ...(before[0] as DayEntry), users: 99 }, ...before.slice(1)], leafOf(r, 7));
  expect(wordsOf(await checked(r, device))).toEqual(['consistent fork']);
  answer(r, proof, entries);
  expect(wordsOf(await checked(r, device))).toEqual([]);
  const { fork } = await device.totalWatch();
  expect(fork).toMatchObject({ from: 'server' });
  expect(fork?.notes).toContain(proof.checkpoint);
  const evidence = JSON.parse(await device.proofEvidence());
  expect(evidence.fork.notes).toEqual(fork?.notes);
});

test("a friend's checkpoint agrees, is a fork, is of no known key, or waits for a network", async () => {
  const { r, device } = await synced();
  const before = dayEntries(3);
  const { entries } = publish(r, before, leafOf(r, 7));
  await checked(r, device);
  const meet = (note: string) => settled(r, device.meetCheckpoint(note));
  r.online = false;
  expect(await meet(checkpointOf(before, SIGNERS))).toBe('agrees');
  expect(await meet('nonsense')).toBe('unsigned');
  const longer = [...entries, ...dayEntries(6).slice(4)];
  expect(await meet(checkpointOf(longer, SIGNERS))).toBe('later');
  const other = [{ ...(before[0] as DayEntry), users: 99 }, ...before.slice(1)];
  expect(await meet(checkpointOf(other, SIGNERS))).toBe('fork');
  expect((await device.totalWatch()).fork).toMatchObject({ from: 'friend' });
});

test('answers that are too large or missing leave the comparison open, never right', async () => {
  const { r, device } = await synced();
  publish(r, dayEntries(3), leafOf(r, 7));
  await checked(r, device);
  const { entries } = publish(r, dayEntries(5), leafOf(r, 7));
  r.script.set(`GET /proof/tile/0/000.p/${entries.length}`, () => ({
    status: 200,
    body: new Uint8Array(256 * 32 + 1),
  }));
  expect(wordsOf(await checked(r, device))).toContain('consistent log');
});

test('own events come newest first, by bucket', async () => {
  const { r, device } = await synced();
  const list = async (query: Parameters<Opened['ownEvents']>[0]) =>
    (await device.ownEvents(query)).map(({ seq }) => seq);
  expect(await list({ limit: 3 })).toEqual([7, 6, 5]);
  expect(await list({ limit: 3, before: 5 })).toEqual([4, 3, 2]);
  expect(await list({ limit: 9, bucket: 'checkin' })).toEqual([]);
  expect(await list({ limit: 9, bucket: 'activity' })).toEqual([7, 6, 5, 4, 3]);
  expect(toHex(leafOf(r, 7).head)).toBe(r.ledger.events[6]?.hash);
});
