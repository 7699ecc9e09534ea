/** Edits are kept with every keystroke, and sent after a pause or at the end. */
import { expect, test } from 'vitest';
import type { OpenDevice } from '#device/create-device.ts';
import { idOf, keep, type Rig, refusal, rig } from './sync-rig.ts';
import { settled } from './sync-seen.ts';

const MINUTE = 60_000;

async function opened(r: Rig): Promise<OpenDevice> {
  const device = await r.open();
  await settled(r);
  await keep(r, device, 1);
  await settled(r);
  return device;
}

const notes = (r: Rig) =>
  r.calls.flatMap(({ name, body }) => (name === 'POST /api/edits' ? [body.edits[0].value] : []));
const note = (device: OpenDevice, text: string) => device.markOutcome(idOf(1), { note: text });

test('a minute of typing sends once, two seconds after its end', async () => {
  const r = rig();
  const device = await opened(r);
  let text = '';
  for (let key = 0; key < 240; key++) {
    text += 'x';
    await note(device, text);
    await r.pass(250);
  }
  expect(notes(r)).toEqual([]);
  expect(r.rows('records')[0]?.outcome?.['note']?.value).toBe(text);
  await r.pass(1_740);
  expect(notes(r)).toEqual([]);
  await r.pass(30);
  expect(notes(r)).toEqual([text]);
  await r.pass(2 * MINUTE);
  expect(notes(r)).toEqual([text]);
});

test.each<[string, (r: Rig, device: OpenDevice) => void]>([
  ['when the page hides', (r) => r.wake('hidden')],
  ['at the end of editing', (_, device) => void device.sendEdits()],
  [
    'with another change',
    (_, device) => void device.record({ id: idOf(2), calculationType: 'RiskMoney', inputs: {} }),
  ],
])('what waits is sent at once %s, and only once', async (_, end) => {
  const r = rig();
  const device = await opened(r);
  await note(device, 'held');
  await device.changeAccount({ deposit: '5' });
  end(r, device);
  await r.pass(100);
  expect(r.calls.filter(({ name }) => name === 'POST /api/edits')).toHaveLength(1);
  expect(r.ledger.edits.all().map(({ value }) => value)).toEqual(['held', '5']);
  const calls = r.calls.length;
  await r.pass(10_000);
  expect(r.calls.length).toBe(calls);
});

test('a hidden page does not wait for a pause', async () => {
  const r = rig();
  const device = await opened(r);
  r.isVisible = false;
  await note(device, 'held');
  await r.pass(100);
  expect(notes(r)).toEqual(['held']);
});

test('the end of editing and a hidden page ask for nothing if nothing waits', async () => {
  const r = rig();
  const device = await opened(r);
  r.calls.length = 0;
  void device.sendEdits();
  r.wake('hidden');
  await r.pass(10_000);
  expect(r.calls).toEqual([]);
});

test('a closed device sends nothing any more, and the next one sends it', async () => {
  const r = rig();
  const device = await opened(r);
  await note(device, 'held');
  device.close();
  await r.pass(10_000);
  expect(notes(r)).toEqual([]);
  await r.open();
  await r.pass(1_000);
  expect(notes(r)).toEqual(['held']);
});

test('a pause presses no server that asked for time', async () => {
  const r = rig();
  const device = await opened(r);
  r.script.set('POST /api/edits', () => refusal(429, 'too_many_requests', { 'retry-after': '600' }));
  await note(device, 'one');
  await r.pass(5_000);
  await note(device, 'two');
  await r.pass(5_000);
  r.wake('hidden');
  await r.pass(5_000);
  expect(notes(r)).toEqual(['one']);
  r.script.clear();
  await r.pass(10 * MINUTE);
  expect(notes(r)).toEqual(['one', 'two']);
});

test('a recovered edit is sent', async () => {
  const r = rig();
  const device = await opened(r);
  await device.recoverEdits({ subject: idOf(1), change: { note: 'held' }, at: r.time.now() });
  await device.recoverEdits({ subject: 'account', change: { leverage: '5' }, at: r.time.now() - MINUTE });
  await r.pass(5_000);
  expect(r.ledger.edits.all()).toMatchObject([
    { value: 'held' },
    { value: '5', at: new Date(r.time.now() - MINUTE - 5_000).toISOString() },
  ]);
});
