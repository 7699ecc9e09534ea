/** A revealed plan on the page of published totals: checked against the log in the reader's browser. */
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import type { RevealedPlan } from '#core/contract/seals.ts';
import { logFiles } from '#tests/support/proof/log.ts';
import { revealedPlan } from '#tests/support/proof/revealed-plan.ts';
import { textFaults } from '#tests/support/text-faults.ts';
import { violationsOf } from './axe.ts';
import { expect, SIGNERS, test } from './proof-page.ts';

const { revealed, entries } = revealedPlan(6, 3);
const FILES = logFiles(entries, SIGNERS);
const SHOTS = process.env['IRICH_SHOTS'];
const planPart = (page: Page) => page.locator('#plan');

async function open(
  page: Page,
  origin: string,
  answer: RevealedPlan | number,
  language = 'en',
): Promise<void> {
  await page.route('**/api/seals/**', (route) =>
    typeof answer === 'number'
      ? route.fulfill({ status: answer, body: '{}' })
      : route.fulfill({ status: 200, json: answer }),
  );
  await page.goto(`${origin}/proof?lang=${language}#plan=42.${revealed.hash}`);
}

for (const language of ['en', 'ru'] as const) {
  for (const scheme of ['light', 'dark'] as const) {
    test(`shows plan, both times, counts and prices, and finds it under its day: ${language}, ${scheme}`, async ({
      page,
      proof,
    }) => {
      proof.files = FILES;
      await page.emulateMedia({ colorScheme: scheme });
      await page.setViewportSize({ width: 320, height: 700 });
      await open(page, proof.origin, revealed, language);
      await expect(planPart(page).locator('.verdict-good h3')).toHaveText(
        language === 'en' ? 'Sealed on 4 Nov 2026' : 'Запечатан 4 нояб. 2026',
      );
      await expect(planPart(page)).toContainText(
        language === 'en' ? '12 sealed, 3 of them revealed' : 'запечатано 12, из них раскрыто 3',
      );
      await expect(planPart(page)).toContainText('BTC');
      await expect(planPart(page).locator('dt')).toContainText(
        language === 'en'
          ? ['Sealed, by the phone’s clock', 'Received, by the server’s clock']
          : ['Запечатан по часам телефона', 'Принят по часам сервера'],
      );
      expect([...(await page.evaluate(textFaults)), ...(await violationsOf(page))]).toEqual([]);
      if (SHOTS !== undefined)
        await page.screenshot({ path: join(SHOTS, `plan-${language}-${scheme}.png`), fullPage: true });
    });
  }
}

test('a hash that is not under its day, and a plan with another hash, are refused', async ({
  page,
  proof,
}) => {
  proof.files = FILES;
  await open(page, proof.origin, { ...revealed, published: null });
  await expect(planPart(page).locator('.verdict-bad h3')).toHaveText('Not under the seals of 4 Nov 2026');
  await page.unroute('**/api/seals/**');
  await open(page, proof.origin, { ...revealed, salt: '01'.padStart(32, '0') });
  await page.reload();
  await expect(planPart(page).locator('.verdict-bad h3')).toHaveText('This is not the sealed plan');
});

test('a plan that is not revealed, a day that is not published yet, and a log that fails are told apart', async ({
  page,
  proof,
}) => {
  proof.files = logFiles(entries.slice(0, 3), SIGNERS);
  await open(page, proof.origin, { ...revealed, published: null, prices: null });
  await expect(planPart(page).locator('h3').nth(1)).toHaveText('4 Nov 2026 is not published yet');
  await expect(planPart(page)).toContainText('keeps no prices');
  proof.files = new Map([...FILES].filter(([path]) => !path.startsWith('tile/0')));
  await page.reload();
  await expect(planPart(page).locator('h3').nth(1)).toHaveText('The log could not be checked');
  await page.unroute('**/api/seals/**');
  await open(page, proof.origin, 404);
  await page.reload();
  await expect(planPart(page).locator('h3')).toHaveText('There is no such plan');
});
