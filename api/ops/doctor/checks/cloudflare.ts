/** `wrangler.toml`: its variables, the secrets that nothing can read back, and its domain. */
import type { Unstable_Config } from 'wrangler';
import { readCloudflareConfig } from '../../../config.ts';
import { error, type Finding, note, type Subject, settingOf, warning } from '../check.ts';
import { findingOf } from './configuration.ts';

const SECRET = /(TOKEN|TOKEN_PREVIOUS|SECRET|_KEY)$/;
/** Without them every request is answered 503. */
const NEEDED = ['BOT_TOKEN', 'CREDIT_SECRET'];
/** What a variable says about a secret that belongs to it. */
const COMPANIONS = {
  PROOF_ORIGIN: 'PROOF_SIGNING_KEY',
  SBT_COLLECTION: 'SBT_SIGNING_KEY',
  BOT_TOKEN_ROTATED_AT: 'BOT_TOKEN_PREVIOUS',
} as const;

/** Faults of variables. Secrets are set with wrangler alone, so a fault that only says that one is missing does not count. */
export function vars({ env }: Subject): Finding[] {
  const read = readCloudflareConfig(env);
  const faults = read.ok ? [] : read.faults.map(findingOf).filter(({ about }) => !SECRET.test(about));
  const exposed = Object.keys(env).filter((name) => SECRET.test(name) && (env[name]?.trim() ?? '') !== '');
  return [
    ...faults,
    ...exposed.map((name) =>
      error(name, 'stands in wrangler.toml: replace it, and use `wrangler secret put`.'),
    ),
  ];
}

/** What cannot be looked at. */
export function secrets(subject: Subject): Finding[] {
  const companions = Object.entries(COMPANIONS).flatMap(([name, secret]) =>
    settingOf(subject, name) === '' ? [] : [secret],
  );
  const names = [...NEEDED, ...companions].join(', ');
  return [
    note(
      'Secrets',
      `cannot be read: \`npx wrangler secret list\` must name ${names}, and BOT_WEBHOOK_SECRET for the bot.`,
    ),
    note(
      'MOVE_SECRET',
      'opens every ledger: it may be in that list only while a command with --from or --to works. Then `npx wrangler secret delete MOVE_SECRET`.',
    ),
  ];
}

/** @param config as wrangler reads the file. */
export function domain(subject: Subject, config: Unstable_Config): Finding[] {
  const url = settingOf(subject, 'PUBLIC_URL');
  if (!URL.canParse(url)) return [];
  const { hostname } = new URL(url);
  const names = (config.routes ?? []).map((route) => (typeof route === 'string' ? route : route.pattern));
  const isOnWorkersDev = config.workers_dev !== false && hostname.endsWith('.workers.dev');
  if (isOnWorkersDev || names.some((name) => name.split('/', 1)[0] === hostname)) return [];
  return [
    error('routes', `do not name the host of PUBLIC_URL, ${hostname}: no request reaches the deployment.`),
  ];
}

/** The production deployment keeps one address. */
export function addresses(config: Unstable_Config): Finding[] {
  const isStaging = config.targetEnvironment !== undefined;
  return config.workers_dev !== false && !isStaging
    ? [
        warning(
          'workers_dev',
          'is on: there the app has a second address, and the platform’s cache keeps nothing.',
        ),
      ]
    : [];
}
