/** When the device gets a half-filled form. */
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DeviceProvider } from '#device/device-context.ts';
import { PAUSE_MS } from '#features/calculators/shared/draft.ts';
import { type ScreenDraft, useDraft } from '#features/calculators/shared/use-draft.ts';
import { fakeDevice } from '#tests/support/fake-device.ts';
import { letTimePass, stopTime } from '#tests/support/on-screen.ts';

const saved: unknown[] = [];
let root: Root;
let draft: ScreenDraft<string> | null = null;

function Form() {
  draft = useDraft(
    'form',
    (stored) => (typeof stored === 'string' ? stored : null),
    () => '',
  );
  return null;
}

beforeEach(async () => {
  saved.length = 0;
  draft = null;
  const device = {
    ...fakeDevice(1),
    readDraft: async () => null,
    saveDraft: async (_key: string, value: unknown) => void saved.push(value),
  };
  root = createRoot(document.body.appendChild(document.createElement('output')));
  root.render(
    <DeviceProvider value={device}>
      <Form />
    </DeviceProvider>,
  );
  await expect.poll(() => draft?.isSettled).toBe(true);
  stopTime();
});

afterEach(() => {
  vi.useRealTimers();
  root.unmount();
  document.querySelector('body > output')?.remove();
  localStorage.clear();
  sessionStorage.clear();
});

test('in a pause of the typing', async () => {
  draft?.update(() => '1');
  await letTimePass(PAUSE_MS - 1);
  draft?.update(() => '12');
  await letTimePass(PAUSE_MS - 1);
  expect(saved).toEqual([]);
  await letTimePass(1);
  expect(saved).toEqual(['12']);
});

test('when the page is hidden', () => {
  draft?.update(() => '12');
  document.dispatchEvent(new Event('visibilitychange'));
  expect(saved).toEqual(['12']);
});

test('when the screen ends', () => {
  draft?.update(() => '12');
  root.unmount();
  expect(saved).toEqual(['12']);
});
