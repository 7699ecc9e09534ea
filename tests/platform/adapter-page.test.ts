/** Messages between the host's frame and the page: haptics, colours, back, insets, theme. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { adapterOf, fakeWebApp } from '#tests/platform/adapter-rig.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

test('every touch causes haptics, however quickly it follows another', () => {
  const webApp = fakeWebApp('8.0');
  const adapter = adapterOf(webApp);
  for (const kind of ['selection', 'selection', 'error', 'impact'] as const) adapter.haptic(kind);
  expect(webApp.calls).toEqual(['selection', 'selection', 'notification error', 'impact light']);
});

test('colours: a bottom bar from 7.10 on, free header colours from 6.9 on', () => {
  const coloured = (version: string) => {
    const webApp = fakeWebApp(version);
    adapterOf(webApp, { warn: () => undefined }).setColours('#ffffff', '#eeeeee');
    return webApp.calls;
  };
  expect(coloured('6.1')).toEqual(['background #ffffff']);
  expect(coloured('7.9')).toEqual(['header #ffffff', 'background #ffffff']);
  expect(coloured('7.10')).toEqual(['header #ffffff', 'background #ffffff', 'bar #eeeeee']);
});

describe('the back button', () => {
  test('calls the latest listener, and none once hidden', () => {
    const webApp = fakeWebApp('8.0');
    const adapter = adapterOf(webApp);
    const first = vi.fn();
    const second = vi.fn();
    adapter.setBackButton(first);
    adapter.setBackButton(second);
    webApp.pressBack();
    expect(first).not.toHaveBeenCalled();
    expect(second).toHaveBeenCalledOnce();
    adapter.setBackButton(null);
    webApp.pressBack();
    expect(second).toHaveBeenCalledOnce();
    expect(webApp.calls).toEqual(['back show', 'back show', 'back hide']);
  });
});

describe('events', () => {
  test("insets add up the device's and the host's, at once and on every change", () => {
    const webApp = fakeWebApp('8.0');
    const insets = vi.fn();
    adapterOf(webApp).onInsets(insets);
    expect(insets).toHaveBeenCalledWith({ top: 15, right: 1, bottom: 20, left: 0 });
    webApp.emit('contentSafeAreaChanged');
    webApp.emit('safeAreaChanged');
    expect(insets).toHaveBeenCalledTimes(3);
  });

  test('a theme carries six-digit colours only', () => {
    const webApp = fakeWebApp('6.0');
    const themes = vi.fn();
    adapterOf(webApp).onTheme(themes);
    webApp.emit('themeChanged');
    expect(themes).toHaveBeenCalledWith({ bg_color: '#101010' });
  });
});
