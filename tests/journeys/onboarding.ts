/** Onboarding as an English-speaking user completes it. */
import type { Page } from 'playwright/test';
import { expect } from '#tests/journeys/app.ts';

const STEPS = [
  { title: 'Welcome to iRICH', button: 'Start' },
  { title: 'Risk $', button: 'Next' },
  { title: 'Risk %', button: 'Next' },
  { title: 'Positions and profit', button: 'Go to the app' },
] as const;

/** Presses the button of each step once it appears, for this many steps from the first. */
export async function takeSteps(page: Page, count: number = STEPS.length): Promise<void> {
  for (const { title, button } of STEPS.slice(0, count)) {
    await expect(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await page.getByRole('button', { name: button, exact: true }).click();
  }
}

/** What an earlier visit left for the first paint. */
export async function hintOnboarded(page: Page, userId: number, hint: object = {}): Promise<void> {
  await page.addInitScript(([key, kept]) => localStorage.setItem(key, kept), [
    `irich:${userId}:boot`,
    JSON.stringify({ onboarded: true, ...hint }),
  ] as const);
}
