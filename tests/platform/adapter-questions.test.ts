/** The user's answers in the host's own dialogs: popups, write access, downloads. */
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { WebAppLike, WebAppPopup } from '#platform/telegram/web-app.ts';
import { adapterOf, fakeWebApp, POPUP } from '#tests/platform/adapter-rig.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe('popups', () => {
  const letters = (count: number) => 'x'.repeat(count);
  const button = (id: number, text: number) => ({ id: letters(id), text: letters(text) });

  test.each([
    ['the longest values', letters(64), letters(256), [button(64, 64), button(0, 1), button(1, 1)]],
    ['no title', undefined, 'a', [button(1, 1)]],
    ['surrounding spaces, which do not count', `  ${letters(64)} `, ` ${letters(256)} `, [button(1, 1)]],
  ])('%s is accepted', async (_what, title, message, buttons) => {
    const asked: WebAppPopup[] = [];
    const webApp = fakeWebApp('6.2', {
      showPopup: (popup, callback) => {
        asked.push(popup);
        callback(popup.buttons[0]?.id);
      },
    });
    const popup = { message, buttons, ...(title === undefined ? {} : { title }) };
    const answer = await adapterOf(webApp).showPopup(popup);
    expect(answer).toEqual({ ok: true, value: buttons[0]?.id });
    expect(asked).toEqual([
      { ...popup, buttons: buttons.map((one) => ({ ...one, type: 'default' as const })) },
    ]);
  });

  test.each([
    ['a title of 65', letters(65), 'a', [button(1, 1)]],
    ['no message', 'a', '', [button(1, 1)]],
    ['a message of spaces', 'a', '   ', [button(1, 1)]],
    ['a message of 257', 'a', letters(257), [button(1, 1)]],
    ['no button', 'a', 'a', []],
    ['four buttons', 'a', 'a', [button(1, 1), button(1, 1), button(1, 1), button(1, 1)]],
    ['a button id of 65', 'a', 'a', [button(65, 1)]],
    ['a button without text', 'a', 'a', [button(1, 0)]],
    ['a button text of 65', 'a', 'a', [button(1, 65)]],
  ])('%s is refused before it reaches the host', async (_what, title, message, buttons) => {
    const warn = vi.fn();
    const webApp = fakeWebApp('9.0', { showPopup: () => expect.unreachable() });
    const answer = await adapterOf(webApp, { warn }).showPopup({ title, message, buttons });
    expect(answer).toEqual({ ok: false, error: { type: 'invalid_arguments' } });
    expect(warn).toHaveBeenCalledOnce();
  });

  test('a danger button is red, and a dialog closed without a choice says so', async () => {
    const asked: WebAppPopup[] = [];
    const webApp = fakeWebApp('8.0', {
      showPopup: (popup, callback) => {
        asked.push(popup);
        callback('');
      },
    });
    const popup = { message: 'Sure?', buttons: [{ id: 'yes', text: 'Yes', tone: 'danger' as const }] };
    expect(await adapterOf(webApp).showPopup(popup)).toEqual({ ok: true, value: null });
    expect(asked[0]?.buttons).toEqual([{ id: 'yes', text: 'Yes', type: 'destructive' }]);
  });
});

describe('a second call while the first is under way', () => {
  test('is refused, and the first still gets its answer', async () => {
    let close: (id?: string) => void = () => undefined;
    let grant: (granted: boolean) => void = () => undefined;
    const warn = vi.fn();
    const webApp = fakeWebApp('8.0', {
      showPopup: (_popup, callback) => {
        close = callback;
      },
      requestWriteAccess: (callback) => {
        grant = callback;
      },
    });
    const adapter = adapterOf(webApp, { warn });
    const [popup, write] = [adapter.showPopup(POPUP), adapter.requestWriteAccess()];
    const busy = { ok: false, error: { type: 'busy' } };
    expect(await adapter.showPopup(POPUP)).toEqual(busy);
    expect(await adapter.requestWriteAccess()).toEqual(busy);
    expect(warn.mock.calls).toEqual([
      ['Another call of "popup" is already in progress'],
      ['Another call of "writeAccess" is already in progress'],
    ]);
    close('yes');
    grant(false);
    expect(await popup).toEqual({ ok: true, value: 'yes' });
    expect(await write).toEqual({ ok: false, error: { type: 'denied' } });
    const third = adapter.showPopup(POPUP);
    close('yes');
    expect(await third).toEqual({ ok: true, value: 'yes' });
  });
});

describe('without an answer for a minute', () => {
  test('write access times out and can be requested again', async () => {
    const warn = vi.fn();
    const adapter = adapterOf(fakeWebApp('8.0', { requestWriteAccess: () => undefined }), { warn });
    const first = adapter.requestWriteAccess();
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await first).toEqual({ ok: false, error: { type: 'timeout' } });
    expect(warn).toHaveBeenCalledWith('Timeout reached: 60000ms (writeAccess)');
    void adapter.requestWriteAccess();
    expect(warn).toHaveBeenCalledOnce();
  });

  test('a popup times out, and its late answer does not count for the next', async () => {
    const warn = vi.fn();
    const answers: ((id?: string) => void)[] = [];
    const webApp = fakeWebApp('8.0', { showPopup: (_popup, callback) => void answers.push(callback) });
    const adapter = adapterOf(webApp, { warn });
    const first = adapter.showPopup(POPUP);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await first).toEqual({ ok: false, error: { type: 'timeout' } });
    const second = adapter.showPopup(POPUP);
    answers[0]?.('late');
    expect(await adapter.showPopup(POPUP)).toEqual({ ok: false, error: { type: 'busy' } });
    answers[1]?.('yes');
    expect(await second).toEqual({ ok: true, value: 'yes' });
    expect(warn.mock.calls.flat()).toEqual([
      'Timeout reached: 60000ms (popup)',
      'Another call of "popup" is already in progress',
    ]);
  });

  test('a download counts as declined and can be requested again', async () => {
    const warn = vi.fn();
    const downloadFile = vi.fn();
    const adapter = adapterOf(fakeWebApp('8.0', { downloadFile }), { warn });
    const first = adapter.downloadFile('https://app.test/file', 'file');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await first).toBe('declined');
    void adapter.downloadFile('https://app.test/file', 'file');
    expect(downloadFile).toHaveBeenCalledTimes(2);
  });
});

test('a download is saved, declined, or unsupported', async () => {
  const download = (version: string, accepted: boolean) =>
    adapterOf(fakeWebApp(version, { downloadFile: (_file, callback) => callback(accepted) }), {
      warn: () => undefined,
    }).downloadFile('https://app.test/file', 'file');
  expect(await download('8.0', true)).toBe('saving');
  expect(await download('8.0', false)).toBe('declined');
  expect(await download('7.10', true)).toBe('unsupported');
});

describe('a message to share', () => {
  const sharing = (share: WebAppLike['shareMessage']) => {
    const warn = vi.fn();
    const webApp = fakeWebApp('8.0', { shareMessage: share });
    return { warn, webApp, adapter: adapterOf(webApp, { warn }) };
  };
  const failed = { ok: false, error: { type: 'failed' } };

  test.each([
    ['USER_DECLINED', { ok: false, error: { type: 'denied' } }],
    ['MESSAGE_EXPIRED', failed],
    ['UNKNOWN_ERROR', failed],
  ])('that the host answers with %s', async (error, answer) => {
    const { warn, webApp, adapter } = sharing((_id, callback) => callback(false));
    const asked = adapter.shareMessage(async () => 'prepared-1');
    await vi.advanceTimersByTimeAsync(0);
    webApp.emit('shareMessageFailed', { error });
    expect(await asked).toEqual(answer);
    expect(warn.mock.calls.flat().join()).toContain(error);
    // An event about one message is no answer to the next.
    const next = adapter.shareMessage(async () => 'prepared-2');
    await vi.advanceTimersByTimeAsync(60_000);
    expect(await next).toEqual({ ok: false, error: { type: 'timeout' } });
  });

  test('that could not be prepared is not passed to the host', async () => {
    const { adapter } = sharing(expect.unreachable);
    expect(await adapter.shareMessage(async () => null)).toEqual(failed);
    expect(
      await adapter.shareMessage(async () => {
        throw new Error('no canvas');
      }),
    ).toEqual(failed);
  });
});
