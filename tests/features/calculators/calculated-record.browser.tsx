/** The record of the last calculation: a record that was just saved is not taken for a deleted one. */
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { DeviceProvider } from '#device/device-context.ts';
import type { DeviceRecord } from '#device/model.ts';
import { useCalculatedRecord } from '#features/calculators/shared/use-save-record.ts';
import { fakeDevice, settable } from '#tests/support/fake-device.ts';

const RECORD: DeviceRecord = {
  id: 'one',
  calculationType: 'AveragePosition',
  occurredAt: 0,
  inputs: {},
  revision: 0,
  state: 'pending',
  awarded: null,
  reason: null,
  refusal: null,
  seq: null,
};

function Probe({ isKept }: { readonly isKept: boolean }) {
  const record = useCalculatedRecord(
    { id: 'one', kept: isKept },
    () => undefined,
    () => undefined,
  );
  return record === undefined ? 'not read' : record === null ? 'gone' : 'there';
}

/** Shows what the hook says of record `one`, while the device answers with `stored`. */
function probe() {
  const stored = settable<DeviceRecord | null>();
  const device = fakeDevice(1);
  const withRecord = { ...device, live: { ...device.live, record: () => stored } };
  const root = createRoot(document.body.appendChild(document.createElement('output')));
  onTestFinished(() => {
    root.unmount();
    document.querySelector('body > output')?.remove();
  });

  return {
    stored,
    show: (isKept: boolean) =>
      root.render(
        <DeviceProvider value={withRecord}>
          <Probe isKept={isKept} />
        </DeviceProvider>,
      ),
    expect: (text: string) =>
      expect.poll(() => document.querySelector('body > output')?.textContent).toBe(text),
  };
}

test('between the write and the next read it is not read yet, and afterwards it is there', async () => {
  const shown = probe();
  shown.stored.set(null);
  shown.show(false);
  await shown.expect('gone');
  shown.show(true);
  await shown.expect('not read');
  shown.stored.set(RECORD);
  await shown.expect('there');
});

test('once seen, a record that is deleted is gone', async () => {
  const shown = probe();
  shown.stored.set(null);
  shown.show(false);
  await shown.expect('gone');
  shown.show(true);
  shown.stored.set(RECORD);
  await shown.expect('there');
  shown.stored.set(null);
  await shown.expect('gone');
});

test('a record of an earlier visit that was deleted meanwhile is gone at once', async () => {
  const shown = probe();
  shown.stored.set(null);
  shown.show(true);
  await shown.expect('gone');
});
