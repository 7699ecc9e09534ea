/** Basis of the journeys against the real publisher of totals: each has its own. */
import type { Page } from 'playwright/test';
import { type App, BUILT, test as base, expect } from '#tests/journeys/app.ts';
import { type Publisher, startPublisher } from '#tests/support/proof/publisher.ts';

export { expect };

export const test = base.extend<{ publisher: Publisher; begins: number }>({
  /** The day of the server's first start, from today. */
  begins: [-1, { option: true }],
  publisher: async ({ begins }, use) => {
    const publisher = await startPublisher(BUILT, begins);
    await use(publisher);
    await publisher.stop();
  },
  server: async ({ publisher }, use) => use(publisher.server),
});

/** The check has ended so, with so many links of the chain right. */
export async function expectVerdict(page: Page, text: string, right: number): Promise<void> {
  await expect(page.locator('.proof-verdict')).toHaveText(text);
  await expect(page.locator('.chain-ok')).toHaveCount(right);
}

/** Opens the app on the server's present day. */
export function openAt(app: App, publisher: Publisher, path: string): Promise<void> {
  return app.open({ path, authDate: Math.floor(publisher.now() / 1000) });
}
