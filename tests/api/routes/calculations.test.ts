/** Recording calculations, one at a time and in batches. */
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { CALLS } from '#core/contract/calls.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { makeApi, recordId, START, type TestApi, type TestUser } from '../support.ts';

const HOUR = 3_600_000;
const iso = (at: number) => new Date(at).toISOString();

let api: TestApi;
let user: TestUser;
beforeEach(async () => {
  api = await makeApi({ limiter: noLimits });
  user = await api.registered(42);
});

const record = (more: Record<string, unknown> = {}) => ({
  id: recordId(),
  calculationType: 'RiskMoney',
  occurredAt: iso(api.clock.at),
  ...more,
});
const sendOne = (body: Record<string, unknown>, headers = {}) =>
  user.send('POST', '/api/referral/calculations', { body: { userId: 42, ...body }, headers });
const sync = (records: readonly unknown[], more: Record<string, unknown> = {}) =>
  user.send('POST', '/api/sync', { body: { userId: 42, records, ...more } });

describe('one calculation', () => {
  test('is recorded and counted', async () => {
    const one = record({ inputs: { riskAmount: '100' } });
    const reply = await sendOne(one);
    expect(v.parse(CALLS.calculation.answer, reply.json)).toEqual(reply.json);
    expect(reply.json).toMatchObject({
      id: one.id,
      answer: 'recorded',
      awarded: '1',
      reason: 'counted',
      seq: 3,
      profile: { activity_points: '1', balance: '1' },
    });
  });

  test('without id and time counts as now', async () => {
    const reply = await sendOne({ calculationType: 'Staking' });
    expect(reply.json).toMatchObject({ answer: 'recorded', awarded: '1' });
    expect(reply.json.id).toMatch(/^[0-9a-f-]{36}$/);
    const again = await sendOne({ calculationType: 'Staking' });
    expect(again.json.id).not.toBe(reply.json.id);
    expect(again.json.profile.activity_points).toBe('2');
  });

  test('with an id and no time can be sent again', async () => {
    const body = { id: recordId(), calculationType: 'Staking' };
    const first = await sendOne(body);
    api.clock.at += 60_000;
    const second = await sendOne(body);
    expect(second.json).toMatchObject({ answer: 'duplicate', seq: first.json.seq, awarded: '1' });
  });

  test("without a time counts as now, whatever the device's clock says", async () => {
    for (const sentAt of [iso(START + 40 * 24 * HOUR), iso(0), '9999-12-31T23:59:59Z']) {
      const reply = await sendOne({ calculationType: 'Staking', sentAt });
      expect(reply.json, sentAt).toMatchObject({ awarded: '1', reason: 'counted' });
      const [event] = await api.events(42, reply.json.seq - 1, 1);
      expect(JSON.parse(event?.data ?? '')).toMatchObject({ day: Math.floor(START / (24 * HOUR)) });
    }
  });

  test('with inputs nested too deeply to serialize is refused as too large', async () => {
    const nested = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    const before = await api.dump();
    const body = `{"userId":42,"calculationType":"Staking","inputs":{"a":${nested}}}`;
    const reply = await user.send('POST', '/api/referral/calculations', { body });
    expect([reply.status, reply.json.error]).toMatchObject([400, { code: 'malformed', path: 'inputs' }]);
    expect(await api.dump()).toBe(before);
  });

  test('sent twice is a duplicate that changes nothing', async () => {
    const one = record();
    const first = await sendOne(one);
    const before = await api.dump();
    api.clock.at += HOUR;
    const second = await sendOne({ ...one, sentAt: iso(api.clock.at) });
    expect(second.json).toEqual({ ...first.json, answer: 'duplicate' });
    expect(await api.dump()).toBe(before);
  });

  test('in upper case has the same id', async () => {
    const one = record();
    await sendOne(one);
    const reply = await sendOne({ ...one, id: one.id.toUpperCase() });
    expect(reply.json).toMatchObject({ answer: 'duplicate', id: one.id.toUpperCase() });
  });

  test.each([{ calculationType: 'Staking' }, { occurredAt: iso(START - 1000) }])(
    'with the same id and other content (%o) is a conflict that changes nothing',
    async (other) => {
      const one = record({ inputs: { a: 1 } });
      await sendOne(one);
      const before = await api.dump();
      const reply = await sendOne({ ...one, ...other, inputs: { a: 2 }, revision: 9 });
      expect(reply.status).toBe(409);
      expect(reply.json.error.code).toBe('conflict');
      expect(await api.dump()).toBe(before);
    },
  );

  test('the same id of another user is no conflict', async () => {
    const other = await api.registered(43);
    const one = record();
    await sendOne(one);
    const body = { userId: 43, ...one, calculationType: 'Staking' };
    const reply = await other.send('POST', '/api/referral/calculations', { body });
    expect(reply.json.answer).toBe('recorded');
  });

  test('sent ten times at the same moment is recorded once', async () => {
    const one = record();
    const replies = await Promise.all(Array.from({ length: 10 }, () => sendOne(one)));
    const answers = replies.map((reply) => reply.json.answer).sort();
    expect(answers).toEqual([...new Array(9).fill('duplicate'), 'recorded']);
    expect(replies.at(-1)?.json.profile.activity_points).toBe('1');
  });
});

describe('awards', () => {
  test('30 records a day count, the rest are recorded with 0', async () => {
    const reply = await sync(Array.from({ length: 32 }, () => record()));
    const reasons = reply.json.results.map((result: { reason: string }) => result.reason);
    expect(reasons).toEqual([...new Array(30).fill('counted'), 'daily_limit', 'daily_limit']);
    expect(reply.json.results[31]).toMatchObject({ answer: 'recorded', awarded: '0' });
    expect(reply.json.profile.activity_points).toBe('30');
  });

  test('the day of the calculation counts, not the day of arrival', async () => {
    api.clock.at += 3 * 24 * HOUR;
    user = api.user(42);
    const days = [0, 1, 2].map((day) => iso(START + day * 24 * HOUR));
    const records = days.flatMap((occurredAt) => Array.from({ length: 30 }, () => record({ occurredAt })));
    const reply = await sync(records, { sentAt: iso(api.clock.at) });
    expect(reply.json.profile.activity_points).toBe('90');
  });

  test('too old records, and those before the first launch, get 0', async () => {
    api.clock.at += 8 * 24 * HOUR;
    user = api.user(42);
    const reply = await sync([
      record({ occurredAt: iso(START - 11 * 60_000) }),
      record({ occurredAt: iso(START - 9 * 60_000) }),
      record({ occurredAt: '0001-01-01T00:00:00Z' }),
    ]);
    expect(reply.json.results.map((result: { reason: string }) => result.reason)).toEqual([
      'before_first_launch',
      'too_old',
      'before_first_launch',
    ]);
    expect(reply.json.profile.activity_points).toBe('0');
  });

  test('a wrong clock is corrected, and a future time becomes now', async () => {
    const ahead = 40 * 24 * HOUR;
    const reply = await sync([record({ occurredAt: iso(START + ahead) })], { sentAt: iso(START + ahead) });
    expect(reply.json.results[0].reason).toBe('counted');
    const future = await sync([record({ occurredAt: '9999-12-31T23:59:59Z' })]);
    expect(future.json.results[0].reason).toBe('counted');
    const [event] = await api.events(42, 3, 1);
    expect(JSON.parse(event?.data ?? '')).toMatchObject({ day: Math.floor(START / (24 * HOUR)) });
  });
});

describe('a batch', () => {
  test('answers each record in order, and the profile', async () => {
    const one = record();
    const reply = await sync([one, record({ calculationType: 'Staking' }), one]);
    expect(v.parse(CALLS.sync.answer, reply.json)).toEqual(reply.json);
    expect(reply.json.results).toMatchObject([
      { id: one.id, answer: 'recorded', awarded: '1', reason: 'counted', seq: 3 },
      { answer: 'recorded', seq: 4 },
      { id: one.id, answer: 'duplicate', awarded: '1', reason: 'counted', seq: 3 },
    ]);
    expect(reply.json.profile).toMatchObject({ activity_points: '2', head: { seq: 4 } });
  });

  test('may be empty', async () => {
    const before = await api.dump();
    expect((await sync([])).json).toMatchObject({ results: [], profile: { id: 42 } });
    expect(await api.dump()).toBe(before);
  });

  test('may hold 500 records', async () => {
    const reply = await sync(Array.from({ length: 500 }, () => record()));
    expect(reply.status).toBe(200);
    expect(reply.json.results.length).toBe(500);
  });

  test('has only its bad records rejected, each with a reason', async () => {
    const good = record();
    const bad: [unknown, string, string | null][] = [
      [null, 'malformed', null],
      ['text', 'malformed', null],
      [[], 'bad_id', null],
      [{}, 'bad_id', null],
      [record({ id: 7 }), 'bad_id', null],
      [record({ id: 'checkin:20718' }), 'bad_id', 'checkin:20718'],
      [record({ id: 'registered' }), 'bad_id', 'registered'],
      [record({ calculationType: 'Lottery' }), 'unknown_type', 'id'],
      [record({ occurredAt: 'yesterday' }), 'bad_time', 'id'],
      [record({ occurredAt: 1 }), 'bad_time', 'id'],
      [record({ inputs: [1] }), 'bad_inputs', 'id'],
      [record({ inputs: { text: 'ж'.repeat(1100) } }), 'bad_inputs', 'id'],
      [record({ revision: -1 }), 'malformed', 'id'],
    ];
    const reply = await sync([...bad.map(([one]) => one), good]);
    expect(reply.status).toBe(200);
    const expected = bad.map(([one, reason, id]) => ({
      id: id === 'id' ? (one as { id: string }).id : id,
      answer: 'rejected',
      reason,
    }));
    expect(reply.json.results.slice(0, -1)).toEqual(expected);
    expect(reply.json.results.at(-1)).toMatchObject({ id: good.id, answer: 'recorded' });
    expect(reply.json.profile.activity_points).toBe('1');
  });

  test('with a record nested too deeply records the others', async () => {
    const good = JSON.stringify(record());
    const bad = `{"id":"${recordId()}","calculationType":"Staking","occurredAt":"${iso(START)}","inputs":{"a":`;
    const body = `{"userId":42,"records":[${bad}${'['.repeat(90_000)}${']'.repeat(90_000)}}},${good}]}`;
    const reply = await user.send('POST', '/api/sync', { body });
    expect(reply.json?.results).toMatchObject([
      { answer: 'rejected', reason: 'bad_inputs' },
      { answer: 'recorded' },
    ]);
  });

  test('with a conflict records the others', async () => {
    const one = record();
    await sync([one]);
    const reply = await sync([{ ...one, calculationType: 'Staking' }, record()]);
    expect(reply.json.results).toMatchObject([{ id: one.id, answer: 'conflict' }, { answer: 'recorded' }]);
  });

  test('keeps odd text in inputs unchanged', async () => {
    const inputs = { text: 'a\u0000b\ud83d\ude00"\\\n', ['__proto__x']: '1', nested: { deep: [null, 1.5] } };
    await sync([record({ inputs })]);
    expect((await user.send('GET', '/api/records/42')).json.records[0].inputs).toEqual(inputs);
  });
});
