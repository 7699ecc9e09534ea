/** A published day in workerd: the log's object and its alarm, leaves from users' objects, files through the platform's cache. */
import { runDurableObjectAlarm, runInDurableObject } from 'cloudflare:test';
import { env, type Namespace } from 'cloudflare:workers';
import { expect, test, vi } from 'vitest';
import cloudflare from '#api/cloudflare.ts';
import { giveLeaf } from '#api/proof/own-leaf.ts';
import { newSignerText, readSigner } from '#api/proof/signer.ts';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { durableObjectSql, type Meter } from '#api/runtime/sqlite/durable-object.ts';
import { DAY_MS } from '#core/points/days.ts';
import { fromBase64 } from '#core/proof/base64.ts';
import { fromHex } from '#core/proof/bytes.ts';
import { checkLog } from '#core/proof/check-log.ts';
import { checkProof } from '#core/proof/check-proof.ts';
import type { Trusted } from '#core/proof/checkpoint.ts';
import { SIGNATURE } from '#core/proof/note.ts';
import { isSealed } from '#core/proof/seal.ts';
import { apiOver, CONFIG, recordId, START } from '#tests/api/support.ts';
import { holdProofKey } from '#tests/support/durable-seams.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { servedLog } from '#tests/support/proof/log-over-http.ts';
import { sealedPlan } from '#tests/support/sealed-plan.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';
import { openWorkerdDeployment } from '#tests/support/workerd-deployment.ts';

// Every alarm ends all objects, those of the directory too.
vi.setConfig({ testTimeout: 180_000 });

const ORIGIN = 'points.example/irich';
const KEY = newSignerText(ORIGIN, SIGNATURE.ed25519);
const { PROOF, USER } = env as Readonly<Record<'PROOF' | 'USER', Namespace<object>>>;
const log = () => PROOF.get(PROOF.idFromName('proof'));
const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);
const FIRST = Math.floor(START / DAY_MS);
const USERS = [42, 43, 1_000];

function trusted(): Trusted {
  const signer = readSigner(KEY);
  if (signer === null) throw new Error('Not a key');
  return { origin: ORIGIN, keys: [signer.key], witnesses: [], quorum: 0 };
}

async function open() {
  const clock: TestClock = { at: START, now: () => clock.at };
  const deployment = await openWorkerdDeployment({
    config: CONFIG,
    clock,
    limiter: noLimits,
    onRequest: () => {},
  });
  holdProofKey(ORIGIN, KEY);
  const cache = caches.default as unknown as { delete(url: string): Promise<boolean> };
  for (const path of [
    'checkpoint',
    ...[1, 2].flatMap((width) => [`tile/0/000.p/${width}`, `tile/entries/000.p/${width}`]),
  ])
    await cache.delete(`${CONFIG.publicUrl}/proof/${path}`);
  // The cron trigger begins the log.
  await cloudflare.scheduled();
  const api = apiOver(deployment, clock);
  return {
    ...api,
    /** The alarms of the log's object until nothing is due; everything is evicted between them. */
    async publish(day: number) {
      clock.at = (day + 1) * DAY_MS + 5 * 60_000;
      await cloudflare.scheduled();
      const isDue = async () =>
        ((await runInDurableObject(log(), (_, { storage }) => storage.getAlarm())) ??
          Number.POSITIVE_INFINITY) <= clock.at;
      let alarms = 0;
      for (; (await isDue()) && alarms < 50; alarms += 1) {
        await runDurableObjectAlarm(log());
        await api.restart();
      }
      await cache.delete(`${CONFIG.publicUrl}/proof/checkpoint`);
      return alarms;
    },
    checked: () => checkLog(servedLog(deployment), trusted(), PROOF_PORTS),
  };
}

test('a day with a sealed plan is published by alarms, although every object restarts after each', async () => {
  const api = await open();
  for (const id of USERS) await api.registered(id);
  const user = api.user(42);
  const at = new Date(api.clock.at).toISOString();
  const record = {
    id: recordId(),
    calculationType: 'RiskMoney',
    occurredAt: at,
    inputs: { riskAmount: '1' },
  };
  expect(
    (await user.send('POST', '/api/sync', { body: { userId: 42, sentAt: at, records: [record] } })).status,
  ).toBe(200);
  const { plan, salt, hash } = sealedPlan();
  await user.send('POST', '/api/seals', { body: { userId: 42, hash, sealedAt: at } });
  expect((await api.send('GET', '/proof/checkpoint')).status).toBe(404);

  // Begun, walked, grown, decided, appended, published.
  expect(await api.publish(FIRST)).toBeGreaterThanOrEqual(6);
  const first = await api.checked();
  expect(first).toMatchObject({ ok: true, value: { entries: [{ day: dayText(FIRST), users: 3 }] } });
  for (const id of USERS) {
    const head = (await api.account(id))?.head.seq;
    const { json } = await api.user(id).send('GET', `/api/proof/${id}`);
    expect(await checkProof(JSON.stringify(json.proof), trusted(), PROOF_PORTS)).toMatchObject({
      ok: true,
      value: { seq: head },
    });
  }

  await api.user(42).send('POST', '/api/seals/reveal', { body: { userId: 42, plan, salt } });
  const { published } = (await api.send('GET', `/api/seals/42/${hash}`)).json;
  const root = fromHex((first.ok && first.value.entries[0]?.seals) || '', 32) ?? new Uint8Array();
  const path = published.path.map((step: string) => fromBase64(step));
  const seal = fromHex(hash, 32) ?? new Uint8Array();
  expect(isSealed(seal, { ...published, path }, root, PROOF_PORTS.hash)).toBe(true);

  await api.publish(FIRST + 1);
  const second = await api.checked();
  expect(second.ok && second.value.entries.map(({ day, restored }) => [day, restored])).toEqual([
    [dayText(FIRST), undefined],
    [dayText(FIRST + 1), undefined],
  ]);
});

test('files are open to every origin and cached as they may be, from the cache too', async () => {
  const api = await open();
  await api.registered(42);
  await api.publish(FIRST);
  const reader = { headers: { origin: 'https://reader.example' } };
  for (const [path, type, caching] of [
    ['checkpoint', 'text/plain; charset=utf-8', 'public, max-age=5'],
    ['tile/0/000.p/1', 'application/octet-stream', 'public, max-age=31536000, immutable'],
    ['tile/entries/000.p/1', 'application/octet-stream', 'public, max-age=31536000, immutable'],
  ] as const)
    for (const _ of ['the object', 'the cache']) {
      const { status, headers } = await api.send('GET', `/proof/${path}`, reader);
      expect([
        status,
        headers.get('content-type'),
        headers.get('cache-control'),
        headers.get('access-control-allow-origin'),
      ]).toEqual([200, type, caching, '*']);
    }
  const missing = await api.send('GET', '/proof/tile/0/000.p/2', reader);
  expect([missing.status, missing.headers.get('cache-control')]).toEqual([404, 'no-store']);
});

test('a leaf costs a user object one row written, and few read', async () => {
  const api = await open();
  await api.registered(42);
  const meter: Meter = { rowsRead: 0, rowsWritten: 0 };
  await runInDurableObject(USER.get(USER.idFromName('42')), (_, { storage }) =>
    giveLeaf(durableObjectSql(storage, meter), 42, { day: FIRST, newest: null, today: FIRST + 1 }),
  );
  expect(meter.rowsWritten).toBe(1);
  expect(meter.rowsRead).toBeLessThanOrEqual(10);
});
