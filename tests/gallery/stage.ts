/** A journey over the looks: every account has its past, and server and page stop at the same time. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page, Request } from 'playwright/test';
import type { Language } from '#core/languages.ts';
import { databaseName } from '#device/store/dexie.ts';
import { type Look, type Scene, textsOf } from '#tests/gallery/look.ts';
import { LOOKS } from '#tests/gallery/looks.ts';
import { AUTH_DATE, NOW } from '#tests/gallery/moment.ts';
import { seed } from '#tests/gallery/seed.ts';
import { test as base, expect, nextFrame } from '#tests/journeys/app.ts';
import { untilConnected } from '#tests/journeys/host.ts';
import type { TestUser } from '#tests/support/launch.ts';

export { expect };

/** Elements that still wait: a block of the screen, or the device for the server. */
const BUSY = '[aria-busy="true"], [data-sync="sending"], .home-next > li:empty';

interface Stage {
  /** Opens a look and brings it into its settled state. */
  readonly show: (look: Look, moreBefore?: (scene: Scene) => Promise<unknown>) => Promise<void>;
  /** Another tab of the user chooses the other language, so that the look itself need not be opened again. */
  readonly translate: (look: Look, language: Language) => Promise<void>;
  /** Back to the page's state before the look. */
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
        frozen: LOOKS.filter(({ as }) => as === 'frozen').map(userOf),
        empty: LOOKS.filter(({ as }) => as === undefined || as === 'empty').map(userOf),
      });
      await use(path);
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker' },
  ],

  // One of the looks is the advert; the others suppress it one by one.
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
      if (location.protocol === 'http:') for (const key of seen) localStorage.setItem(key, '9e15');
    }, keys);
    const underWay = new Set<Request>();
    page.on('request', (request) => underWay.add(request));
    page.on('requestfinished', (request) => underWay.delete(request));
    page.on('requestfailed', (request) => underWay.delete(request));
    await use({
      async show(look, moreBefore) {
        const user = { ...userOf(look), language_code: language };
        const scene: Scene = { app, page, text, userId: user.id };
        // Requests of the previous look no longer count.
        underWay.clear();
        await page.clock.setFixedTime(NOW);
        await look.before?.(scene);
        await moreBefore?.(scene);
        // Admitted users are registered before any other call of theirs.
        const isLetIn = look.fragment === undefined && look.launch?.platform === undefined;
        const known = isLetIn ? page.waitForResponse(/\/api\/user\//) : null;
        if (look.fragment === undefined) {
          if (look.as !== 'new') await hintReturning(page, user.id, language);
          await app.open({ path: look.path, user, authDate: AUTH_DATE, ...look.launch });
        } else {
          // A tab other than the one that the messaging app launched.
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
        // A tap's requests come after the two frames that answer it, and a third frame paints them.
        for (let frame = 0; frame < 3; frame += 1) await nextFrame(page);
        await expect(page.locator(BUSY), look.name).toHaveCount(0);
        await page.waitForFunction(() =>
          document.getAnimations().every((one) => one.playState !== 'running'),
        );
      },
      async translate(look, language) {
        await page.evaluate(chooseElsewhere, { store: databaseName(userOf(look).id), language });
        await expect(page.locator('html'), look.name).toHaveAttribute('lang', language);
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

/** In the page: writes as the device's store does in another tab. */
async function chooseElsewhere({
  store,
  language,
}: {
  readonly store: string;
  readonly language: Language;
}): Promise<void> {
  const ended = <T>(request: IDBRequest<T>) =>
    new Promise<T>((resolve, reject) => {
      request.onsuccess = () => resolve(request.result);
      request.onerror = () => reject(request.error);
    });
  const database = await ended(indexedDB.open(store));
  const settings = database.transaction('settings', 'readwrite').objectStore('settings');
  await ended(settings.put({ ...(await ended(settings.get('facts'))), language }));
  database.close();
  const channel = new BroadcastChannel(store);
  channel.postMessage(['settings']);
  channel.close();
}

/** What an earlier visit stores for the first paint. */
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
