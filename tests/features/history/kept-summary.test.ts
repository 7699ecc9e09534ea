/** When Home takes the kept summary of the last calculation, and when it computes a new one. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type RecordSummary, UNKNOWN_SUMMARY } from '#core/journal/record-summary.ts';
import type { DeviceRecord } from '#device/model.ts';
import { keepSummary, keptSummary } from '#features/history/kept-summary.ts';
import { dropDraftMirrors } from '#platform/draft-mirror.ts';

const SUMMARY: RecordSummary = { side: 'LONG', line: 'prices', figures: { entry: '5' }, result: '3' };

beforeEach(() => {
  vi.stubGlobal('window', { sessionStorage: storage(), localStorage: storage() });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

function storage() {
  const kept: Record<string, string> = {};
  const methods = {
    getItem: (name: string) => kept[name] ?? null,
    setItem: (name: string, text: string) => void Object.assign(kept, { [name]: text }),
    removeItem: (name: string) => Reflect.deleteProperty(kept, name),
  };
  // Its names can be listed, as those of a browser's.
  return new Proxy(methods, { ownKeys: () => Object.keys(kept), getOwnPropertyDescriptor: () => LISTED });
}
const LISTED = { enumerable: true, configurable: true };

function recordOf(inputs: DeviceRecord['inputs']): DeviceRecord {
  return { id: 'a', calculationType: 'RiskMoney', inputs } as DeviceRecord;
}

test('the kept one, for the same inputs, version and user only', () => {
  const record = recordOf({ entryPrice: '5' });
  expect(keptSummary(1, record)).toBeNull();
  keepSummary(1, record, SUMMARY);
  expect(keptSummary(1, { ...record, status: 'counted' } as DeviceRecord)).toEqual(SUMMARY);
  expect(keptSummary(2, record)).toBeNull();
  expect(keptSummary(1, recordOf({ entryPrice: '6' }))).toBeNull();
  expect(keptSummary(1, { ...record, calculationType: 'RiskPercent' })).toBeNull();
  vi.stubEnv('VITE_APP_VERSION', 'another');
  expect(keptSummary(1, record)).toBeNull();
});

test('it goes with the drafts', () => {
  const record = recordOf({ entryPrice: '5' });
  keepSummary(1, record, SUMMARY);
  dropDraftMirrors(1);
  expect(keptSummary(1, record)).toBeNull();
});

test('a record without inputs has no figures', () => {
  expect(keptSummary(1, recordOf({}))).toBe(UNKNOWN_SUMMARY);
});

test('what cannot be read counts as none', () => {
  const record = recordOf({ entryPrice: '5' });
  for (const text of ['{', '7', '"x"', '[]', '{"of":1}']) {
    window.localStorage.setItem('irich:1:draft:last-summary', text);
    expect(keptSummary(1, record), text).toBeNull();
  }
});
