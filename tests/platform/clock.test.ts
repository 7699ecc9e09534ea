/** The device's time zone, which engines tell in two ways. */
import { afterEach, expect, test, vi } from 'vitest';
import { deviceZone } from '#platform/clock.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('the zone comes from Temporal where there is one, else from a date format', () => {
  vi.stubGlobal('Temporal', undefined);
  expect(deviceZone()).toBe(new Intl.DateTimeFormat().resolvedOptions().timeZone);
  vi.stubGlobal('Temporal', { Now: { timeZoneId: () => 'Asia/Almaty' } });
  expect(deviceZone()).toBe('Asia/Almaty');
});

test('an engine that refuses it has none', () => {
  vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  vi.stubGlobal('Temporal', undefined);
  vi.stubGlobal('Intl', {});
  expect(deviceZone()).toBeNull();
});
