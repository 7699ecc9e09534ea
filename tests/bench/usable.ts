/**
 * From tapping the app's icon to a calculator that accepts a number: warm, offline, on a processor four times
 * slower, beside the lean page.
 */
import type { Browser, BrowserContext } from 'playwright';
import { hintReturning, launchAddress, onboard, openPhone, withStage } from '#tests/bench/browser.ts';
import { withLean } from '#tests/bench/lean/serve.ts';
import { type BenchOptions, median, type Report, spreadOf } from '#tests/bench/table.ts';
import type { TestServer } from '#tests/support/server.ts';

const SLOWER = 4;
const GOAL = 1.5;
const TAB_SETTLES_MS = 1500;
const FIELD = 'input[name="riskAmount"]';

/** The page's message, with the milliseconds since the start of navigation. */
const USABLE = 'usable after';

interface Visited {
  readonly context: BrowserContext;
  readonly server: TestServer;
}

export function benchUsable({ small }: BenchOptions): Promise<Report> {
  const rounds = small ? 5 : 11;
  return withStage((stage) =>
    withLean(async ({ server }) => {
      await onboard(stage.server);
      const app = await visit(stage.browser, stage.server);
      const lean = await visit(stage.browser, server);
      const times = { app: [] as number[], lean: [] as number[] };
      for (let round = 0; round < rounds; round += 1) {
        times.app.push(await openOnce(app));
        times.lean.push(await openOnce(lean));
      }
      await app.context.close();
      await lean.context.close();
      const ratio = median(times.app) / median(times.lean);
      return {
        figures: [
          {
            what: `usable calculator, warm, offline, ${SLOWER} × CPU`,
            measured: `${median(times.app).toFixed(0)} ms`,
            against: `${median(times.lean).toFixed(0)} ms lean page`,
            ratio: ratio.toFixed(2),
            spread: spreadOf(times.app, times.lean),
            goal: `≤ ${GOAL}`,
            met: ratio <= GOAL,
          },
        ],
        notes: [
          `usable: medians of ${rounds} openings of /riskmoney in new tabs, in turn with the lean page (tests/bench/lean: React, one number field, a service worker; same build, server and browser), from the start of navigation to the frame that shows a typed number; served by the service worker, which like the browser itself is not slowed down.`,
        ],
      };
    }),
  );
}

/** A phone without a network on which the page was opened before. */
async function visit(browser: Browser, server: TestServer): Promise<Visited> {
  const context = await openPhone(browser);
  await hintReturning(context);
  await visitOnline(context, server);
  await typeAtOnce(context);
  await context.setOffline(true);
  return { context, server };
}

/**
 * Until the service worker holds this release and the browser has cached the compiled code, as after a few
 * visits.
 */
async function visitOnline(context: BrowserContext, server: TestServer): Promise<void> {
  for (let visited = 0; visited < 3; visited += 1) {
    const page = await context.newPage();
    await page.goto(launchAddress(server, '/riskmoney'));
    await page.locator(FIELD).waitFor();
    await page.waitForFunction(async () => {
      await navigator.serviceWorker.ready;
      return navigator.serviceWorker.controller !== null;
    });
    await page.waitForLoadState('networkidle');
    await page.close();
  }
}

/** Types as soon as there is a field, and records when the frame with the text has been painted. */
async function typeAtOnce(context: BrowserContext): Promise<void> {
  await context.addInitScript(
    ([selector, says]) => {
      const attempt = () => {
        const field = document.querySelector<HTMLInputElement>(selector);
        if (field === null || field.disabled) {
          requestAnimationFrame(attempt);
          return;
        }
        field.focus();
        document.execCommand('insertText', false, '1234');
        // Runs right after this frame has been painted.
        const painted = new MessageChannel();
        painted.port1.onmessage = () => {
          // The app may have put its own field, with the text, in the place of the page's in this very frame.
          const shown = document.querySelector<HTMLInputElement>(selector)?.value ?? '';
          if (shown !== '') console.info(says, performance.now());
          else requestAnimationFrame(attempt);
        };
        painted.port2.postMessage(null);
      };
      requestAnimationFrame(attempt);
    },
    [FIELD, USABLE] as const,
  );
}

async function openOnce({ context, server }: Visited): Promise<number> {
  const page = await context.newPage();
  // A new tab starts work in the browser that no web view has.
  await page.waitForTimeout(TAB_SETTLES_MS);
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  // Logged by the page itself, since a query would run the driver's scripts in the middle of the measurement.
  const said = page.waitForEvent('console', (message) => message.text().startsWith(USABLE));
  const answer = await page.goto(launchAddress(server, '/riskmoney'), { waitUntil: 'commit' });
  if (answer?.fromServiceWorker() !== true) throw new Error('The page did not come from the service worker');
  const took = Number((await said).text().slice(USABLE.length));
  const shown = await page.locator(FIELD).inputValue();
  // The app groups digits, with the language's own sign.
  if (shown.replaceAll(/\D/g, '') !== '1234') throw new Error(`The field shows ${shown}`);
  await page.locator(FIELD).fill('');
  await page.close();
  return took;
}
