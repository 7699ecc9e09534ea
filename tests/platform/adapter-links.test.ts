/** Which addresses the adapter opens, and how. */
import { describe, expect, test, vi } from 'vitest';
import { adapterOf, fakeWebApp } from '#tests/platform/adapter-rig.ts';

describe('links', () => {
  const opened = (link: string, how: 'openLink' | 'openTelegramLink') => {
    const webApp = fakeWebApp('8.0');
    const warn = vi.fn();
    const answer = adapterOf(webApp, { warn })[how](link);
    return { answer, calls: webApp.calls, warned: warn.mock.calls.flat() };
  };

  test.each([
    'javascript:alert(1)',
    'JavaScript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'tg://resolve?domain=x',
    'intent://x#Intent;end',
    'file:///etc/passwd',
    'ftp://example.org/',
    '//example.org/',
    '/profile',
    '',
    'https://',
    'https://t.me@evil.example/',
    'https://user@t.me/x',
    'https://a:b@example.org/',
  ])('%j is never opened', (link) => {
    for (const how of ['openLink', 'openTelegramLink'] as const) {
      expect(opened(link, how)).toEqual({
        answer: { ok: false, error: { type: 'invalid_url' } },
        calls: [],
        warned: [`Invalid URL: ${link}`],
      });
    }
  });

  test.each([
    ['https://t.me/x', 'openTelegramLink https://t.me/x'],
    ['HTTPS://T.ME/Chat?a=1', 'openTelegramLink https://t.me/Chat?a=1'],
    ['https://t.me:443/x', 'openTelegramLink https://t.me/x'],
    ['http://t.me/x', 'openLink http://t.me/x'],
    ['https://t.me:8443/x', 'openLink https://t.me:8443/x'],
    ['https://t.me.evil.example/x', 'openLink https://t.me.evil.example/x'],
    ['https://evil.example/t.me/x', 'openLink https://evil.example/t.me/x'],
    ['https://xt.me/x', 'openLink https://xt.me/x'],
    ['https://ada.t.me/', 'openLink https://ada.t.me/'],
    ['https://t.me./x', 'openLink https://t.me./x'],
  ])('%s as a link of the messaging app: %s', (link, call) => {
    expect(opened(link, 'openTelegramLink')).toEqual({
      answer: { ok: true, value: null },
      calls: [call],
      warned: [],
    });
  });

  test('a link that the host fails to open is opened by the browser', () => {
    const fail = () => {
      throw new Error('WebAppTgUrlInvalid');
    };
    const open = vi.fn();
    const webApp = fakeWebApp('8.0', { openLink: fail, openTelegramLink: fail });
    const adapter = adapterOf(webApp, { open, warn: () => undefined });
    expect(adapter.openLink('https://example.org/a').ok).toBe(true);
    expect(adapter.openTelegramLink('https://t.me/a').ok).toBe(true);
    expect(open.mock.calls).toEqual([['https://example.org/a'], ['https://t.me/a']]);
  });
});
