/** The profile's texts about the sync and about records. */
import { expect, test } from 'vitest';
import type { DeviceRecord } from '#device/model.ts';
import { syncWord, tallyOf } from '#features/profile/sync-words.ts';
import { IDLE } from '#tests/support/fake-device.ts';

test('one word for each state', () => {
  expect(syncWord(undefined)).toBe('loading');
  expect(syncWord(IDLE)).toBe('never');
  expect(syncWord({ ...IDLE, lastSyncedAt: 5 })).toBe('all_sent');
  expect(syncWord({ ...IDLE, lastSyncedAt: 5, pending: 2 })).toBe('some_wait');
  for (const phase of ['sending', 'offline', 'waiting', 'reopen', 'outdated', 'server_older'] as const) {
    expect(syncWord({ ...IDLE, phase, pending: 1 })).toBe(phase);
  }
});

function record(change: Partial<DeviceRecord>): DeviceRecord {
  return {
    id: '01936f2e-7b1a-7cc0-8f00-3b9a2c1d4e5f',
    calculationType: 'RiskMoney',
    occurredAt: 0,
    inputs: {},
    revision: 0,
    state: 'counted',
    awarded: 1000,
    reason: 'counted',
    refusal: null,
    seq: 3,
    ...change,
  };
}

test('records are described by their result', () => {
  const records = [
    record({}),
    record({ awarded: 0, reason: 'too_old' }),
    record({ awarded: 0, reason: 'daily_limit' }),
    record({ awarded: 0, reason: 'daily_limit' }),
    record({ state: 'pending', awarded: null, reason: null }),
    record({ state: 'not_counted', awarded: null, reason: null, refusal: 'conflict' }),
  ];
  expect(tallyOf(records, true)).toEqual([
    { word: 'pending', count: 1 },
    { word: 'counted', count: 1 },
    { word: 'zero_daily_limit', count: 2 },
    { word: 'zero_too_old', count: 1 },
    { word: 'not_counted', count: 1 },
  ]);
  expect(tallyOf(records, false)[0]).toEqual({ word: 'memory', count: 1 });
  expect(tallyOf([], true)).toEqual([]);
});
