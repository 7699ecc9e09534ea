/** WebKit, the family of iOS web views: WebKitGTK with its WebDriver on its own display. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { freePort } from './server.ts';

export interface WebKit {
  readonly driver: string;
  readonly browser: string;
}

export interface WebDriverServer {
  readonly url: string;
  stop(): Promise<void>;
}

export interface Display {
  readonly name: string;
  /** Also ends the browsers on it. */
  stop(): Promise<void>;
}

const DRIVER = '/usr/bin/WebKitWebDriver';
const LIBRARIES = '/usr/lib';
const BROWSERS = ['webkit2gtk-4.1', 'webkitgtk-6.0', 'webkit2gtk-4.0'];
const PACKAGES = ['webkit2gtk-driver', 'xvfb'];
const START_LIMIT_MS = 20_000;

/** Its programs, or null. Installs nothing. */
export function findWebKit(): WebKit | null {
  if (!existsSync(DRIVER) || spawnSync('Xvfb', ['-help'], { stdio: 'ignore' }).error !== undefined)
    return null;
  const folders = readdirSync(LIBRARIES, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  for (const version of BROWSERS) {
    for (const { name } of folders) {
      const browser = join(LIBRARIES, name, version, 'MiniBrowser');
      if (existsSync(browser)) return { driver: DRIVER, browser };
    }
  }
  return null;
}

/** Like `findWebKit`, but installs it if missing; returns a text with the reason if that is impossible. */
export function ensureWebKit(): WebKit | string {
  const found = findWebKit();
  if (found !== null) return found;
  if (process.platform !== 'linux') return `WebKitGTK is not available on ${process.platform}`;
  const names = PACKAGES.join(' ');
  process.stderr.write(`No WebKit here. Trying: apt-get install ${names}\n`);
  const { error, status, stdout, stderr } = spawnSync(
    'sh',
    ['-c', `apt-get update -qq && apt-get install -y -qq --no-install-recommends ${names}`],
    { encoding: 'utf8', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } },
  );
  const installed = findWebKit();
  if (installed !== null) return installed;
  const said = `${stdout ?? ''}\n${stderr ?? ''}`.trim().split('\n').at(-1);
  return `${names} could not be installed: ${error?.message ?? (status === 0 ? 'it holds no MiniBrowser' : said)}`;
}

/** Starts its WebDriver, which opens one browser at a time. @param display of the browser's window. */
export async function startWebDriver({ driver }: WebKit, display: string): Promise<WebDriverServer> {
  const folder = mkdtempSync(join(tmpdir(), 'irich-webkit-'));
  const port = await freePort();
  let log = '';
  const child = spawn(driver, ['--host=127.0.0.1', `--port=${port}`], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'] ?? '',
      HOME: folder,
      XDG_RUNTIME_DIR: folder,
      DISPLAY: display,
      LANG: 'C.UTF-8',
      LANGUAGE: 'en_US',
      TZ: 'UTC',
      NO_AT_BRIDGE: '1',
      // As root in a container there is neither a sandbox nor a graphics card.
      WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
      WEBKIT_DISABLE_COMPOSITING_MODE: '1',
      LIBGL_ALWAYS_SOFTWARE: '1',
    },
  });
  const collect = (chunk: Buffer) => {
    log += chunk.toString();
  };
  child.stdout.on('data', collect);
  child.stderr.on('data', collect);
  async function stop(): Promise<void> {
    await end(child);
    rmSync(folder, { recursive: true, force: true });
  }
  const url = `http://127.0.0.1:${port}`;
  const deadline = performance.now() + START_LIMIT_MS;
  while (!(await isReady(url))) {
    if (child.exitCode !== null || performance.now() > deadline) {
      await stop();
      throw new Error(`WebKitWebDriver did not start:\n${log}`);
    }
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  return { url, stop };
}

/** A virtual screen. */
export async function startDisplay(): Promise<Display> {
  // It picks a free number and reports it.
  const child = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '800x1000x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = child.stdio[3] as Readable;
  const said = await Promise.race([once(number, 'data'), once(child, 'exit').then(() => null)]);
  if (said === null) throw new Error(`Xvfb ended with ${child.exitCode}`);
  return { name: `:${String(said[0]).trim()}`, stop: () => end(child) };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/status`)).ok;
  } catch {
    return false;
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'exit');
  child.kill('SIGKILL');
  await closed;
}
