/** The stand-in for the messaging app in development: whom it launches, and what it answers. */
import { beforeEach, describe, expect, it } from 'vitest';
import {
  STAND_IN_MARK,
  type StandInButton,
  type StandInPage,
  standIn,
  standInScript,
} from '#api/ops/dev/stand-in.ts';
import { parseLaunch } from '#platform/telegram/launch.ts';

const FRAGMENT = 'tgWebAppPlatform=android&tgWebAppVersion=8.0';
const THEME = { bg_color: '#ffffff' };

let received: [string, unknown][];
let opened: string[];
let addresses: string[];
let asked: string[];
let isAgreed: boolean;
let button: StandInButton;

beforeEach(() => {
  received = [];
  opened = [];
  addresses = [];
  asked = [];
  isAgreed = true;
  button = { textContent: null, hidden: false, onclick: null, style: { cssText: '' }, dataset: {} };
});

interface PageOptions {
  readonly hash?: string;
  readonly kept?: object;
  readonly top?: object;
}

function makePage(options: PageOptions = {}): StandInPage {
  const page = emptyPage(options);
  standIn(page, { fragment: FRAGMENT, theme: THEME, mark: 'mark' });
  return page;
}

function emptyPage({ hash = '', kept = {}, top }: PageOptions = {}): StandInPage {
  const page: StandInPage = {
    get top() {
      return top ?? page;
    },
    innerWidth: 390,
    innerHeight: 844,
    location: { hash },
    history: { replaceState: (_data, _title, url) => addresses.push(url) },
    sessionStorage: kept,
    document: { createElement: () => button, documentElement: { append: () => undefined } },
    Telegram: { WebView: { receiveEvent: (type, data) => received.push([type, data]) } },
    open: (url) => opened.push(url),
    confirm(text) {
      asked.push(text);
      return isAgreed;
    },
    setTimeout: (run) => queueMicrotask(run),
  };
  return page;
}

async function post(type: string, data?: object): Promise<void> {
  makePage().TelegramWebviewProxy?.postEvent(type, data === undefined ? '' : JSON.stringify(data));
  expect(received, 'an answer within the call').toEqual([]);
  await Promise.resolve();
}

describe('the launch', () => {
  it('is given to a page that has none, in a form that the app reads', () => {
    makePage();
    expect(addresses).toEqual([`#${FRAGMENT}`]);
    expect(parseLaunch(addresses[0] ?? '')).toMatchObject({ platform: 'android', version: '8.0' });
  });

  it('stays with a page that was opened by a link, and with a tab that was launched before', () => {
    makePage({ hash: '#tgWebAppData=a&tgWebAppPlatform=ios' });
    makePage({ kept: { 'irich:1002:launch': 'tgWebAppPlatform=android' } });
    makePage({ kept: { 'irich:nobody:launch': '' } });
    expect(addresses).toEqual([]);
  });

  it('is given to a tab that keeps other things', () => {
    makePage({ hash: '#section', kept: { 'irich:1002:advert': '1' } });
    expect(addresses).toEqual([`#${FRAGMENT}`]);
  });

  it('is left alone in a frame, and so is the bridge', () => {
    expect(makePage({ top: {} }).TelegramWebviewProxy).toBeUndefined();
    expect(addresses).toEqual([]);
  });
});

describe('the answers', () => {
  it('name the theme and the size of the page', async () => {
    await post('web_app_request_theme');
    expect(received).toEqual([['theme_changed', { theme_params: THEME }]]);
    received = [];
    await post('web_app_request_viewport');
    expect(received).toMatchObject([['viewport_changed', { width: 390, height: 844 }]]);
  });

  it('do not come for what the messaging app leaves without one', async () => {
    await post('web_app_ready');
    await post('toString', {});
    expect(received).toEqual([]);
  });

  it.each([
    ['web_app_open_link', { url: 'https://irich.example/faq' }, 'https://irich.example/faq'],
    ['web_app_open_tg_link', { path_full: '/irich_demo_bot' }, 'https://t.me/irich_demo_bot'],
  ])('to %s are a new tab', async (type, data, url) => {
    await post(type, data);
    expect(opened).toEqual([url]);
    expect(received).toEqual([]);
  });

  it.each([
    [true, 'discard'],
    [false, 'keep'],
  ])('to a popup are the pressed button (agreed: %s)', async (agreed, id) => {
    isAgreed = agreed;
    const buttons = [
      { id: 'discard', text: 'Discard' },
      { id: 'keep', text: 'Keep' },
    ];
    await post('web_app_open_popup', { message: 'Discard it?', buttons });
    expect(asked[0]).toContain('Discard it?');
    expect(received).toEqual([['popup_closed', { button_id: id }]]);
  });

  it('name no button where a popup with a single one is cancelled', async () => {
    isAgreed = false;
    await post('web_app_open_popup', { message: 'Saved', buttons: [{ id: 'ok', text: 'OK' }] });
    expect(received).toEqual([['popup_closed', {}]]);
  });
});

it('the Back button is there while the app wants it, and presses it', async () => {
  const { TelegramWebviewProxy: proxy } = makePage();
  expect(button.hidden).toBe(true);
  proxy?.postEvent('web_app_setup_back_button', '{"is_visible":true}');
  await Promise.resolve();
  expect(button.hidden).toBe(false);
  button.onclick?.();
  expect(received).toEqual([['back_button_pressed', null]]);
  proxy?.postEvent('web_app_setup_back_button', '{"is_visible":false}');
  await Promise.resolve();
  expect(button.hidden).toBe(true);
});

it('the script does the same by itself, and its data cannot end it', () => {
  const script = standInScript({ fragment: 'a=</script>', theme: THEME });
  expect(script).not.toContain('</script>');
  const page = emptyPage();
  new Function('window', script)(page);
  expect(addresses).toEqual(['#a=</script>']);
  expect(button.dataset['from']).toBe(STAND_IN_MARK);
  expect(page.TelegramWebviewProxy).toBeDefined();
});
