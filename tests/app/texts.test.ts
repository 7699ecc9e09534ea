/** Texts that load late or not at all. */
import i18next from 'i18next';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { languageOf } from '#core/languages.ts';
import { fetchTexts as fetchFile } from '#i18n/files.ts';
import { type FetchTexts, loadTexts, showLanguage, shownLanguage, startTexts } from '#i18n/i18n.ts';

const page = { documentElement: { lang: '' } };
const NOT_FETCHED = new TypeError('Failed to fetch dynamically imported module');

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('navigator', { onLine: true });
  vi.stubGlobal('document', page);
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** A server's text files, some of which fail; records when each was requested. */
function files(isMissing: (file: string) => boolean) {
  const asked: string[] = [];
  const began = performance.now();
  const fetchTexts: FetchTexts = async (language, namespace) => {
    const file = `${language}/${namespace}`;
    asked.push(`${file} ${performance.now() - began}`);
    if (isMissing(file)) throw NOT_FETCHED;
    return { title: file };
  };
  return { asked, fetchTexts };
}

/** The result after this much time has passed. */
async function passing<T>(ms: number, work: Promise<T>): Promise<T> {
  const settled = work.then(
    (value) => () => value,
    (error: unknown) => () => {
      throw error;
    },
  );
  await vi.advanceTimersByTimeAsync(ms);
  return (await settled)();
}

const unreachable = async () => false;
const reachable = async () => true;

describe('the common texts', () => {
  test('are retried five times, after 350 ms and then twice as long each time', async () => {
    const { asked, fetchTexts } = files((file) => file === 'en/common');
    await passing(60_000, startTexts('en', fetchTexts, unreachable));
    const times = [0, 350, 1050, 2450, 5250, 10_850].map((at) => `en/common ${at}`);
    expect(asked.slice(0, 6)).toEqual(times);
  });

  test('are shown as soon as they load', async () => {
    let failures = 2;
    const { asked, fetchTexts } = files(() => failures-- > 0);
    await passing(1050, startTexts('ru', fetchTexts, unreachable));
    expect(asked).toEqual(['ru/common 0', 'ru/common 350', 'ru/common 1050']);
    expect(i18next.t('title' as never)).toBe('ru/common');
  });

  test.each([
    ['the server answers: the file is gone for good', true, reachable],
    ['the browser has no network', false, unreachable],
  ])('are not retried if %s', async (_why, onLine, serverAnswers) => {
    vi.stubGlobal('navigator', { onLine });
    const { asked, fetchTexts } = files((file) => file.startsWith('ru/'));
    await passing(10, startTexts('ru', fetchTexts, serverAnswers));
    expect(asked).toEqual(['ru/common 0', 'en/common 0']);
  });

  test('are in English if the Russian ones never load', async () => {
    const { fetchTexts } = files((file) => file.startsWith('ru/'));
    await passing(11_000, startTexts('ru', fetchTexts, unreachable));
    expect(shownLanguage()).toBe('en');
    expect(page.documentElement.lang).toBe('en');
    expect(i18next.t('title' as never)).toBe('en/common');
  });
});

describe("a screen's texts", () => {
  test('are retried five times while the server is away, and once at every later try', async () => {
    const { asked, fetchTexts } = files((file) => file === 'en/home');
    await passing(10, startTexts('en', fetchTexts, unreachable));
    const times = () =>
      asked.filter((one) => one.startsWith('en/home')).map((one) => Number(one.split(' ')[1]));
    const missing = expect(loadTexts('home')).rejects.toThrow('no texts for home');
    await vi.advanceTimersByTimeAsync(60_000);
    await missing;
    const [began = 0] = times();
    // Fetched ahead, which the browser answers from the same try; after the last retry, once more.
    expect([...new Set(times().map((at) => at - began))]).toEqual([0, 350, 1050, 2450, 5250, 10_850]);
    asked.length = 0;
    await expect(loadTexts('home')).rejects.toThrow('no texts for home');
    expect(new Set(times()).size).toBe(1);
  });

  test.each([
    ['the server answers', true, reachable],
    ['the browser has no network', false, unreachable],
  ])('are not retried if %s: the screen says so', async (_why, onLine, serverAnswers) => {
    vi.stubGlobal('navigator', { onLine });
    const { fetchTexts } = files((file) => file === 'en/home');
    await passing(10, startTexts('en', fetchTexts, serverAnswers));
    const began = performance.now();
    await expect(loadTexts('home')).rejects.toThrow('no texts for home');
    expect(performance.now() - began).toBe(0);
  });

  test('that load in English only switch the app to English', async () => {
    const { fetchTexts } = files((file) => file === 'ru/home');
    await passing(10, startTexts('ru', fetchTexts, unreachable));
    expect(shownLanguage()).toBe('ru');
    await passing(11_000, loadTexts('home'));
    expect(shownLanguage()).toBe('en');
    expect(i18next.t('home:title' as never)).toBe('en/home');
    expect(i18next.t('title' as never)).toBe('en/common');
  });

  test.each([
    ['load in no language', (file: string) => file.endsWith('/home'), unreachable],
    ['are gone although the server answers', (file: string) => file === 'ru/home', reachable],
  ])('that %s are reported to the screen, which says so', async (_what, isMissing, serverAnswers) => {
    const { fetchTexts } = files(isMissing);
    await passing(10, startTexts('ru', fetchTexts, serverAnswers));
    const missing = expect(loadTexts('home')).rejects.toMatchObject({
      message: 'no texts for home',
      // It tells the screen which file is missing.
      cause: NOT_FETCHED,
    });
    await vi.advanceTimersByTimeAsync(25_000);
    await missing;
    expect(shownLanguage()).toBe('ru');
  });

  test('wait for no other texts, neither missing ones nor ones under way', async () => {
    const { fetchTexts } = files((file) => file.endsWith('/privacy'));
    const stuck: FetchTexts = (language, namespace) =>
      namespace === 'history' ? new Promise(() => undefined) : fetchTexts(language, namespace);
    await passing(10, startTexts('en', stuck, unreachable));
    void loadTexts('history');
    const missing = expect(loadTexts('privacy')).rejects.toThrow('no texts for privacy');
    await passing(0, loadTexts('home'));
    expect(i18next.t('home:title' as never)).toBe('en/home');
    // Changing to another language in between does not wait either.
    expect(await passing(0, showLanguage('ru'))).toBe(true);
    expect(i18next.t('home:title' as never)).toBe('ru/home');
    await vi.advanceTimersByTimeAsync(25_000);
    await missing;
  });

  test('that load while another language is fetched change with it', async () => {
    const { fetchTexts } = files(() => false);
    const held: FetchTexts = async (language, namespace) => {
      if (language === 'ru') await new Promise((resolve) => setTimeout(resolve, 1_000));
      return fetchTexts(language, namespace);
    };
    await passing(10, startTexts('en', held, unreachable));
    const change = showLanguage('ru');
    await passing(10, loadTexts('home'));
    expect(i18next.t('home:title' as never)).toBe('en/home');
    expect(await passing(2_000, change)).toBe(true);
    expect(i18next.t('home:title' as never)).toBe('ru/home');
  });

  test('that loaded late are there at the next try', async () => {
    let isMissing = true;
    const { fetchTexts } = files((file) => isMissing && file.endsWith('/home'));
    await passing(10, startTexts('ru', fetchTexts, unreachable));
    const missing = expect(loadTexts('home')).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(25_000);
    await missing;
    isMissing = false;
    await loadTexts('home');
    expect(i18next.t('home:title' as never)).toBe('ru/home');
  });
});

test('a missing file is refused, and Russian is for Russian hosts only', async () => {
  await expect(fetchFile('de', 'common')).rejects.toThrow('no texts for common');
  expect(await fetchFile('ru', 'common')).toHaveProperty('back');
  expect(['ru', 'ru-RU', 'RU', 'uk', 'en', '', null].map(languageOf)).toEqual([
    'ru',
    'ru',
    'ru',
    'en',
    'en',
    'en',
    'en',
  ]);
});
