/** The daily bonus on a faulty device: the screen always gets an answer, and a paid bonus stays paid. */
import { expect, test } from 'vitest';
import { type Rig, rig } from '#tests/device/sync-rig.ts';

const STATUS = 'POST /api/checkin/status';
const CLAIM = 'POST /api/checkin/claim';

function served(r: Rig): void {
  r.script.set(STATUS, () => ({
    status: 200,
    body: { isAvailable: true, currentStreak: 0, bonusAmount: '10', freezes: 0, freezesAtWork: 0 },
  }));
  r.script.set(CLAIM, () => {
    r.ledger.apply({ type: 'claim_check_in' });
    return {
      status: 200,
      body: {
        message: 'Bonus claimed',
        newStreak: 1,
        bonusAmount: '10',
        freezesAtWork: 0,
        profile: r.ledger.profile(),
      },
    };
  });
}

/** Makes one step of the store fail unexpectedly from now on; returns how to end that. */
function breakStore(r: Rig, table: 'settings' | 'profile', step: 'get' | 'set'): () => void {
  const rows = r.database.tables.get(table);
  if (rows === undefined) throw new Error('no table');
  const before = rows[step];
  rows[step] = () => {
    throw new TypeError('an unusual fault');
  };
  return () => Object.assign(rows, { [step]: before });
}

async function soon<T>(r: Rig, answer: Promise<T>): Promise<T> {
  await r.pass(5_000);
  return answer;
}

test('if the store cannot be read both calls fail, each with one log line', async () => {
  const r = rig();
  served(r);
  const device = await r.open();
  await r.pass(5_000);
  const mend = breakStore(r, 'settings', 'get');
  const before = r.logs.length;
  expect(await soon(r, device.checkInStatus())).toEqual({ ok: false, error: 'failed' });
  expect(await soon(r, device.claimCheckIn())).toEqual({ ok: false, error: 'failed' });
  expect(r.logs.slice(before)).toEqual([
    'The check-in failed on this device',
    'The check-in failed on this device',
  ]);
  mend();
  expect(await soon(r, device.checkInStatus())).toMatchObject({ ok: true, bonusAmount: 10_000 });
});

test('a paid bonus counts even if its profile was not stored, and the next sync brings it', async () => {
  const r = rig();
  served(r);
  const device = await r.open();
  device.live.profile.subscribe(() => undefined);
  await r.pass(5_000);
  const mend = breakStore(r, 'profile', 'set');
  const claim = device.claimCheckIn();
  await r.pass(10);
  mend();
  expect(await claim).toMatchObject({ ok: true, isAvailable: false, currentStreak: 1, bonusAmount: 10_000 });
  expect(r.logs).toContain('Cannot save the profile after a check-in');
  await r.pass(1_000);
  expect(device.live.profile.current()?.points.checkin).toBe(10_000);
});
