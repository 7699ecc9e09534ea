/** How the page of published totals looks and reads: languages, schemes, narrow screens, large text, and its weight. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { test as bare, type Page } from 'playwright/test';
import { LANGUAGE_CODES, LANGUAGES } from '#core/languages.ts';
import { dayEntries, logFiles, proofIn } from '#tests/support/proof/log.ts';
import { servePage } from '#tests/support/proof/page-server.ts';
import { textFaults } from '#tests/support/text-faults.ts';
import { violationsOf } from './axe.ts';
import { entriesWithNotes, expect, leaves, logPart, openFile, ownPart, SIGNERS, test } from './proof-page.ts';

const NOTED = logFiles(entriesWithNotes(40), SIGNERS.slice(0, 2));
const SAVED = proofIn(dayEntries(20), leaves(5), 2, SIGNERS);
/** Bytes by brotli of everything but what reads codes. */
const MOST_BYTES = 60_000;
const SHOTS = process.env['IRICH_SHOTS'];

async function shoot(page: Page, name: string): Promise<void> {
  if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, `${name}.png`), fullPage: true });
}

async function faultsOf(page: Page): Promise<string[]> {
  const small = await page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('button, label, a, summary, textarea')]
      .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
      .filter(({ box }) => box.height < 44 || box.width < 44)
      .map(({ text, box }) => `${text}: ${box.width} x ${box.height}`),
  );
  return [...(await page.evaluate(textFaults)), ...small, ...(await violationsOf(page))];
}

const TITLES = {
  en: {
    page: 'Published totals',
    good: 'Everything holds: 40 days',
    day: '10 Dec 2026',
    proof: 'The proof holds',
    bad: 'The log does not hold',
  },
  es: {
    page: 'Totales publicados',
    good: 'Todo es correcto: 40 días',
    day: '10 dic 2026',
    proof: 'La prueba es válida',
    bad: 'El registro no es correcto',
  },
  ru: {
    page: 'Опубликованные суммы',
    good: 'Всё сходится: 40 дней',
    day: '10 дек. 2026',
    proof: 'Доказательство верно',
    bad: 'Список не сходится',
  },
} as const;

for (const language of LANGUAGE_CODES) {
  for (const scheme of ['light', 'dark'] as const) {
    for (const size of ['100%', '200%'] as const) {
      test(`${language}, ${scheme}, text of ${size} at 320 px`, async ({ browser, proof }) => {
        const context = await browser.newContext({
          locale: LANGUAGES[language].locale,
          colorScheme: scheme,
          viewport: { width: 320, height: 640 },
          // A day of the log is the same day everywhere.
          timezoneId: scheme === 'dark' ? 'America/Los_Angeles' : 'Pacific/Kiritimati',
        });
        const page = await context.newPage();
        await page.addInitScript((text) => {
          addEventListener('DOMContentLoaded', () => {
            document.documentElement.style.fontSize = text;
          });
        }, size);
        const titles = TITLES[language];
        proof.files = NOTED;
        await page.goto(`${proof.origin}/proof`);
        await expect(logPart(page).locator('h3').first()).toHaveText(titles.good);
        await expect(page).toHaveTitle(`${titles.page} · iRICH`);
        await expect(page.locator('#days tbody time').first()).toHaveText(titles.day);
        expect(await faultsOf(page)).toEqual([]);
        await shoot(page, `${language}-${scheme}-${size}-good`);

        proof.files = logFiles(SAVED.entries, SIGNERS);
        await openFile(page, JSON.stringify(SAVED.proof));
        await expect(ownPart(page).locator('h3')).toHaveText(titles.proof);
        await expect(ownPart(page).locator('.verdict-body > p').last()).not.toHaveText(/…/);
        await expect(page.locator('#growth')).toBeVisible();
        expect(await faultsOf(page)).toEqual([]);
        await shoot(page, `${language}-${scheme}-${size}-proof`);

        proof.files = logFiles(
          [...dayEntries(5), ...SAVED.entries.slice(5).map((entry) => ({ ...entry, users: 7 }))],
          SIGNERS,
        );
        await page.locator('#log button').first().click();
        await expect(logPart(page).locator('h3').first()).toHaveText(titles.bad);
        expect(await faultsOf(page)).toEqual([]);
        await shoot(page, `${language}-${scheme}-${size}-fork`);
        await context.close();
      });
    }
  }
}

test('the language can be changed, and the address keeps the choice and what follows its sign', async ({
  page,
  proof,
}) => {
  proof.files = NOTED;
  await page.goto(`${proof.origin}/proof#kept`);
  await page.getByRole('button', { name: 'Русский' }).click();
  await expect(page.locator('h1')).toHaveText(TITLES.ru.page);
  await expect(page.locator('html')).toHaveAttribute('lang', 'ru');
  await expect(page.getByRole('button', { name: 'English' })).toBeFocused();
  await expect(logPart(page).locator('h3').first()).toHaveText(TITLES.ru.good);
  expect(new URL(page.url()).search + new URL(page.url()).hash).toBe('?lang=ru#kept');
  await page.reload();
  await expect(page.locator('h1')).toHaveText(TITLES.ru.page);
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('the keyboard reaches everything, and shows where it is', async ({ page, proof }) => {
  proof.files = NOTED;
  await page.goto(`${proof.origin}/proof`);
  await expect(logPart(page).locator('h3').first()).toHaveText(TITLES.en.good);
  const reached: string[] = [];
  const others = LANGUAGE_CODES.flatMap((code) => (code === 'en' ? [] : [LANGUAGES[code].name]));
  for (let presses = 0; presses < others.length + 9; presses += 1) {
    await page.keyboard.press('Tab');
    reached.push(
      await page.evaluate(() => {
        const focused = document.activeElement?.closest<HTMLElement>('button, textarea, label, a');
        if (focused == null) return 'nothing';
        const hasOutline = getComputedStyle(focused).outlineStyle !== 'none';
        return `${focused.textContent}${hasOutline ? '' : ' (not shown)'}`;
      }),
    );
  }
  expect(reached).toEqual([
    ...others,
    'Check again',
    'Keep this checkpoint',
    'Choose a file',
    'Scan a passport',
    '',
    'Check the text',
    'Show 26 more days',
    '/proof/checkpoint',
    'nothing',
  ]);
});

test('everything but what reads codes is under 60 KB', async ({ proof }) => {
  const files = readdirSync(proof.dist, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile() && !file.parentPath.endsWith('.vite') && !/codes|decode/.test(file.name))
    .map((file) => join(file.parentPath, file.name));
  expect(files.length).toBeGreaterThanOrEqual(4);
  const sizes = files.map((file) => brotliCompressSync(readFileSync(file)).length);
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(MOST_BYTES);
});

bare('a build without keys says that nothing is published, and asks for nothing', async ({ page }) => {
  const server = await servePage(null);
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.goto(`${server.origin}/proof`);
  await expect(logPart(page).locator('h3').first()).toHaveText('Nothing is published here');
  await openFile(page, JSON.stringify(SAVED.proof));
  await expect(ownPart(page)).toContainText('there is no key to check this file against');
  await expect(page.locator('#how, #limits')).toHaveCount(2);
  expect(asked.filter((path) => path.startsWith('/proof/'))).toEqual([]);
  await server.stop();
});
