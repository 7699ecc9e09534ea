/** The table of jobs: when each is due, what a failure costs, and which of them a report ends. */
import { beforeEach, expect, test } from 'vitest';
import {
  claimJobs,
  dropJob,
  enqueue,
  findJob,
  jobDone,
  jobsDueAt,
  jobTables,
  updateJob,
} from '#api/runtime/jobs.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';

const NOW = 1_000_000;
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let sql: Sql;
beforeEach(() => {
  sql = openBetterSqlite3(':memory:');
  migrate(sql, jobTables.migrations, NOW);
});

const claim = (now: number, most = 9) => claimJobs(sql, 'a', now, most);
const users = (now: number, most?: number) => claim(now, most).map(({ userId }) => userId);

test('without jobs nothing is due', () => {
  enqueue(sql, 'b', 1, NOW);
  expect([jobsDueAt(sql, 'a', NOW), claim(NOW), findJob(sql, 'a', 1)]).toEqual([null, [], undefined]);
});

test('due jobs are claimed, the longest waiting first, then the oldest', () => {
  enqueue(sql, 'a', 4, NOW + 1);
  enqueue(sql, 'a', 3, NOW);
  enqueue(sql, 'a', 2, NOW);
  enqueue(sql, 'a', 1, NOW - 1);
  expect(jobsDueAt(sql, 'a', NOW)).toBe(NOW - 1);
  expect(users(NOW, 2)).toEqual([1, 3]);
  expect(users(NOW)).toEqual([2]);
  expect(users(NOW)).toEqual([]);
  expect(jobsDueAt(sql, 'a', NOW)).toBe(NOW + 1);
});

test('a claimed job is due again after 5 s, 10 s, 20 s, … at most 10 minutes, until it is done', () => {
  enqueue(sql, 'a', 1, NOW, 'what');
  let now = NOW;
  for (const [index, seconds] of [5, 10, 20, 40, 80, 160, 320, 600, 600].entries()) {
    expect(claim(now)).toMatchObject([{ userId: 1, payload: 'what', attempts: index + 1 }]);
    now += seconds * 1000;
    expect(jobsDueAt(sql, 'a', now)).toBe(now);
    expect(claim(now - 1)).toEqual([]);
  }
  for (const job of claim(now)) jobDone(sql, job);
  expect(jobsDueAt(sql, 'a', now)).toBeNull();
});

test('a new job takes the place of one under way, and only its own report ends it', () => {
  enqueue(sql, 'a', 1, NOW);
  const [old] = claim(NOW);
  if (old === undefined) throw new Error('none is due');
  enqueue(sql, 'a', 1, NOW, 'newer');
  updateJob(sql, { ...old, payload: 'older' }, NOW + DAY);
  jobDone(sql, old);
  expect(claim(NOW)).toMatchObject([{ payload: 'newer', attempts: 1 }]);
  dropJob(sql, 'a', 1);
  enqueue(sql, 'a', 1, NOW);
  jobDone(sql, old);
  expect(users(NOW)).toEqual([1]);
});

test('a change of a job under way stays', () => {
  enqueue(sql, 'a', 1, NOW);
  for (const job of claim(NOW)) updateJob(sql, { ...job, payload: 'changed', attempts: 0 }, NOW);
  expect(claim(NOW)).toMatchObject([{ payload: 'changed', attempts: 1 }]);
});

test('only the job of this user and kind is dropped', () => {
  for (const kind of ['a', 'b']) for (const userId of [1, 2]) enqueue(sql, kind, userId, NOW);
  dropJob(sql, 'a', 1);
  expect(sql.all('SELECT kind, user_id AS userId FROM jobs ORDER BY id')).toEqual([
    { kind: 'a', userId: 2 },
    { kind: 'b', userId: 1 },
    { kind: 'b', userId: 2 },
  ]);
});

test('a wait that a fast clock started ends at once', () => {
  enqueue(sql, 'a', 1, NOW);
  claim(NOW + DAY);
  expect(jobsDueAt(sql, 'a', NOW)).toBe(NOW);
  expect(users(NOW)).toEqual([1]);
  expect(jobsDueAt(sql, 'a', NOW)).toBe(NOW + 10_000);
  enqueue(sql, 'a', 2, NOW + 10 * MINUTE);
  expect(users(NOW)).toEqual([]);
});

test('due jobs are found by the index', () => {
  const plan = sql.all<{ detail: string }>(
    "EXPLAIN QUERY PLAN SELECT id FROM jobs WHERE kind = 'a' AND due_at <= 1 ORDER BY due_at, id LIMIT 1",
  );
  expect(plan.map(({ detail }) => detail)).toEqual([
    expect.stringMatching(/^SEARCH jobs USING (COVERING )?INDEX jobs_by_time/),
  ]);
});
