/** Verifying the user's own ledger on the device. */
import { describe, expect, test, vi } from 'vitest';
import type { ProfileRecord } from '#core/contract/user.ts';
import { seal } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { browserVerifier } from '#device/verify/browser-verifier.ts';
import { startVerification, type VerifyFault } from '#device/verify/check.ts';
import type { EventsQuestion, VerifyQuestion, VerifyReply } from '#device/verify/messages.ts';
import { deviceSha256 } from '#device/verify/sha256.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { verifyExport } from '#tests/support/exports.ts';
import { idOf, keep, type Rig, rig, sha256, USER } from './sync-rig.ts';

async function synced(records = 5): Promise<{ r: Rig; device: Awaited<ReturnType<Rig['open']>> }> {
  const r = rig();
  const device = await r.open();
  void device.completeOnboarding();
  await keep(r, device, records);
  await r.pass(5_000);
  return { r, device };
}

/** The result of `verify`, after enough time has passed. */
async function verified(r: Rig, device: Awaited<ReturnType<Rig['open']>>) {
  const answer = { value: null as Awaited<ReturnType<typeof device.verify>> | null };
  void device.verify().then((value) => {
    answer.value = value;
  });
  await r.pass(30_000);
  return answer.value;
}

function tampered(r: Rig, seq: number, change: (event: StoredEvent) => StoredEvent): void {
  const rows = r.database.tables.get('events') as Map<number, StoredEvent>;
  const event = rows.get(seq);
  if (event !== undefined) rows.set(seq, change(event));
}

test("hashes match the chain's", () => {
  for (const text of ['', 'abc', 'Ада 🙂', 'x'.repeat(1_000)]) expect(deviceSha256(text)).toBe(sha256(text));
});

test('a complete ledger is right, offline too', async () => {
  const { r, device } = await synced();
  expect(await verified(r, device)).toMatchObject({ ok: true, events: 7, restored: [] });
  r.online = false;
  const answer = await verified(r, device);
  expect(answer).toMatchObject({ ok: true, events: 7 });
  expect(answer?.ok === true && answer.asOf).toBeGreaterThan(0);
});

test('an empty device has nothing wrong', async () => {
  const r = rig();
  r.online = false;
  const device = await r.open();
  expect(await verified(r, device)).toMatchObject({ ok: true, events: 0 });
});

describe('the first wrong event is named:', () => {
  test.each([
    ['an edited award', 4, (event: StoredEvent) => ({ ...event, award: 2_000 }), 'chain'],
    [
      'edited data',
      3,
      (event: StoredEvent) => ({ ...event, data: event.data.replace('Risk', 'Rusk') }),
      'chain',
    ],
  ] as const)('%s', async (_, seq, change, fault) => {
    const { r, device } = await synced();
    r.online = false;
    tampered(r, seq, change);
    expect(await verified(r, device)).toEqual({ ok: false, seq, fault });
  });

  test('rules of a newer version', async () => {
    const { r, device } = await synced();
    r.online = false;
    tampered(r, 7, (event) => {
      const before = r.ledger.events[5];
      const { type, eventId, at, bucket, award } = event;
      const decided = { type, eventId, at, bucket, award, data: JSON.parse(event.data), rules: 99 };
      return seal({ seq: 6, hash: before?.hash ?? '' }, USER, decided as never, sha256);
    });
    expect(await verified(r, device)).toEqual({ ok: false, seq: 7, fault: 'unknown_rules' });
  });

  test.each([
    ['points', (profile) => ({ ...profile, activity_points: '999' })],
    ['level', (profile) => ({ ...profile, level: '2' })],
    ['badges', (profile) => ({ ...profile, earned: [] })],
    [
      'badges',
      ({ earned, ...rest }) => ({ ...rest, earned: [...earned, { id: 'ref_1', at: earned[0]?.at ?? '' }] }),
    ],
    ['friends', (profile) => ({ ...profile, friends: 3 })],
    ['streak', ({ streak, ...rest }) => ({ ...rest, streak: { ...streak, current: 4 } })],
    ['streak', ({ streak, ...rest }) => ({ ...rest, streak: { ...streak, longest: 9 } })],
    ['streak', ({ streak, ...rest }) => ({ ...rest, streak: { ...streak, last_day: 20_000 } })],
  ] satisfies [string, (profile: ProfileRecord) => ProfileRecord][])(
    'a profile whose %s do not match the events',
    async (fault, change) => {
      const { r, device } = await synced();
      const { profile } = r.ledger;
      r.ledger.profile = () => change(profile());
      r.wake('visible');
      await r.pass(1_000);
      expect(await verified(r, device)).toEqual({ ok: false, seq: 7, fault });
    },
  );
});

describe('a damaged copy on this device', () => {
  const edited = (event: StoredEvent) => ({ ...event, award: 2_000 });

  test('is fetched again and is right', async () => {
    const { r, device } = await synced();
    tampered(r, 4, edited);
    expect(await verified(r, device)).toMatchObject({ ok: true, events: 7, restored: [] });
    (r.database.tables.get('events') as Map<number, StoredEvent>).delete(3);
    expect(await verified(r, device)).toMatchObject({ ok: true, events: 7, restored: [] });
    expect(r.rows('records').every(({ state, seq }) => state === 'counted' && seq !== null)).toBe(true);
  });

  test("that matches the server's copy stays wrong", async () => {
    const { r, device } = await synced();
    const index = 3;
    const event = r.ledger.events[index];
    if (event === undefined) throw new Error('there are seven');
    r.ledger.events[index] = edited(event);
    tampered(r, 4, edited);
    expect(await verified(r, device)).toEqual({ ok: false, seq: 4, fault: 'chain' });
    expect(await verified(r, device)).toEqual({ ok: false, seq: 4, fault: 'chain' });
  });
});

test('after a restore it continues from the last common event and shows the loss', async () => {
  const { r, device } = await synced();
  r.ledger.cut(4);
  expect(await verified(r, device)).toMatchObject({
    ok: true,
    events: 7,
    restored: [{ commonSeq: 4, eventsLost: 3, recordsResent: 3 }],
  });
});

test('the export has the published form and verifies', async () => {
  const { r, device } = await synced();
  r.online = false;
  const text = await device.exportLedger();
  expect(text.trimEnd().split('\n')).toHaveLength(8);
  expect(verifyExport(text, sha256)).toMatchObject({ ok: true, state: { userId: USER } });
  expect(text).toContain(idOf(1));
});

test('the web worker answers each call once, in order', async () => {
  const { r } = await synced();
  const replies: VerifyReply[] = [];
  vi.stubGlobal('onmessage', null);
  vi.stubGlobal('postMessage', (reply: VerifyReply) => replies.push(reply));
  await import('#device/verify/worker.ts');
  const ask = (data: VerifyQuestion) =>
    (globalThis as unknown as { onmessage(event: { data: VerifyQuestion }): void }).onmessage({ data });
  ask({ type: 'start', userId: USER });
  ask({ type: 'take', events: r.ledger.events.slice(0, 3) });
  ask({ type: 'take', events: r.ledger.events.slice(3) });
  ask({ type: 'end', shown: null });
  ask({ type: 'start', userId: USER + 1 });
  ask({ type: 'take', events: r.ledger.events });
  vi.unstubAllGlobals();
  expect(replies.map((reply) => 'fault' in reply && reply.fault)).toEqual([
    null,
    null,
    null,
    null,
    null,
    { seq: 1, fault: 'user' },
  ]);
});

describe('in the browser', () => {
  /** A browser's web worker on this thread. */
  class FakeWorker {
    static failing = false;
    static open = 0;
    onmessage: ((event: { data: VerifyReply }) => void) | null = null;
    onerror: ((event: { message: string }) => void) | null = null;
    private check = startVerification(0, sha256);
    constructor() {
      FakeWorker.open += 1;
    }
    postMessage(question: VerifyQuestion): void {
      queueMicrotask(() => {
        if (FakeWorker.failing) this.onerror?.({ message: 'not fetched' });
        else this.onmessage?.({ data: { fault: this.answer(question as EventsQuestion) } });
      });
    }
    terminate(): void {
      FakeWorker.open -= 1;
    }
    private answer(question: EventsQuestion): VerifyFault | null {
      if (question.type === 'start') this.check = startVerification(question.userId, sha256);
      if (question.type === 'take') return this.check.take(question.events);
      return question.type === 'end' ? this.check.end(question.shown) : null;
    }
  }

  test.each([
    ['a web worker checks, and ends with the check', false],
    ['without its code the check runs in the page', true],
  ])('%s', async (_, failing) => {
    const { r } = await synced();
    vi.stubGlobal('Worker', FakeWorker);
    const code = { headers: { 'content-type': 'text/javascript' } };
    vi.stubGlobal('fetch', async () => new Response('', code));
    FakeWorker.failing = failing;
    const logs: string[] = [];
    const run = browserVerifier(loadChunk, (message) => logs.push(message)).start(USER);
    expect(await run.take(r.ledger.events)).toBeNull();
    expect(await run.end(null)).toBeNull();
    const other = browserVerifier(loadChunk, () => {}).start(USER + 1);
    await other.take(r.ledger.events);
    expect(await other.end(null)).toEqual({ seq: 1, fault: 'user' });
    expect(FakeWorker.open).toBe(0);
    expect(logs).toHaveLength(failing ? 1 : 0);
    vi.unstubAllGlobals();
  });
});

test('the first fault found stays', async () => {
  const { r } = await synced();
  const check = startVerification(USER, sha256);
  const [first, , third] = r.ledger.events;
  expect(first === undefined ? null : check.take([first])).toBeNull();
  expect(third === undefined ? null : check.take([third])).toEqual({ seq: 2, fault: 'sequence' });
  expect(check.end(null)).toEqual({ seq: 2, fault: 'sequence' });
});
