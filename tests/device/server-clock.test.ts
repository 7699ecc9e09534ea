/** The server's clock as its answers show it to a device with a wrong clock. */
import { expect, test } from 'vitest';
import { serverOffset } from '#device/sync/server-clock.ts';
import { refusal, rig } from './sync-rig.ts';

const DATE = 'Mon, 23 Nov 2026 00:00:10 GMT';
const AT = Date.parse(DATE);
const DAY = 86_400_000;
const answer = (phoneAhead: number, tookMs: number, date: string | null = DATE) => ({
  date,
  sentAt: AT + phoneAhead + 500 - tookMs,
  receivedAt: AT + phoneAhead + 500,
});

test.each([0, DAY, -DAY, 3_600_000])('a phone that is %d ms ahead never shows a day too early', (ahead) => {
  const offset = serverOffset(null, answer(ahead, 300));
  expect(offset).toBe(-ahead - 500);
});

test('a matching answer changes nothing, a different one does', () => {
  expect(serverOffset(-200, answer(0, 300))).toBe(-200);
  // A slow answer is imprecise.
  expect(serverOffset(-500, { date: DATE, sentAt: AT, receivedAt: AT + 15_000 })).toBe(-500);
  // The answer's whole second, counted from when it was sent.
  expect(serverOffset(1_000, { date: DATE, sentAt: AT, receivedAt: AT + 300 })).toBe(1_000);
  expect(serverOffset(1_001, { date: DATE, sentAt: AT, receivedAt: AT + 300 })).toBe(-300);
  expect(serverOffset(-15_000, answer(0, 300))).toBe(-500);
  expect(serverOffset(-200, answer(DAY, 300))).toBe(-DAY - 500);
});

test.each([null, '', 'soon'])('a date of %j is ignored', (date) => {
  expect(serverOffset(null, answer(0, 300, date))).toBeNull();
  expect(serverOffset(7, answer(0, 300, date))).toBe(7);
});

test('a clock set back during the call gives no offset', () => {
  for (const known of [null, 7, 5_000]) {
    expect(serverOffset(known, { date: DATE, sentAt: AT, receivedAt: AT - 1 })).toBe(known);
  }
  expect(serverOffset(null, { date: DATE, sentAt: AT, receivedAt: AT })).toBe(0);
});

test('a device stores it, also for a start without a network', async () => {
  const r = rig();
  r.script.set('POST /api/checkin/status', () => ({
    status: 200,
    body: { isAvailable: true, currentStreak: 0, bonusAmount: '10', freezes: 0, freezesAtWork: 0 },
    headers: { date: new Date(Math.floor(r.time.now() / 1000) * 1000 + DAY).toUTCString() },
  }));
  const device = await r.open();
  device.live.serverOffset.subscribe(() => undefined);
  await r.pass(1_000);
  expect(device.live.serverOffset.current()).toBeNull();
  void device.checkInStatus();
  await r.pass(1_000);
  const offset = device.live.serverOffset.current() ?? 0;
  expect(Math.abs(offset - DAY)).toBeLessThanOrEqual(1_000);
  device.close();

  r.online = false;
  const again = await r.open();
  again.live.serverOffset.subscribe(() => undefined);
  await r.pass(1_000);
  expect(again.live.serverOffset.current()).toBe(offset);
});

test('refusals and public answers are not trusted', async () => {
  const r = rig();
  const date = new Date(r.time.now() + DAY).toUTCString();
  r.script.set('POST /api/checkin/status', () => refusal(500, 'internal', { date }));
  r.script.set('GET /api/market/overview', () => refusal(500, 'internal', { date }));
  const device = await r.open();
  device.live.serverOffset.subscribe(() => undefined);
  void device.checkInStatus();
  await r.pass(5_000);
  expect(device.live.serverOffset.current()).toBeNull();
});
