/** Finds a Chromium for the browser tests and benchmarks: one that exists, else Playwright's own, else the system's. */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { chromium } from 'playwright';

/** Without windows and what belongs to them: the same pages for less work. */
const SHELLS = ['/usr/bin/chromium-headless-shell'];

const WHOLE = [
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

/** Which Chromium is preferred where there are several: measurements are of the browser that people have. */
export type ChromiumKind = 'shell' | 'whole';

/** The path of a Chromium that answers, or null. `CHROMIUM_PATH` wins. Looks only, installs nothing. */
export function findChromium(kind: ChromiumKind = 'whole'): string | null {
  const whole = [...WHOLE, chromium.executablePath()];
  const candidates = [
    process.env['CHROMIUM_PATH'],
    ...(kind === 'shell' ? [...SHELLS, ...whole] : [...whole, ...SHELLS]),
  ];
  return candidates.find((path) => path !== undefined && path !== '' && answers(path)) ?? null;
}

/** Like `findChromium`, but installs one where none is there. Throws where that fails too. */
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
