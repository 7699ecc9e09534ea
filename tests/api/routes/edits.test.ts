/** Edits of several devices: outcomes of records, and the account of the calculators. */
import * as v from 'valibot';
import { beforeEach, describe, expect, test } from 'vitest';
import { CALLS } from '#core/contract/calls.ts';
import { MAX_EDITS } from '#core/contract/edits.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import { makeApi, recordId, START, type TestApi, type TestUser } from '../support.ts';

let api: TestApi;
let user: TestUser;
let id: string;
beforeEach(async () => {
  api = await makeApi({ limiter: noLimits });
  user = await api.registered(42);
  id = recordId();
  await record(id);
});

const time = (ms: number) => new Date(START + ms).toISOString();
const DEVICE = 'aaaaaaaaaaaaaaaa';
const OTHER = 'bbbbbbbbbbbbbbbb';
const record = (one: string) =>
  user.send('POST', '/api/sync', {
    body: {
      userId: 42,
      records: [{ id: one, calculationType: 'RiskMoney', occurredAt: time(0), inputs: { n: 1 } }],
    },
  });
const edit = (field: string, value: string, ms: number, device = DEVICE) => ({
  subject: ['result', 'exitPrice', 'note'].includes(field) ? id : 'account',
  field,
  value,
  at: time(ms),
  device,
});
const save = (edits: unknown, more: object = {}) =>
  user.send('POST', '/api/edits', { body: { userId: 42, edits, ...more } });
const read = async (query = '') => (await user.send('GET', `/api/edits/42${query}`)).json;
const kept = async () =>
  Object.fromEntries(
    (await read()).edits.map((one: { field: string; value: string }) => [one.field, one.value]),
  );

test('are kept with their times, and the answer says how they stand', async () => {
  const answer = await save([edit('result', 'won', -5), edit('deposit', '1000', -4)]);
  expect(answer.status).toBe(200);
  expect(v.parse(CALLS.saveEdits.answer, answer.json)).toEqual(answer.json);
  expect(answer.json.before).toBe(0);
  const all = await read();
  expect(v.parse(CALLS.edits.answer, all)).toEqual(all);
  expect(all).toMatchObject({ isComplete: true, isKnown: true });
  expect(all.edits).toEqual(answer.json.edits);
  expect(all.edits).toMatchObject([edit('result', 'won', -5), edit('deposit', '1000', -4)]);
  expect((await user.send('GET', '/api/user/42')).json.edits).toBe(all.edits[1].change);
});

describe('of one field', () => {
  test.each([
    ['in order', [1, 2]],
    ['in the wrong order', [2, 1]],
  ])('the newest stays, sent %s', async (_, order) => {
    const edits = { 1: edit('note', 'first', -20), 2: edit('note', 'second', -10, OTHER) };
    for (const which of order) await save([edits[which as 1 | 2]]);
    expect(await kept()).toEqual({ note: 'second' });
  });

  test('of the same millisecond the one of the greater device stays', async () => {
    await save([edit('note', 'theirs', -5, OTHER)]);
    const answer = await save([edit('note', 'ours', -5)]);
    expect(answer.json.edits).toMatchObject([edit('note', 'theirs', -5, OTHER)]);
    expect(await kept()).toEqual({ note: 'theirs' });
  });

  test('an edit that is sent again changes nothing', async () => {
    await save([edit('note', 'once', -5)]);
    const before = await read();
    await save([edit('note', 'once', -5)]);
    expect(await read()).toEqual(before);
  });

  test('an empty value clears it', async () => {
    await save([edit('result', 'won', -5)]);
    await save([edit('result', '', -4)]);
    expect(await kept()).toEqual({ result: '' });
  });
});

test('of two devices each field has the newest of both', async () => {
  await save([edit('result', 'won', -30), edit('note', 'a', -10)]);
  await save([edit('result', 'lost', -20, OTHER), edit('note', 'b', -40, OTHER)]);
  expect(await kept()).toEqual({ result: 'lost', note: 'a' });
});

describe('a time', () => {
  test('in the future counts as now', async () => {
    const answer = await save([edit('note', 'x', 60_000)]);
    expect(answer.json.edits).toMatchObject([{ at: time(0) }]);
  });

  test('in the past stays, so that a repetition is the same edit', async () => {
    await save([edit('note', 'newer', -1_800_000, OTHER)]);
    const answer = await save([edit('note', 'older', -3_600_000)]);
    expect(answer.json.edits).toMatchObject([edit('note', 'newer', -1_800_000, OTHER)]);
  });
});

describe('an edit that no server has judged', () => {
  const HOUR = 3_600_000;
  const fresh = (value: string, ms: number, over = -START, device = DEVICE) => ({
    ...edit('note', value, ms, device),
    over: time(over),
  });

  test.each([
    ['ahead', HOUR],
    ['behind', -HOUR],
  ])('of a clock that is %s is corrected by the time of sending, once', async (_, off) => {
    const sent = [fresh('x', off - 5_000)];
    const answer = await save(sent, { sentAt: time(off) });
    expect(answer.json.edits).toMatchObject([{ at: time(-5_000) }]);
    const before = await read();
    api.clock.at += 400;
    expect((await save(sent, { sentAt: time(off + 300) })).json.edits).toEqual(answer.json.edits);
    expect(await read()).toEqual(before);
  });

  test('stays where it is if the clock is right, and so does a judged one if it is wrong', async () => {
    const answer = await save([fresh('x', -5_000), edit('leverage', '5', -9_000)], { sentAt: time(-60_000) });
    expect(answer.json.edits).toMatchObject([{ at: time(-5_000) }, { at: time(-9_000) }]);
    const wrong = await save([edit('deposit', '5', -9_000)], { sentAt: time(HOUR) });
    expect(wrong.json.edits).toMatchObject([{ at: time(-9_000) }]);
  });

  test('that seems older than the one it replaces counts as now, and another value of it too', async () => {
    await save([edit('note', 'theirs', -5_000, OTHER)]);
    const answer = await save([fresh('x', -HOUR, -5_000)], { sentAt: time(0) });
    expect(answer.json.edits).toMatchObject([{ value: 'x', at: time(0) }]);
    api.clock.at += 10;
    const next = await save([fresh('y', -HOUR + 1, -5_000)], { sentAt: time(10) });
    expect(next.json.edits).toMatchObject([{ value: 'y', at: time(10) }]);
  });
});

test('changes are told after a known one, oldest first', async () => {
  await save([edit('note', 'one', -50), edit('result', 'won', -50)]);
  const first = await read();
  await save([edit('note', 'two', -10)]);
  const { subject, field, change } = first.edits[1];
  const next = await read(`?after=${change}&known=${change}&subject=${subject}&field=${field}`);
  expect(next.edits).toMatchObject([edit('note', 'two', -10)]);
  expect(next.isKnown).toBe(true);
});

test('a change that was replaced two hundred times and more is still known', async () => {
  await save([edit('note', 'one', -5000)]);
  const [{ subject, field, change }] = (await read()).edits;
  for (let later = 0; later < 205; later += 1) await save([edit('note', `${later}`, -4000 + later)]);
  const remembered = await api.look(42, (sql) => sql.all('SELECT change FROM edit_changes'));
  expect(remembered).toHaveLength(200);
  const next = await read(`?after=${change}&known=${change}&subject=${subject}&field=${field}`);
  expect(next).toMatchObject({ isKnown: true, edits: [{ value: '204' }] });
});

describe('a server that was restored', () => {
  /** From a backup that was made right after a change. */
  const restore = (after = 0) =>
    api.look(42, (sql) => {
      sql.run('DELETE FROM edits WHERE change > ?', after);
      sql.run('DELETE FROM edit_changes WHERE change > ?', after);
    });

  test('no longer knows the newest change of a device, even after later ones', async () => {
    await save([edit('note', 'lost', -50)]);
    const [{ subject, field, change }] = (await read()).edits;
    await restore();
    const ask = () => read(`?after=${change}&known=${change}&subject=${subject}&field=${field}`);
    expect(await ask()).toMatchObject({ isKnown: false, edits: [] });
    api.clock.at += 10;
    await save([edit('result', 'won', -10)]);
    expect(await ask()).toMatchObject({ isKnown: false });
  });

  test('does not even after another device has edited the same field', async () => {
    await save([edit('note', 'kept', -90)]);
    const backup = (await read()).edits[0].change;
    await save([edit('note', 'lost', -50)]);
    const [{ subject, field, change }] = (await read()).edits;
    await restore(backup);
    api.clock.at += 10;
    await save([edit('note', 'theirs', 0, OTHER)]);
    expect(await read(`?after=${change}&known=${change}&subject=${subject}&field=${field}`)).toMatchObject({
      isKnown: false,
      edits: [{ value: 'theirs' }],
    });
  });

  test("does not even if the backup was older than all of the user's edits", async () => {
    await save([edit('note', 'lost', -50)]);
    const [{ subject, field, change }] = (await read()).edits;
    await restore();
    api.clock.at += 10;
    await save([edit('note', 'older', -90, OTHER)]);
    expect(await read(`?after=${change}&known=${change}&subject=${subject}&field=${field}`)).toMatchObject({
      isKnown: false,
      edits: [{ value: 'older' }],
    });
  });

  test('never gives the number of a change again', async () => {
    await save([edit('note', 'lost', -50), edit('result', 'won', -50)]);
    const changes = (await read()).edits.map((one: { change: number }) => one.change);
    await api.look(42, (sql) => sql.run("DELETE FROM edits WHERE field = 'result'"));
    api.clock.at += 10;
    await save([edit('result', 'lost', 0)]);
    expect((await read()).edits.at(-1).change).toBeGreaterThan(Math.max(...changes));
  });

  test('not even after the newest one was erased and the clock went back', async () => {
    await save([edit('deposit', '1000', -5)]);
    const { change } = (await save([edit('note', 'breakout', -4)])).json.edits[0];
    await user.send('DELETE', `/api/records/42/${id}`);
    api.clock.at = START - 1000;
    const { before, edits } = (await save([edit('leverage', '5', -3000)])).json;
    expect(before).toBeGreaterThan(change);
    expect(edits[0].change).toBeGreaterThan(before);
  });
});

describe('what the server does not keep', () => {
  test.each(['an unknown record', 'a record of another user', 'a deleted record'])(
    'is left out of the answer: %s',
    async (which) => {
      if (which === 'an unknown record') id = recordId();
      if (which === 'a record of another user') {
        const other = await api.registered(43);
        id = recordId();
        await other.send('POST', '/api/sync', {
          body: { userId: 43, records: [{ id, calculationType: 'RiskMoney', occurredAt: time(0) }] },
        });
      }
      if (which === 'a deleted record') await user.send('DELETE', `/api/records/42/${id}`);
      const answer = await save([edit('note', 'x', -5), edit('leverage', '5', -5)]);
      expect(answer.json.edits).toMatchObject([edit('leverage', '5', -5)]);
      expect(await kept()).toEqual({ leverage: '5' });
    },
  );

  test.each(['/api/records/42/{id}', '/api/records/42'])('goes with DELETE %s', async (path) => {
    await save([edit('note', 'x', -5), edit('leverage', '5', -5)]);
    await user.send('DELETE', path.replace('{id}', id));
    expect(await kept()).toEqual({ leverage: '5' });
  });

  test('goes with all data of the user', async () => {
    await save([edit('note', 'x', -5), edit('leverage', '5', -5)]);
    await user.send('DELETE', '/api/user/42');
    await user.send('POST', '/api/user/onboarding', { body: { userId: 42 } });
    expect(await kept()).toEqual({});
    expect(await api.look(42, (sql) => sql.all('SELECT * FROM edits'))).toEqual([]);
  });
});

test.each([
  ['an unknown field', (): unknown => [edit('balance', '1', 0)]],
  ['a field of the account for a record', () => [{ ...edit('deposit', '1', 0), subject: id }]],
  ['a result that does not exist', () => [edit('result', 'moon', 0)]],
  ['a price that is none', () => [edit('exitPrice', '1e5', 0)]],
  ['a negative price', () => [edit('exitPrice', '-1', 0)]],
  ['a price that is too long', () => [edit('exitPrice', '1'.repeat(31), 0)]],
  ['a note that is too long', () => [edit('note', 'x'.repeat(281), 0)]],
  ['a device without a proper name', () => [edit('note', 'x', 0, 'A'.repeat(16))]],
  ['too many', () => Array.from({ length: MAX_EDITS + 1 }, () => edit('note', 'x', 0))],
])('refuses %s, and keeps nothing of the call', async (_, edits) => {
  const answer = await save([edit('leverage', '5', -5), ...(edits() as unknown[])]);
  expect([answer.status, answer.json.error.code]).toEqual([400, 'malformed']);
  expect(await kept()).toEqual({});
});

test('a note of 280 letters in any script is kept', async () => {
  await save([edit('note', 'я'.repeat(280), -5)]);
  expect(await kept()).toEqual({ note: 'я'.repeat(280) });
});

test('are worth no points and leave the ledger as it is', async () => {
  const before = (await user.send('GET', '/api/user/42')).json;
  await save([edit('note', 'x', -5)]);
  const after = (await user.send('GET', '/api/user/42')).json;
  expect({ ...after, edits: 0 }).toEqual({ ...before, edits: 0 });
});
