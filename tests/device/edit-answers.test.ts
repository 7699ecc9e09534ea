/** Answers of the server about edits that are odd: none keeps the sync from its other work. */
import { expect, test } from 'vitest';
import type { OpenDevice } from '#device/create-device.ts';
import { idOf, keep, type Rig, refusal, rig } from './sync-rig.ts';
import { settled } from './sync-seen.ts';

const MINUTE = 60_000;
const POST = 'POST /api/edits';
const GET = 'GET /api/edits/{id}';

async function opened(r: Rig): Promise<OpenDevice> {
  const device = await r.open();
  await settled(r);
  await keep(r, device, 1);
  await settled(r);
  return device;
}

const asked = (r: Rig) => r.names().filter((name) => name === GET).length;

/** Another device edits the note. */
function editElsewhere(r: Rig): void {
  const at = new Date(r.time.now()).toISOString();
  r.ledger.edits.save({
    edits: [{ subject: idOf(1), field: 'note', value: 'theirs', at, device: 'f'.repeat(16) }],
  });
}

test('the edits of another device are asked for once', async () => {
  const r = rig();
  const device = await opened(r);
  editElsewhere(r);
  void device.syncNow();
  await r.pass(MINUTE);
  expect(asked(r)).toBe(1);
});

test.each([
  ['nothing', () => []],
  ['the same edit again', (r: Rig) => r.ledger.edits.all()],
])('an incomplete answer with %s is not asked for again in the same round', async (_, edits) => {
  const r = rig();
  const device = await opened(r);
  editElsewhere(r);
  void device.syncNow();
  await settled(r);
  editElsewhere(r);
  const before = r.ledger.edits.all();
  r.script.set(GET, () => ({
    status: 200,
    body: { edits: edits(r).slice(0, before.length), isComplete: false, isKnown: true },
  }));
  void device.syncNow();
  await r.pass(1_000);
  expect(asked(r)).toBeLessThanOrEqual(2);
  expect(r.names()).toContain('GET /api/market/overview');
});

test('a server that fails on edits still gives the profile and the market', async () => {
  const r = rig();
  const device = await opened(r);
  r.script.set(POST, () => refusal(500, 'internal'));
  await device.markOutcome(idOf(1), { note: 'ours' });
  void device.syncNow();
  await r.pass(1_000);
  expect(r.names()).toContain('GET /api/user/{id}');
  expect(r.names()).toContain('GET /api/market/overview');
});

test('a server that asks for time gets no other call', async () => {
  const r = rig();
  const device = await opened(r);
  r.script.set(POST, () => refusal(429, 'too_many_requests', { 'retry-after': '600' }));
  await device.markOutcome(idOf(1), { note: 'ours' });
  void device.syncNow();
  await r.pass(MINUTE);
  expect(r.names()).toEqual([POST]);
});

test('only a refusal is logged', async () => {
  const r = rig();
  const device = await opened(r);
  await device.markOutcome(idOf(1), { note: 'fine' });
  await r.pass(MINUTE);
  expect(r.logs.filter((line) => line.includes('refused'))).toEqual([]);
  r.script.set(POST, () => refusal(400, 'malformed'));
  await device.markOutcome(idOf(1), { note: 'poison' });
  await r.pass(MINUTE);
  expect(r.logs.filter((line) => line.includes('refused'))).toEqual(['The server refused an edit']);
});
