/** Texts, amounts, days and the line of growth of the page of published totals. */
import { describe, expect, test } from 'vitest';
import { checkpointOf, dayEntries } from '#tests/support/proof/log.ts';
import { newSigner } from '#tests/support/proof/page-server.ts';
import { daysBetween, dayText, missingDays, pointsText } from '../../src/proof-page/amounts.ts';
import { growthLine, pathOf } from '../../src/proof-page/growth-line.ts';
import { openedText, readOpened } from '../../src/proof-page/opened-file.ts';
import { languageOfReader, translator } from '../../src/proof-page/texts.ts';

describe('the language', () => {
  test.each([
    ['', ['ru-RU', 'en'], 'ru'],
    ['', ['de', 'ru'], 'ru'],
    ['', ['de'], 'en'],
    ['', [], 'en'],
    ['?lang=ru', ['en-US'], 'ru'],
    ['?lang=__proto__', ['ru'], 'ru'],
  ])('%s with %j is %s', (search, tags, language) => {
    expect(languageOfReader(search, tags)).toBe(language);
  });

  test.each([
    [1, 'Everything holds: 1 day', 'Всё сходится: 1 день'],
    [3, 'Everything holds: 3 days', 'Всё сходится: 3 дня'],
    [1_000, 'Everything holds: 1,000 days', 'Всё сходится: 1\u00a0000 дней'],
  ])('%i days in words', (count, english, russian) => {
    expect(translator('en')('proof-page:log.good', { count })).toBe(english);
    expect(translator('ru')('proof-page:log.good', { count })).toBe(russian);
  });

  test('values are filled in as they are, even ones that look like a place for another', () => {
    const t = translator('en');
    expect(t('proof-page:own.signedBy', { names: '{{names}} $& <b>' })).toBe('Signed by {{names}} $& <b>.');
  });
});

test.each([
  [0n, '0', '0'],
  [1n, '0.001', '0,001'],
  [1_234_500n, '1,234.5', '1\u00a0234,5'],
  [2n ** 64n - 1n, '18,446,744,073,709,551.615', '18\u00a0446\u00a0744\u00a0073\u00a0709\u00a0551,615'],
])('%s thousandths', (thousandths, english, russian) => {
  expect(pointsText(thousandths, 'en')).toBe(english);
  expect(pointsText(thousandths, 'ru')).toBe(russian);
});

test('a day in words', () => {
  expect(dayText('2026-11-01', 'en')).toBe('1 Nov 2026');
  expect(dayText('2026-11-01', 'ru')).toBe('1 нояб. 2026');
  expect(dayText('0099-03-01', 'en')).toMatch(/^1 Mar /);
});

test('days between two days, and days that are due after the newest one', () => {
  expect(daysBetween('2026-02-27', '2026-03-01')).toBe(2);
  const noon = Date.UTC(2026, 10, 5, 12);
  expect(missingDays('2026-11-04', noon)).toBe(0);
  expect(missingDays('2026-11-03', noon - 1)).toBe(0);
  expect(missingDays('2026-11-03', noon)).toBe(1);
  expect(missingDays('2026-11-01', noon)).toBe(3);
});

describe('the line of growth', () => {
  const days = (count: number) => dayEntries(count).map(({ day }) => day);

  test.each([1, 2, 3, 239, 240, 241, 7_300])(
    'of %i days begins with the first and ends with the last',
    (count) => {
      const points = growthLine(
        days(count),
        Array.from({ length: count }, (_, at) => at + 1),
      );
      expect(points.length).toBe(Math.min(count, 240));
      expect(points[0]?.x).toBe(0);
      expect(points.at(-1)).toEqual({ x: count === 1 ? 0 : 1, y: 1 });
      expect(points.every(({ x }, at) => at === 0 || x > (points[at - 1]?.x ?? 1))).toBe(true);
    },
  );

  test('a missed day is a gap in time, and nothing is a line at the ground', () => {
    expect(growthLine(['2026-11-01', '2026-11-02', '2026-11-05'], [0, 0, 0])).toEqual([
      { x: 0, y: 0 },
      { x: 0.25, y: 0 },
      { x: 1, y: 0 },
    ]);
  });

  test('is drawn from the left to the right, upwards', () => {
    const { line, area } = pathOf(growthLine(['2026-11-01', '2026-11-02'], [1, 2]), 320, 96);
    expect(line).toBe('M0.0 48.0L320.0 0.0');
    expect(area).toBe('M0.0 48.0L320.0 0.0L320 96L0 96Z');
  });
});

describe('an opened file', () => {
  const note = checkpointOf(dayEntries(3), [newSigner('points.example/log')]);

  test('is a checkpoint, a proof, or neither', () => {
    expect(openedText(note)).toMatchObject({ type: 'checkpoint', known: { note, checkpoint: { size: 3 } } });
    expect(openedText(' {"v":1}')).toEqual({ type: 'proof', text: ' {"v":1}' });
    for (const text of ['', '[]', note.replace('\n3\n', '\n03\n')])
      expect(openedText(text)).toEqual({ type: 'unknown' });
  });

  test('is read up to 256 KB', async () => {
    expect(await readOpened(new Blob(['{', ' '.repeat(262_143)]))).toMatchObject({ type: 'proof' });
    expect(await readOpened(new Blob(['{', ' '.repeat(262_144)]))).toEqual({ type: 'tooLarge' });
    const gone = Object.assign(new Blob(['{}']), { text: () => Promise.reject(new DOMException('gone')) });
    expect(await readOpened(gone)).toEqual({ type: 'unread' });
  });
});
