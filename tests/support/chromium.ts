/** Finds a Chromium for the browser tests and benchmarks: one that exists, else Playwright's own, else the system's. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

const KNOWN_PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** What a headless run as root in a container needs, and nothing that goes to the network by itself. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  `--disable-features=${[
    // A window and two processes of the browser's own beside each page: a third of a journey's work.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'SpareRendererForSitePerProcess',
    // Playwright's own, which this switch replaces.
    'AvoidUnnecessaryBeforeUnloadCheckSync',
    'DestroyProfileOnBrowserClose',
    'HttpsUpgrades',
    'HttpsFirstBalancedModeAutoEnable',
    'MediaRouter',
    'PaintHolding',
    'ThirdPartyStoragePartitioning',
    'OptimizationHints',
    'NetworkTimeServiceQuerying',
    'AimEnabled',
    'PreconnectToSearch',
  ].join(',')}`,
];

/** The path of a Chromium that answers, or null. `CHROMIUM_PATH` wins. Looks only, installs nothing. */
export function findChromium(): string | null {
  const candidates = [process.env['CHROMIUM_PATH'], ...KNOWN_PLACES, chromium.executablePath()];
  return candidates.find((path) => path !== undefined && path !== '' && answers(path)) ?? null;
}

/** Like `findChromium`, but installs one where none is there. Throws where that fails too. */
export function ensureChromium(): string {
  const found = findChromium();
  if (found !== null) return found;
  const attempts = [
    ['playwright', 'install', 'chromium'],
    ['sh', '-c', 'apt-get update -qq && apt-get install -y -qq chromium'],
  ] as const;
  for (const [command, ...args] of attempts) {
    process.stderr.write(`No Chromium here. Trying: ${command} ${args.join(' ')}\n`);
    spawnSync(command, args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = findChromium();
    if (installed !== null) return installed;
  }
  throw new Error('No Chromium could be found or installed. Set CHROMIUM_PATH to one.');
}

function answers(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}
