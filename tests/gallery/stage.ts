/** A journey over the looks: every account has its past, server and page stand at the same fixed moment. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright/test';
import { test as base, expect, nextFrame } from '#tests/e2e/app.ts';
import { untilConnected } from '#tests/e2e/host.ts';
import { type Language, type Look, type Scene, textsOf } from '#tests/gallery/look.ts';
import { LOOKS } from '#tests/gallery/looks.ts';
import { AUTH_DATE, NOW } from '#tests/gallery/moment.ts';
import { seed } from '#tests/gallery/seed.ts';
import type { TestUser } from '#tests/support/launch.ts';

export { expect };

/** What still waits for something: a block of the screen, or the device for the server. */
const BUSY = '[aria-busy="true"], [data-sync="sending"]';

interface Stage {
  /** Opens a look and leads it into its state, settled. */
  readonly show: (look: Look, moreBefore?: (scene: Scene) => Promise<unknown>) => Promise<void>;
  /** Back to how the page was before the look. */
  readonly leave: () => Promise<void>;
}

export const test = base.extend<{ stage: Stage }, { seeded: string }>({
  seeded: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture wants
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'irich-looks-'));
      const path = join(folder, 'seeded.sqlite');
      await seed(path, {
        filled: LOOKS.filter(({ as }) => as === 'filled').map(userOf),
        empty: LOOKS.filter(({ as }) => as === undefined || as === 'empty').map(userOf),
      });
      await use(path);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  // One of the looks is the advert; the others are kept from it one by one.
  advert: true,

  serverOptions: async ({ seeded }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'irich-look-'));
    const database = join(folder, 'irich.sqlite');
    copyFileSync(seeded, database);
    const clock = new URL('server-clock.ts', import.meta.url);
    await use({ database, env: { NODE_OPTIONS: `--import=${clock}` } });
    rmSync(folder, { recursive: true, force: true });
  },

  stage: async ({ app, page, language }, use) => {
    const text = textsOf(language);
    const keys = LOOKS.filter(({ withAdvert }) => withAdvert !== true).map(
      (look) => `irich:${userOf(look).id}:advert`,
    );
    await page.addInitScript((seen) => {
      if (location.protocol === 'http:') for (const key of seen) sessionStorage.setItem(key, '1');
    }, keys);
    const underWay = new Set<Request>();
    page.on('request', (request) => underWay.add(request));
    page.on('requestfinished', (request) => underWay.delete(request));
    page.on('requestfailed', (request) => underWay.delete(request));
    await use({
      async show(look, moreBefore) {
        const user = { ...userOf(look), language_code: language };
        const scene: Scene = { app, page, text, userId: user.id };
        // What the look before has left behind is nobody's any more.
        underWay.clear();
        await page.clock.setFixedTime(NOW);
        await look.before?.(scene);
        await moreBefore?.(scene);
        // Whoever is let in is known to the server before anything else of theirs is asked for.
        const isLetIn = look.fragment === undefined && look.launch?.platform === undefined;
        const known = isLetIn ? page.waitForResponse(/\/api\/user\//) : null;
        if (look.fragment === undefined) {
          if (look.as !== 'new') await hintReturning(page, user.id, language);
          await app.open({ path: look.path, user, authDate: AUTH_DATE, ...look.launch });
        } else {
          // Another tab than the one that the messaging app has launched.
          await page.goto(`${app.server.origin}/manifest.webmanifest`);
          await page.evaluate(() => sessionStorage.clear());
          await page.goto(`${app.server.origin}${look.path}#${look.fragment(scene)}`);
        }
        await expect(page.locator('h1').first(), look.name).toBeVisible();
        await known;
        if (isLetIn) await untilConnected(app, page);
        await nextFrame(page);
        await expect
          .poll(() => [...underWay].map((request) => request.url()), { message: look.name, intervals: [20] })
          .toEqual([]);
        await expect(page.locator(BUSY), look.name).toHaveCount(0);
        await look.prepare?.(scene);
        // What a tap asks for comes after the two frames that answer it, and is painted by a third.
        for (let frame = 0; frame < 3; frame += 1) await nextFrame(page);
        await expect(page.locator(BUSY), look.name).toHaveCount(0);
        await page.waitForFunction(() =>
          document.getAnimations().every((one) => one.playState !== 'running'),
        );
      },
      async leave() {
        await app.context.setOffline(false);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      },
    });
  },
});

/** What an earlier visit leaves for the first paint. */
async function hintReturning(page: Page, userId: number, language: Language): Promise<void> {
  await page.addInitScript(
    ([key, hint]) => {
      if (location.protocol === 'http:') localStorage.setItem(key, hint);
    },
    [`irich:${userId}:boot`, JSON.stringify({ onboarded: true, language, theme: 'host' })] as const,
  );
}

const FIRST_ID = 7_000_000_000;
/** Friends have the ids between. */
const STEP = 100;

function userOf(look: Look): TestUser {
  const id = FIRST_ID + LOOKS.indexOf(look) * STEP;
  return look.as === 'filled'
    ? { id, first_name: 'Ada', username: 'ada_trades', is_premium: true }
    : { id, first_name: 'Ada' };
}
