/** Daily limits: how much one account may append in a UTC day, and what stays possible beyond it. */
import * as v from 'valibot';
import { beforeEach, expect, test } from 'vitest';
import { saveHeads } from '#api/ledger/admission.ts';
import { CALLS } from '#core/contract/calls.ts';
import { MOST_EVENTS_PER_DAY } from '#core/points/admission.ts';
import { DAY_MS } from '#core/points/days.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { makeApi, recordId, START, type TestApi, type TestUser } from '../support.ts';

/** The registration and the onboarding. */
const FIRST_EVENTS = 2;
const ROOM = MOST_EVENTS_PER_DAY - FIRST_EVENTS;
const NEXT_DAY = (Math.floor(START / DAY_MS) + 1) * DAY_MS;

let api: TestApi;
let user: TestUser;
beforeEach(async () => {
  api = await makeApi({ limiter: noLimits });
  user = await api.registered(42);
});

interface Sent {
  readonly id: string;
  readonly calculationType: string;
  readonly occurredAt: string;
}

function records(count: number, at = Date.UTC(2020, 0, 1)): Sent[] {
  const occurredAt = new Date(at).toISOString();
  return Array.from({ length: count }, () => ({ id: recordId(), calculationType: 'RiskMoney', occurredAt }));
}

function sync(sent: readonly Sent[]) {
  return user.send('POST', '/api/sync', { body: { userId: 42, records: sent } });
}

async function answers(sent: readonly Sent[]): Promise<Record<string, number>> {
  const reply = await sync(sent);
  expect(v.parse(CALLS.sync.answer, reply.json)).toEqual(reply.json);
  const counts: Record<string, number> = {};
  for (const { answer } of reply.json.results) counts[answer] = (counts[answer] ?? 0) + 1;
  return counts;
}

/** Uses up the day's limit. */
async function fill(): Promise<void> {
  await sync(records(500));
  await sync(records(ROOM - 500));
}

const head = async () => (await api.account(42))?.head.seq;

test("beyond the day's limit a record is told when to retry, and nothing is appended", async () => {
  await sync(records(500));
  const last = records(500);
  expect(await answers(last)).toEqual({ recorded: ROOM - 500, too_many_today: 1_000 - ROOM });
  expect(await head()).toBe(MOST_EVENTS_PER_DAY);
  const [more] = records(1);
  const reply = await sync([more as Sent]);
  expect(reply.json.results).toEqual([
    { id: more?.id, answer: 'too_many_today', retryAt: new Date(NEXT_DAY).toISOString() },
  ]);
  expect(await head()).toBe(MOST_EVENTS_PER_DAY);
  expect(await api.rows(42, 'calculations')).toHaveLength(ROOM);

  // Known records get their usual answer, only new ones wait.
  expect(await answers(last)).toEqual({ duplicate: ROOM - 500, too_many_today: 1_000 - ROOM });

  api.clock.at = NEXT_DAY - 1;
  expect(await answers([more as Sent])).toEqual({ too_many_today: 1 });
  api.clock.at = NEXT_DAY;
  expect(await answers([more as Sent])).toEqual({ recorded: 1 });
});

test('a single call gets 429 until the next day, like every other call that would append', async () => {
  await fill();
  const body = { userId: 42, ...records(1)[0] };
  const one = await user.send('POST', '/api/referral/calculations', { body });
  expect([one.status, one.json.error.code]).toEqual([429, 'too_many_today']);
  expect(Number(one.headers.get('retry-after'))).toBe((NEXT_DAY - START) / 1000);
  const claim = await user.send('POST', '/api/checkin/claim', { body: { userId: 42 } });
  expect([claim.status, claim.json.error.code]).toEqual([429, 'too_many_today']);
  // Onboarding is complete, so there is nothing to append.
  expect((await user.send('POST', '/api/user/onboarding', { body: { userId: 42 } })).status).toBe(200);
  expect((await user.send('GET', '/api/user/42')).status).toBe(200);
  expect(await head()).toBe(MOST_EVENTS_PER_DAY);
});

test('data can be deleted at any time, and onboarding again has to wait', async () => {
  await fill();
  expect((await user.send('DELETE', '/api/user/42')).status).toBe(200);
  const again = await user.send('POST', '/api/user/onboarding', { body: { userId: 42 } });
  expect([again.status, again.json.error.code]).toEqual([429, 'too_many_today']);
  expect(await head()).toBe(MOST_EVENTS_PER_DAY + 1);
});

test('credits caused by friends are neither refused nor counted', async () => {
  await fill();
  const friend = api.user(43, { startParam: '42' });
  await friend.register();
  await friend.send('POST', '/api/user/onboarding', { body: { userId: 43 } });
  await api.settle();
  expect((await api.account(42))?.points.referral).toBe(50_000);
  api.clock.at = NEXT_DAY;
  expect(await answers(records(500))).toEqual({ recorded: 500 });
  expect(await answers(records(500))).toEqual({ recorded: 500 });
  expect(await answers(records(1))).toEqual({ too_many_today: 1 });
});

test("after a restore a device may send again up to the saved head, plus a day's limit", async () => {
  const lost = 1_600;
  await api.look(42, (sql) => void saveHeads(sql, [{ userId: 42, seq: FIRST_EVENTS + lost }]));
  const healing = records(lost);
  for (let at = 0; at < lost; at += 400) {
    expect(await answers(healing.slice(at, at + 400))).toEqual({ recorded: 400 });
  }
  expect(await answers(records(500))).toEqual({ recorded: 500 });
  expect(await answers(records(500))).toEqual({ recorded: 500 });
  expect(await answers(records(1))).toEqual({ too_many_today: 1 });
});

test('a server clock that goes back for a while starts no second day', async () => {
  await fill();
  api.clock.at = START - DAY_MS / 2;
  await sync(records(10));
  api.clock.at = START + 60_000;
  expect(await answers(records(1))).toEqual({ too_many_today: 1 });
});
