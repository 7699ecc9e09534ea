/**
 * How much code the first screen costs, how much the page has fetched once it rests, and what its service worker
 * fetches for offline use, from the browser's own log.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserContext, Page } from 'playwright';
import {
  hintReturning,
  launchAddress,
  onboard,
  openPhone,
  type Stage,
  withStage,
} from '#tests/bench/browser.ts';
import { calculatorsOwn, type Weight, weigh } from '#tests/bench/chunks.ts';
import type { Figure, Report } from '#tests/bench/table.ts';

const FIRST_GOAL = 100;
const REST_GOAL = 165;
const HTML_GOAL = 14;
const OFFLINE_GOAL = 700;
/** The visit is over when page and worker have requested nothing for this long. */
const QUIET_MS = 2500;
const WALLET = /tonconnect|TonConnect/;

type Visit = 'returning user' | 'new user';

interface Loaded {
  /** Until the first screen was painted. */
  readonly first: readonly string[];
  readonly all: readonly string[];
  /** The worker's own script, and every file that it fetched. */
  readonly offline: readonly string[];
  /** Files that the worker requested before the page's own last request was answered. */
  readonly early: number;
}

interface Asked {
  readonly path: string;
  /** The service worker, or for which kind of resource the page asked. */
  readonly by: string;
  /** Milliseconds since 1970, as `answeredAt`. */
  readonly at: number;
  readonly answeredAt: number;
}

declare global {
  interface Window {
    /** Milliseconds since 1970: the frame that paints the first tappable element. */
    firstScreenAt?: number;
  }
}

export function benchSize(): Promise<Report> {
  return withStage(async (stage) => {
    const own = await calculatorsOwn(stage.dist);
    const figures: Figure[] = [];
    const notes: string[] = [];
    // A new user's registration would make them a returning one.
    for (const visit of ['new user', 'returning user'] as const) {
      const loaded = await visitOnce(stage, visit);
      const answer = await tapAlone(stage, visit, new Set(loaded.first));
      const first = await weigh(stage.dist, loaded.first);
      const rest = await weigh(
        stage.dist,
        loaded.all.filter((path) => !own.has(path)),
      );
      const calculators = await weigh(
        stage.dist,
        loaded.all.filter((path) => own.has(path)),
      );
      figures.push(
        kilobytes(`JS until the first screen, ${visit}`, first, FIRST_GOAL),
        kilobytes(`JS until rest, ${visit}`, rest, REST_GOAL),
        kilobytes("the calculators' chunks beside it", calculators),
        await wallet(stage, loaded.all),
        offline(visit, loaded, await weigh(stage.dist, loaded.offline)),
        {
          what: 'of it requested before the page rests',
          measured: `${loaded.early} files`,
          goal: '0 files',
          met: loaded.early === 0,
        },
      );
      notes.push(`size, ${visit}: ${loaded.first.length} scripts until the first screen; ${answer}`);
    }
    const html = await weigh(stage.dist, ['/index.html']);
    figures.push(kilobytes('HTML with critical CSS', html, HTML_GOAL));
    notes.push(
      'size: KB of 1000 bytes, each file as it is served; nothing kept from before. For offline use the worker gets from the cache of the browser what the page has fetched, which is counted here all the same. The page rests when its last request is answered.',
    );
    return { figures, notes };
  });
}

async function visitOnce(stage: Stage, visit: Visit): Promise<Loaded> {
  const context = await preparedPhone(stage, visit);
  const page = await context.newPage();
  const asked: Asked[] = [];
  let lastAt = performance.now();
  context.on('requestfinished', (request) => {
    lastAt = performance.now();
    const { startTime, responseEnd } = request.timing();
    asked.push({
      path: new URL(request.url()).pathname,
      by: request.serviceWorker() === null ? request.resourceType() : 'worker',
      at: startTime,
      answeredAt: startTime + responseEnd,
    });
  });
  await page.goto(launchAddress(stage.server, '/'));
  const paintedAt = await firstScreen(page);
  await page.evaluate(() => navigator.serviceWorker.ready.then(() => undefined));
  while (performance.now() - lastAt < QUIET_MS) await page.waitForTimeout(100);
  await context.close();
  const scripts = asked.filter(({ by }) => by === 'script');
  const workers = asked.filter(({ by }) => by === 'worker');
  const restsAt = Math.max(...asked.filter(({ by }) => by !== 'worker').map((one) => one.answeredAt));
  return {
    first: scripts.filter((one) => one.at < paintedAt).map((one) => one.path),
    all: scripts.map((one) => one.path),
    offline: workers.map((one) => one.path),
    early: workers.filter((one) => one.at < restsAt).length,
  };
}

/** Opens the app with only these scripts available, and returns whether the first screen answers a tap. */
async function tapAlone(stage: Stage, visit: Visit, scripts: ReadonlySet<string>): Promise<string> {
  const context = await preparedPhone(stage, visit);
  const page = await context.newPage();
  let refused = 0;
  await page.route('**/*.js', (route) => {
    if (scripts.has(new URL(route.request().url()).pathname)) return route.continue();
    refused += 1;
    return route.abort();
  });
  await page.goto(launchAddress(stage.server, '/'));
  await firstScreen(page);
  const before = await shown(page);
  await page.locator('#root').locator('nav a[href="/calculators"], button').first().tap();
  await page.waitForFunction(
    (was) => `${location.pathname} ${document.getElementById('root')?.textContent}` !== was,
    before,
  );
  await context.close();
  return `with these alone (${refused} later ones refused) it answers a tap.`;
}

function shown(page: Page): Promise<string> {
  return page.evaluate(() => `${location.pathname} ${document.getElementById('root')?.textContent}`);
}

async function preparedPhone(stage: Stage, visit: Visit): Promise<BrowserContext> {
  const context = await openPhone(stage.browser);
  if (visit === 'returning user') {
    await onboard(stage.server);
    await hintReturning(context);
  }
  await context.addInitScript(() => {
    const look = () => {
      // Not yet the screen that the page itself has, nor the welcome of a user who may turn out to be known.
      const isTappable = '#root:not([aria-busy]) main:not([aria-busy="true"]) :is(button, a[href])';
      if (document.querySelector(isTappable) === null) requestAnimationFrame(look);
      else window.firstScreenAt = Date.now();
    };
    requestAnimationFrame(look);
  });
  return context;
}

async function firstScreen(page: Page): Promise<number> {
  const at = await page.waitForFunction(() => window.firstScreenAt);
  return (await at.jsonValue()) ?? Number.NaN;
}

async function wallet({ dist }: Stage, paths: readonly string[]): Promise<Figure> {
  const found: string[] = [];
  for (const path of paths) if (WALLET.test(await readFile(join(dist, path), 'utf8'))) found.push(path);
  return {
    what: 'wallet code in it',
    measured: found.length === 0 ? 'none' : found.join(' '),
    goal: 'none',
    met: found.length === 0,
  };
}

function offline(visit: Visit, { offline: paths }: Loaded, { brotli, raw }: Weight): Figure {
  return {
    what: `fetched for offline use, ${visit}`,
    measured: `${kb(brotli)} KB brotli`,
    against: `${kb(raw)} KB raw, ${paths.length} files`,
    goal: `≤ ${OFFLINE_GOAL} KB`,
    met: brotli <= OFFLINE_GOAL * 1000,
  };
}

function kilobytes(what: string, { gzip, brotli }: Weight, goal?: number): Figure {
  return {
    what,
    measured: `${kb(brotli)} KB brotli`,
    against: `${kb(gzip)} KB gzip`,
    ...(goal === undefined ? {} : { goal: `≤ ${goal} KB`, met: brotli <= goal * 1000 }),
  };
}

function kb(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}
