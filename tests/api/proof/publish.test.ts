/** A day becomes an entry of the log, in both deployments: when, of what, and once. */
import { describe, expect, test } from 'vitest';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { openObjectsDeployment } from '#tests/support/objects-deployment.ts';
import { dayText, MINUTE, midnight, type Open, publishing } from './publishing.ts';

const DEPLOYMENTS: readonly (readonly [string, Open])[] = [
  ['machine', (seams) => openMachineDeployment(seams)],
  ['objects', openObjectsDeployment],
];

describe.each(DEPLOYMENTS)('on %s', (_, open) => {
  test('a day is published five minutes after its end, and not before', async () => {
    const api = await publishing(open);
    await api.registered(42);
    await api.calculate(42);
    await api.until(midnight(1) + 5 * MINUTE - 1);
    expect((await api.checked()).ok).toBe(false);
    expect((await api.send('GET', '/proof/checkpoint')).status).toBe(404);
    expect((await api.proof(42)).reply.json.error.code).toBe('proof_missing');
    await api.until(midnight(1) + 5 * MINUTE);
    const { points } = (await api.account(42)) ?? {};
    const total = Object.values(points ?? {}).reduce((sum, one) => sum + one, 0);
    expect(await api.checked()).toMatchObject({
      ok: true,
      value: { entries: [{ day: dayText(0), users: 1, total: String(total) }] },
    });
    expect((await api.proof(42)).checked).toMatchObject({ ok: true, value: { total: BigInt(total) } });
    expect(api.faults).toEqual([]);
  });

  test('what is received after midnight counts for the next day', async () => {
    const api = await publishing(open);
    await api.registered(42);
    await api.calculate(42);
    const before = await api.account(42);
    await api.until(midnight(1) + MINUTE);
    await api.calculate(42);
    await api.registered(43);
    await api.untilPublished(0);
    const { checked } = await api.proof(42);
    expect(checked).toMatchObject({ ok: true, value: { seq: before?.head.seq, entry: { users: 1 } } });
    await api.untilPublished(1);
    const after = await api.account(42);
    expect((await api.proof(42)).checked).toMatchObject({
      ok: true,
      value: { seq: after?.head.seq, entry: { users: 2, day: dayText(1) } },
    });
    expect(after?.head.seq).toBeGreaterThan(before?.head.seq ?? 0);
  });

  test('days without users have no entry; the others follow in order, one a day', async () => {
    const api = await publishing(open);
    await api.untilPublished(2);
    await api.registered(42);
    await api.untilPublished(5);
    const checked = await api.checked();
    expect(checked.ok && checked.value.entries.map(({ day }) => day)).toEqual([3, 4, 5].map(dayText));
  });

  test('missed days are made up in order', async () => {
    const api = await publishing(open);
    await api.registered(42);
    await api.calculate(42);
    // No timer runs meanwhile.
    api.clock.at = midnight(3) + 6 * MINUTE;
    await api.calculate(42);
    await api.ring();
    await api.until(api.clock.at + MINUTE);
    const checked = await api.checked();
    expect(checked.ok && checked.value.entries).toMatchObject([
      { day: dayText(0), users: 1 },
      { day: dayText(1), users: 1 },
      { day: dayText(2), users: 1 },
    ]);
    const seqs = await Promise.all([0, 1, 2].map(async (day) => (await api.proof(42, dayText(day))).checked));
    expect(seqs.map((one) => one?.ok && one.value.seq)).toEqual(
      Array(3).fill(seqs[0]?.ok && seqs[0].value.seq),
    );
  });

  test('every one of many users has a proof, and no one of a stranger', async () => {
    const api = await publishing(open);
    const ids = Array.from({ length: 30 }, (_, index) => 1000 + index * 7);
    for (const id of ids) await api.registered(id);
    for (const id of ids.slice(0, 9)) await api.calculate(id);
    await api.untilPublished(0);
    for (const id of ids) {
      const { reply, checked } = await api.proof(id);
      expect(checked, `user ${id}`).toMatchObject({ ok: true, value: { entry: { users: 30 } } });
      expect(reply.json).toMatchObject({ first: dayText(0), last: dayText(0) });
    }
    await api.registered(5);
    expect((await api.proof(5)).reply.json.error.code).toBe('proof_missing');
    const stranger = await api.user(1000).send('GET', '/api/proof/1007');
    expect(stranger.json.error.code).toBe('not_your_account');
  });

  test('leaves are kept for seven days', async () => {
    const api = await publishing(open);
    await api.registered(42);
    await api.untilPublished(9);
    expect((await api.proof(42)).reply.json).toMatchObject({ first: dayText(3), last: dayText(9) });
    expect((await api.proof(42, dayText(2))).reply.json.error.code).toBe('proof_missing');
    expect((await api.proof(42, dayText(3))).checked?.ok).toBe(true);
    await api.until(midnight(11) - 1);
    expect((await api.proof(42, dayText(3))).checked?.ok).toBe(true);
    await api.until(midnight(11));
    expect((await api.proof(42, dayText(3))).reply.json.error.code).toBe('proof_missing');
  });

  test.each(['', '2096-02-30', '2096-9-25', 'today', '2096-09-25T00:00:00Z', '../../x'])(
    'a day such as %j is refused or not found',
    async (day) => {
      const api = await publishing(open);
      await api.registered(42);
      await api.untilPublished(0);
      const { reply } = await api.proof(42, encodeURIComponent(day));
      expect(['malformed', 'proof_missing']).toContain(reply.json.error.code);
    },
  );

  test('without a key there is nothing', async () => {
    const api = await publishing(open, { proof: undefined as never });
    await api.registered(42);
    await api.until(midnight(2));
    for (const path of ['checkpoint', 'tile/0/000', 'tile/0/000.p/1', 'tile/entries/000.p/1'])
      expect((await api.send('GET', `/proof/${path}`)).status).toBe(404);
    expect((await api.proof(42)).reply.json.error.code).toBe('proof_missing');
  });
});
