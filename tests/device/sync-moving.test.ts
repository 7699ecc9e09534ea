/** A server that is read-only during a move: the device shows its data and keeps unsent commands. */
import { expect, test } from 'vitest';
import { idOf, keep, type Rig, refusal, rig, USER } from './sync-rig.ts';
import { states, sync } from './sync-seen.ts';

const MINUTE = 60_000;
const WRITES = [
  'POST /api/user/onboarding',
  'PATCH /api/user/language',
  'POST /api/user/sessions',
  'POST /api/sync',
  'DELETE /api/records/{id}/{recordId}',
  'DELETE /api/user/{id}',
];

/** Like the server: registered users are admitted without a write. */
function onlyReads(r: Rig): void {
  const moving = () => refusal(503, 'moving', { 'retry-after': '30' });
  for (const name of WRITES) r.script.set(name, moving);
  r.script.set('POST /api/user/register', (call) =>
    r.ledger.state.registered === null ? moving() : r.ledger.answer(call),
  );
}

const syncs = (r: Rig) => sync(r).length;

test('commands wait and are sent once when the server is writable again', async () => {
  const r = rig();
  const device = await r.open();
  void device.completeOnboarding();
  await keep(r, device, 2);
  await r.pass(MINUTE);
  onlyReads(r);
  r.calls.length = 0;
  await keep(r, device, 3, 10);
  void device.chooseLanguage('ru');
  void device.deleteRecord(idOf(1));
  await r.pass(30 * MINUTE);
  expect(device.live.sync.current()).toMatchObject({ pending: 5 });
  expect(states(r).filter((state) => state === 'counted')).toHaveLength(2);
  // As often as needed and no more.
  expect(r.calls.length).toBeGreaterThan(2);
  expect(r.calls.length).toBeLessThan(70);
  r.script.clear();
  await r.pass(30 * MINUTE);
  expect(device.live.sync.current()).toMatchObject({ phase: 'idle', pending: 0 });
  expect(r.ledger.events.filter(({ type }) => type === 'CalculationRecorded.v1')).toHaveLength(5);
  expect(new Set(states(r))).toEqual(new Set(['counted']));
  expect(r.ledger.language).toBe('ru');
});

test('a returning user sees their data', async () => {
  const r = rig();
  const first = await r.open();
  void first.completeOnboarding();
  await keep(r, first, 2);
  await r.pass(MINUTE);
  first.close();
  onlyReads(r);
  r.ledger.apply({
    type: 'record_calculation',
    recordId: idOf(900),
    calculationType: 'Staking',
    occurredAt: r.time.now(),
    sentAt: null,
  });
  const device = await r.open('launch=2');
  await r.pass(MINUTE);
  expect(device.live.sync.current()).toMatchObject({ phase: 'idle', pending: 0 });
  expect(device.live.profile.current()).toMatchObject({ userId: USER, points: { activity: 3000 } });
});

test('a new device of a registered user shows their points and history', async () => {
  const r = rig();
  r.ledger.apply({
    type: 'register',
    firstAuthDate: r.time.now() / 1000 - 60,
    premium: false,
    referrer: null,
    referrerRegistered: false,
  });
  r.ledger.apply({ type: 'complete_onboarding' });
  onlyReads(r);
  const device = await r.open();
  await r.pass(MINUTE);
  expect(device.live.profile.current()).toMatchObject({ userId: USER, head: { seq: 2 } });
  expect(device.live.sync.current()).toMatchObject({ phase: 'idle', pending: 0 });
});

test('a new user can calculate, and is registered and paid afterwards', async () => {
  const r = rig();
  onlyReads(r);
  const device = await r.open();
  void device.completeOnboarding();
  await keep(r, device, 2);
  await r.pass(10 * MINUTE);
  expect(syncs(r)).toBe(0);
  expect(states(r)).toEqual(['pending', 'pending']);
  r.script.clear();
  await r.pass(10 * MINUTE);
  expect(states(r)).toEqual(['counted', 'counted']);
  expect(r.ledger.state).toMatchObject({ onboarded: true, points: { activity: 2000 } });
});
