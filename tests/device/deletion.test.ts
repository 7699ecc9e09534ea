/** What a deletion leaves on the device, and the proof that repeats it. */
import { expect, test } from 'vitest';
import { keep, type Rig, refusal, rig } from './sync-rig.ts';
import { settled } from './sync-seen.ts';

const DELETE = 'DELETE /api/user/{id}';
const MINUTE = 60_000;

/** All rows of the device's database. */
const kept = (r: Rig) => JSON.stringify([...r.database.tables.values()].map((table) => [...table.values()]));

async function deleted(r: Rig) {
  const device = await r.open('launch=signed');
  void device.completeOnboarding();
  await keep(r, device, 1);
  await settled(r);
  expect(kept(r)).toContain('launch=signed');
  const before = r.ledger.events.length;
  const outcome = device.deleteMyData();
  await settled(r);
  return { device, outcome, before };
}

test('a deletion removes the launch data, also after the next registration and at the next start', async () => {
  const r = rig();
  const { device, outcome } = await deleted(r);
  expect(await outcome).toBe('deleted');
  expect(kept(r)).not.toContain('launch=');
  device.close();
  const again = await r.open('launch=next');
  await r.pass(MINUTE);
  expect(kept(r)).not.toContain('launch=');
  void again.completeOnboarding();
  await r.pass(MINUTE);
  expect(kept(r)).toContain('launch=next');
});

test('the proof of a deletion is sent to a restored server that lost it', async () => {
  const r = rig();
  const answered = r.ledger.answer;
  r.script.set(DELETE, (call) => {
    const answer = answered(call);
    return answer === null ? null : { ...answer, body: { ...(answer.body as object), proof: '1.proof' } };
  });
  const { before } = await deleted(r);
  r.ledger.cut(before);
  r.wake('visible');
  await r.pass(2_000);
  const shown = r.calls
    .filter(({ name }) => name === DELETE)
    .map(({ headers }) => headers['x-deletion-proof']);
  expect(shown).toEqual(['1.proof']);
  expect(r.ledger.state.deletions).toBe(1);
});

test('launch data too old for a deletion erase nothing, and the app has to be reopened', async () => {
  const r = rig();
  r.script.set(DELETE, () => refusal(403, 'launch_data_stale'));
  const { outcome } = await deleted(r);
  expect(await outcome).toBe('reopen');
  expect(r.rows('records')).toHaveLength(1);
});

test('a repeated deletion without a proof waits for a new launch', async () => {
  const r = rig();
  const { device, before } = await deleted(r);
  r.ledger.cut(before);
  r.script.set(DELETE, () => refusal(403, 'launch_data_stale'));
  r.wake('visible');
  await r.pass(2_000);
  expect(device.live.sync.current()?.phase).toBe('reopen');
  expect(r.rows('outbox').map(({ key }) => key)).toContain('0:delete');
});
