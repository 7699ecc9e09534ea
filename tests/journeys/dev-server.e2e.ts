/** `npm run dev` opens the app and the page of published totals in a plain browser, leaves the checkout as it was, and no part of it gets into the build. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'playwright/test';
import { STAND_IN_MARK } from '#api/ops/dev/stand-in.ts';
import { BUILT } from '#tests/journeys/app.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** What only a page in development has: the stand-in, the console, Vite's own client. */
const DEVELOPMENT = [STAND_IN_MARK, 'eruda', '@vite/client'];

let folder = '';
let server: ChildProcess;
let output = '';

test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'irich-dev-'));
  output = '';
  server = spawn(process.execPath, ['api/ops/dev-server.ts', '--port', '0', '--console', '--data', folder], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  for (const stream of [server.stdout, server.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
});

test.afterEach(() => {
  // The API ends with it.
  if (server.exitCode === null) server.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

test.setTimeout(150_000);

test('the development server opens the app in a plain browser, and ends whole', async ({ page }) => {
  const before = changedFiles();
  const warnings: string[] = [];
  page.on('console', (message) => {
    if (['warning', 'error'].includes(message.type())) warnings.push(message.text());
  });
  page.on('pageerror', (error) => warnings.push(String(error)));

  await expect.poll(() => output, { timeout: 60_000 }).toContain('Ctrl+C');
  const origin = /http:\/\/localhost:\d+/.exec(output)?.[0] ?? '';
  expect(output.split(`${origin}/#tgWebAppData=`).length, 'signed links').toBe(4);

  await page.goto(origin);
  // Vite transforms each file when it is first asked for.
  await expect(page.getByRole('heading', { name: 'Welcome to iRICH' })).toBeVisible({ timeout: 60_000 });
  await expect(page.locator(`[data-from="${STAND_IN_MARK}"]`)).toBeAttached();
  await expect(page.locator('#eruda')).toBeAttached();
  // The host has answered and the server knows the user: everything that starts after the first paint has run.
  await expect
    .poll(() => page.evaluate(() => document.documentElement.style.getPropertyValue('--safe-top')))
    .toBe('32px');
  await expect.poll(() => page.evaluate(async () => (await indexedDB.databases()).length)).toBeGreaterThan(0);
  expect(await page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0);
  expect(warnings).toEqual([]);

  const html = await (await fetch(origin)).text();
  for (const word of DEVELOPMENT) expect(html).toContain(word);
  const built = readdirSync(BUILT, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|html)$/.test(name),
  );
  expect(built.length).toBeGreaterThan(10);
  const leaked = built.filter((name) => {
    const text = readFileSync(join(BUILT, name), 'utf8');
    return DEVELOPMENT.some((word) => text.includes(word));
  });
  expect(leaked).toEqual([]);

  await page.goto(`${origin}/proof`);
  await expect(page.locator('#log h3').first()).toHaveText('No day is published here yet');
  await expect(page.locator(`[data-from="${STAND_IN_MARK}"]`)).toHaveCount(0);
  expect((await fetch(`${origin}/proof/checkpoint`)).status).toBe(404);
  // The missing checkpoint is an error of its request.
  expect(warnings.filter((text) => !text.includes('404'))).toEqual([]);

  const closed = once(server, 'close');
  server.kill('SIGINT');
  expect(await closed, output).toEqual([0, null]);
  await expect(fetch(origin)).rejects.toThrow();
  expect(changedFiles()).toBe(before);
});

/** Tracked files that differ from the last commit, and new ones. */
function changedFiles(): string {
  return execFileSync('git', ['status', '--porcelain'], { cwd: ROOT, encoding: 'utf8' });
}
