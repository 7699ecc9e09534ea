/** The host's scanner for QR codes: it scans on after a refused code, and no scan waits for ever. */
import { describe, expect, test, vi } from 'vitest';
import type { WebAppLike } from '#platform/telegram/web-app.ts';
import { adapterOf, fakeWebApp } from '#tests/platform/adapter-rig.ts';

type Callback = Parameters<WebAppLike['showScanQrPopup']>[1];

/** Like the SDK: a scanner that is open refuses to open, and the callback's true closes it. */
function rig() {
  const shown: string[] = [];
  let open: Callback | null = null;
  const webApp = fakeWebApp('8.0', {
    showScanQrPopup({ text }, callback) {
      if (open !== null) throw new Error('WebAppScanQrPopupOpened');
      shown.push(text);
      open = callback;
    },
    closeScanQrPopup() {
      open = null;
    },
  });
  const warn = vi.fn();
  return {
    adapter: adapterOf(webApp, { warn }),
    warn,
    shown,
    isOpen: () => open !== null,
    scan(text: string) {
      if (open?.(text) === true) open = null;
    },
    /** The host has closed it. */
    closed() {
      open = null;
      webApp.emit('scanQrPopupClosed');
    },
  };
}

const onlyPlans = (text: string) => (text === 'plan' ? null : `${text} is no plan`);

describe('the scanner', () => {
  test('closes on a text that is taken', async () => {
    const { adapter, shown, scan, isOpen, closed } = rig();
    const read = vi.fn(onlyPlans);
    const answer = adapter.scanCode('Scan a plan', read);
    scan('plan');
    expect(isOpen()).toBe(false);
    closed();
    expect(await answer).toEqual({ ok: true, value: true });
    expect(shown).toEqual(['Scan a plan']);
    expect(read.mock.calls).toEqual([['plan']]);
  });

  test('opens anew with what is wrong with a refused text, reads no text twice in a row, and takes the next', async () => {
    const { adapter, shown, scan, closed } = rig();
    const read = vi.fn(onlyPlans);
    const answer = adapter.scanCode('Scan a plan', read);
    scan('menu');
    closed();
    expect(shown).toEqual(['Scan a plan', 'menu is no plan']);
    scan('menu');
    scan('menu');
    expect(read).toHaveBeenCalledOnce();
    scan('wifi');
    closed();
    expect(shown.at(-1)).toBe('wifi is no plan');
    scan('plan');
    expect(await answer).toEqual({ ok: true, value: true });
  });

  test('that the user closes ends the scan, after a refusal too', async () => {
    const { adapter, scan, closed, shown } = rig();
    const first = adapter.scanCode('Scan a plan', onlyPlans);
    closed();
    expect(await first).toEqual({ ok: true, value: false });
    const second = adapter.scanCode('Scan a plan', onlyPlans);
    scan('menu');
    closed();
    closed();
    expect(await second).toEqual({ ok: true, value: false });
    expect(shown).toHaveLength(3);
  });

  test('that closed without a word opens again on the next call, which ends the first', async () => {
    const { adapter, scan, shown, warn } = rig();
    const first = adapter.scanCode('Scan a plan', onlyPlans);
    const second = adapter.scanCode('Scan a plan', onlyPlans);
    expect(await first).toEqual({ ok: true, value: false });
    scan('plan');
    expect(await second).toEqual({ ok: true, value: true });
    expect(shown).toHaveLength(2);
    expect(warn).not.toHaveBeenCalled();
  });

  test('is never given more than 64 characters, nor anything but a text', async () => {
    const { adapter, shown, scan } = rig();
    const read = vi.fn(onlyPlans);
    const answer = adapter.scanCode('x'.repeat(65), read);
    expect(shown).toEqual(['x'.repeat(64)]);
    scan(null as unknown as string);
    expect(read).not.toHaveBeenCalled();
    scan('plan');
    expect(await answer).toEqual({ ok: true, value: true });
  });
});
