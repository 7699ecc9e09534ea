/** Onboarding in component tests, as an English-speaking user completes it. */
import { page } from 'vitest/browser';
import { onScreen } from '#tests/support/on-screen.ts';

const STEPS = [
  { title: 'Welcome to iRICH', button: 'Start' },
  { title: 'Risk $', button: 'Next' },
  { title: 'Risk %', button: 'Next' },
  { title: 'Positions and profit', button: 'Go to the app' },
] as const;

/** Presses the button of each step once it appears, for this many steps from the first. */
export async function takeSteps(count: number = STEPS.length): Promise<void> {
  for (const { title, button } of STEPS.slice(0, count)) {
    await onScreen(page.getByRole('heading', { level: 1, name: title, exact: true })).toBeVisible();
    await page.getByRole('button', { name: button, exact: true }).click();
  }
}
