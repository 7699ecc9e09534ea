/** What a failed call means for the sync: where it stops, what it gives up, and how much it sends next. */
import { describe, expect, test } from 'vitest';
import type { Failure } from '#device/sync/api-client.ts';
import { adjustPace, fullPace, isAtFault, isStale, stopOf } from '#device/sync/context.ts';

const refused = (
  status: number,
  code: string | null = null,
  retryAfterMs: number | null = null,
): Failure => ({
  type: 'refused',
  status,
  code,
  retryAfterMs,
});
const FACTS = { generation: 3 };

describe('the sync', () => {
  test.each<readonly [Failure, object]>([
    [{ type: 'no_answer' }, { type: 'offline' }],
    [
      { type: 'unreadable', status: 200 },
      { type: 'waiting', retryAfterMs: null },
    ],
    [{ type: 'unchanged' }, { type: 'waiting', retryAfterMs: null }],
    [refused(401, 'launch_data_expired'), { type: 'reopen' }],
    [refused(401), { type: 'waiting', retryAfterMs: null }],
    [refused(404, 'unknown_user'), { type: 'unregistered' }],
    [refused(404, 'not_found', 5), { type: 'waiting', retryAfterMs: 5 }],
    [refused(410, 'data_deleted'), { type: 'deleted', generation: 3 }],
    [refused(426, 'client_outdated'), { type: 'outdated' }],
    [refused(503, 'server_older'), { type: 'server_older' }],
    [refused(503, 'unavailable', 9_000), { type: 'waiting', retryAfterMs: 9_000 }],
  ])('after %j stops with %j', (failure, stop) => {
    expect(stopOf(failure, FACTS)).toEqual(stop);
  });

  test.each([400, 413, 414, 415, 422, 431])('takes an answer of %i as a fault of the request', (status) => {
    expect(isAtFault(refused(status))).toBe(true);
  });

  test.each<Failure>([
    refused(401),
    refused(403),
    refused(404),
    refused(409),
    refused(412),
    refused(429),
    refused(500),
    refused(503),
    { type: 'unreadable', status: 400 },
    { type: 'no_answer' },
  ])('takes %j as no fault of the request', (failure) => {
    expect(isAtFault(failure)).toBe(false);
  });
});

test('launch data are too old for a deletion only if the server says so', () => {
  expect(isStale(refused(403, 'launch_data_stale'))).toBe(true);
  expect(isStale(refused(401, 'launch_data_expired'))).toBe(false);
  expect(isStale({ type: 'no_answer' })).toBe(false);
});

describe('the size limit of a batch', () => {
  const FULL = 200 * 1024;
  const paceAfter = (batchBytes: number, bytes: number, failure: Failure | null) => {
    const pace = { batchBytes };
    adjustPace(pace, bytes, failure);
    return pace.batchBytes;
  };

  test('starts at its maximum', () => {
    expect(fullPace()).toEqual({ batchBytes: FULL });
  });

  test('halves after the network failed to carry a batch, down to one byte', () => {
    expect(paceAfter(FULL, 1_001, { type: 'no_answer' })).toBe(500);
    expect(paceAfter(FULL, 1, { type: 'no_answer' })).toBe(1);
  });

  test('doubles with every batch that arrives, up to the maximum', () => {
    expect(paceAfter(500, 400, null)).toBe(1_000);
    expect(paceAfter(FULL / 2 + 1, 400, null)).toBe(FULL);
  });

  test('stays after any answer, even an error', () => {
    expect(paceAfter(500, 400, refused(500))).toBe(500);
    expect(paceAfter(500, 400, { type: 'unreadable', status: 200 })).toBe(500);
  });
});
