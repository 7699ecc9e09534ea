/** Sealed plans: kept with their salt, sent as a hash alone, shown when the user says so. */
import { describe, expect, test } from 'vitest';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import type { OpenDevice } from '#device/create-device.ts';
import type { SealedPlan } from '#device/model.ts';
import { PLAN } from '#tests/support/sealed-plan.ts';
import { keep, type Rig, refusal, rig, START } from './sync-rig.ts';
import { settled } from './sync-seen.ts';

const MINUTE = 60_000;
const SEAL = 'POST /api/seals';
const REVEAL = 'POST /api/seals/reveal';
const NEXT_DAY = (dayOf(START) + 1) * DAY_MS;

async function opened(r: Rig): Promise<OpenDevice> {
  const device = await r.open();
  device.live.sealedPlans.subscribe(() => {});
  await settled(r);
  return device;
}
const plans = (device: OpenDevice) => device.live.sealedPlans.current() ?? [];
const sent = (r: Rig) => r.calls.filter(({ name }) => name === SEAL).map(({ body }) => body);
const waiting = (r: Rig) => r.rows('outbox').filter(({ kind }) => kind === 'seal');

/** What a call of the device answers while the time goes on. */
async function soon<T>(r: Rig, answer: Promise<T>): Promise<T> {
  const done: T[] = [];
  void answer.then((value) => done.push(value));
  await r.pass(30_000);
  const [value] = done;
  if (value === undefined) throw new Error('No answer');
  return value;
}
const seal = async (r: Rig, device: OpenDevice, change: Partial<typeof PLAN> = {}): Promise<SealedPlan> => {
  const sealed = await soon(r, device.sealPlan({ ...PLAN, ...change }));
  if (sealed === null) throw new Error('Not a plan');
  return sealed;
};

describe('a sealed plan', () => {
  test('waits for the code that sends it, and nothing waits for the plan', async () => {
    const r = rig();
    const device = await opened(r);
    r.online = false;
    await seal(r, device);
    device.close();
    r.codeComes = false;
    const next = await r.open('launch=2');
    r.online = true;
    r.wake('online');
    await keep(r, next, 1);
    await r.pass(MINUTE);
    expect(sent(r)).toEqual([]);
    expect(r.rows('records')).toMatchObject([{ state: 'counted' }]);
    expect(r.logs).toContain('Cannot load the code that sends sealed plans');
    r.codeComes = true;
    await r.pass(10 * MINUTE);
    expect(sent(r)).toHaveLength(1);
    expect(waiting(r)).toEqual([]);
  });

  test('is kept offline, survives the app, and is sent once, as a hash with both times', async () => {
    const r = rig();
    const device = await opened(r);
    r.online = false;
    const sealedAt = r.time.now();
    const { hash, plan, salt } = await seal(r, device);
    expect(plans(device)).toMatchObject([{ hash, sealedAt, received: null, revealed: null }]);
    device.close();
    const next = await r.open('launch=2');
    next.live.sealedPlans.subscribe(() => {});
    r.online = true;
    r.wake('online');
    await r.pass(10 * MINUTE);
    expect(sent(r)).toEqual([
      { userId: 42, hash, sealedAt: new Date(sealedAt).toISOString(), sentAt: expect.any(String) },
    ]);
    expect(Date.parse(sent(r)[0].sentAt)).toBeGreaterThan(sealedAt);
    const event = r.ledger.events.find(({ type }) => type === 'PlanSealed.v1');
    expect(plans(next)).toEqual([
      {
        hash,
        plan,
        salt,
        sealedAt,
        received: { at: event?.at, seq: event?.seq },
        refusal: null,
        revealed: null,
      },
    ]);
    expect(waiting(r)).toEqual([]);
    for (const { body } of r.calls) {
      const text = JSON.stringify(body) ?? '';
      expect(text.includes(salt) || text.includes(plan)).toBe(false);
    }
  });

  test('has a salt of its own, and one that is no plan is refused', async () => {
    const r = rig();
    const device = await opened(r);
    const [one, other] = [await seal(r, device), await seal(r, device)];
    expect(one.plan).toBe(other.plan);
    expect(new Set([one.salt, other.salt, one.hash, other.hash]).size).toBe(4);
    expect(one.salt).toMatch(/^[0-9a-f]{32}$/);
    expect(await soon(r, device.sealPlan({ ...PLAN, stop: '99999' }))).toBeNull();
    expect(plans(device)).toHaveLength(2);
  });

  test('is sent before records, oldest first', async () => {
    const r = rig();
    const device = await opened(r);
    r.online = false;
    await keep(r, device, 1);
    const first = await seal(r, device);
    const second = await seal(r, device);
    const from = r.calls.length;
    r.online = true;
    r.wake('online');
    await r.pass(10 * MINUTE);
    expect(sent(r).map(({ hash }) => hash)).toEqual([first.hash, second.hash]);
    const names = r.names().slice(from);
    expect(names.indexOf(SEAL)).toBeLessThan(names.indexOf('POST /api/sync'));
  });

  test('of a full day waits for the next one of the server', async () => {
    const r = rig();
    const device = await opened(r);
    r.script.set(SEAL, () => refusal(429, 'too_many_seals', { 'retry-after': '3600' }));
    await seal(r, device);
    await r.pass(60 * MINUTE);
    // It asks once, and holds up nothing else.
    expect(sent(r)).toHaveLength(1);
    expect(device.live.sync.current()).toMatchObject({ phase: 'idle', pending: 1 });
    expect(waiting(r)).toMatchObject([{ until: NEXT_DAY }]);
    r.script.delete(SEAL);
    await r.pass(NEXT_DAY - r.time.now() + 10 * MINUTE);
    expect(plans(device)[0]?.received?.at).toBeGreaterThanOrEqual(NEXT_DAY);
    expect(waiting(r)).toEqual([]);
  });

  test('that the server refuses for good is shown as refused, and holds up no other', async () => {
    const r = rig();
    const device = await opened(r);
    r.script.set(SEAL, ({ body }) =>
      body.hash === first?.hash ? refusal(409, 'conflict') : r.ledger.answer(r.calls.at(-1) as never),
    );
    r.online = false;
    const first = await seal(r, device);
    await seal(r, device);
    r.online = true;
    r.wake('online');
    await r.pass(10 * MINUTE);
    expect(plans(device).map(({ refusal: word, received }) => [word, received !== null])).toEqual([
      [null, true],
      ['conflict', false],
    ]);
    expect(waiting(r)).toEqual([]);
  });

  test('on which the server fails is tried again, and holds up no record', async () => {
    const r = rig();
    const device = await opened(r);
    r.script.set(SEAL, () => refusal(500, 'internal'));
    await seal(r, device);
    await keep(r, device, 1);
    await r.pass(MINUTE);
    expect(r.rows('records')).toMatchObject([{ state: 'counted' }]);
    expect(waiting(r)).toHaveLength(1);
    r.script.delete(SEAL);
    await r.pass(60 * MINUTE);
    expect(waiting(r)).toEqual([]);
  });

  test('that a restored server has lost is sealed again', async () => {
    const r = rig();
    const device = await opened(r);
    await seal(r, device);
    await r.pass(10 * MINUTE);
    const before = plans(device)[0]?.received?.at ?? 0;
    r.ledger.cut(1);
    await keep(r, device, 1);
    await r.pass(20 * MINUTE);
    expect(r.ledger.events.filter(({ type }) => type === 'PlanSealed.v1')).toHaveLength(1);
    expect(plans(device)[0]?.received?.at).toBeGreaterThan(before);
  });

  test('goes with all data', async () => {
    const r = rig();
    const device = await opened(r);
    r.online = false;
    await seal(r, device);
    r.online = true;
    expect(await soon(r, device.deleteMyData())).toBe('deleted');
    expect([plans(device), waiting(r)]).toEqual([[], []]);
  });
});

describe('revealing', () => {
  test('shows plan and salt to the server, and keeps the address of the page', async () => {
    const r = rig();
    const device = await opened(r);
    const { hash, plan, salt } = await seal(r, device);
    await r.pass(MINUTE);
    const url = `https://irich.example/proof#plan=42.${hash}`;
    expect(await soon(r, device.revealPlan(hash))).toEqual({ ok: true, url });
    const [call] = r.calls.filter(({ name }) => name === REVEAL);
    expect(call?.body).toEqual({ userId: 42, plan, salt });
    expect(plans(device)[0]?.revealed).toEqual({ at: expect.any(Number), url });
  });

  test('needs the network, an answer to the seal, and launch data that still hold', async () => {
    const r = rig();
    const device = await opened(r);
    r.online = false;
    const { hash } = await seal(r, device);
    expect(await soon(r, device.revealPlan(hash))).toEqual({ ok: false, error: 'failed' });
    r.online = true;
    r.wake('online');
    await r.pass(10 * MINUTE);
    r.online = false;
    expect(await soon(r, device.revealPlan(hash))).toEqual({ ok: false, error: 'offline' });
    r.online = true;
    for (const [status, code, error] of [
      [401, 'launch_data_expired', 'reopen'],
      [500, 'internal', 'failed'],
    ] as const) {
      r.script.set(REVEAL, () => refusal(status, code));
      expect(await soon(r, device.revealPlan(hash))).toEqual({ ok: false, error });
    }
    expect(await soon(r, device.revealPlan('00'.repeat(32)))).toEqual({ ok: false, error: 'failed' });
    expect(plans(device)[0]?.revealed).toBeNull();
  });

  test('of a plan that a restored server has lost seals it again', async () => {
    const r = rig();
    const device = await opened(r);
    const { hash } = await seal(r, device);
    await r.pass(MINUTE);
    r.ledger.cut(1);
    expect(await soon(r, device.revealPlan(hash))).toEqual({ ok: false, error: 'lost' });
    await r.pass(10 * MINUTE);
    expect(plans(device)[0]?.received).not.toBeNull();
    expect(await soon(r, device.revealPlan(hash))).toMatchObject({ ok: true });
  });
});
