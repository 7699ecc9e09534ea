/** Finds a Chromium for browser tests and benchmarks: the configured one, Playwright's, or the system's. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** Headless builds without a user interface: the same pages for less work. */
const SHELLS = ['/usr/bin/chromium-headless-shell'];

const WHOLE = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];

/** Flags for a headless run as root in a container, without network calls of the browser's own. */
export const CHROMIUM_ARGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-dev-shm-usage',
  `--disable-features=${[
    // A window and two processes of the browser's own per page: a third of a journey's work.
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'SpareRendererForSitePerProcess',
    // Playwright's own list, which this switch replaces.
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

/** Which Chromium is preferred if there are several; measurements use the browser that users have. */
export type ChromiumKind = 'shell' | 'whole';

/** The path of a Chromium that runs, or null. `CHROMIUM_PATH` wins. Installs nothing. */
export function findChromium(kind: ChromiumKind = 'whole'): string | null {
  const whole = [...WHOLE, chromium.executablePath()];
  const candidates = [
    process.env['CHROMIUM_PATH'],
    ...(kind === 'shell' ? [...SHELLS, ...whole] : [...whole, ...SHELLS]),
  ];
  return candidates.find((path) => path !== undefined && path !== '' && answers(path)) ?? null;
}

/** Like `findChromium`, but installs one if there is none. Throws if that fails too. */
export function ensureChromium(kind: ChromiumKind = 'whole'): string {
  const found = findChromium(kind);
  if (found !== null) return found;
  const attempts = [
    ['playwright', 'install', 'chromium'],
    ...(kind === 'shell' ? [aptInstall('chromium-headless-shell')] : []),
    aptInstall('chromium'),
  ] as const;
  for (const [command, ...args] of attempts) {
    process.stderr.write(`No Chromium here. Trying: ${command} ${args.join(' ')}\n`);
    spawnSync(command, args, {
      stdio: ['ignore', 2, 2],
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
    const installed = findChromium(kind);
    if (installed !== null) return installed;
  }
  throw new Error('No Chromium could be found or installed. Set CHROMIUM_PATH to one.');
}

function aptInstall(name: string) {
  return ['sh', '-c', `apt-get update -qq && apt-get install -y -qq ${name}`] as const;
}

function answers(path: string): boolean {
  return existsSync(path) && spawnSync(path, ['--version'], { timeout: 20_000 }).status === 0;
}
