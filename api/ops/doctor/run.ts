/** Runs every check of a deployment and prints one line for each finding, errors first. Changes nothing. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { readConfig } from '../../config.ts';
import { readArguments } from '../arguments.ts';
import { CommandStopped, FINE, type Io, printable, runCommand, WRONG } from '../command.ts';
import { bySeverity, type Check, type Finding, type Severity, type Subject, settingOf } from './check.ts';
import { backupDisk, recentBackup } from './checks/backups.ts';
import { builtApp, builtHeaders, builtOperator, pinnedLog } from './checks/build.ts';
import { addresses, domain, secrets, vars } from './checks/cloudflare.ts';
import { faultyVariables, nodeVersion, readableVariables } from './checks/configuration.ts';
import { databaseContent, databaseFolder, databaseOwner } from './checks/database.ts';
import { proxies, publicAddress, publicMetrics, temporary } from './checks/network.ts';
import { appOnline, botOnline, marketOnline } from './checks/online.ts';
import { logFile, tokens, witnesses } from './checks/proof.ts';
import { bot, rotation, sharedSecrets, weakSecrets } from './checks/secrets.ts';
import { HERE, type System } from './system.ts';

// In a bundle all that it looks at stands beside this file.
const ROOT = fileURLToPath(new URL(import.meta.url.endsWith('.ts') ? '../../..' : '.', import.meta.url));
const USAGE = `Usage: npm run doctor -- [--env-file FILE] [--backups FOLDER] [--online]
       npm run doctor -- --cloudflare [--env ENVIRONMENT] [--online]
Says all that is wrong or risky, with what to do. Run it as the user of the server.
--env-file   the variables of the server, beside those of the environment
--backups    the folder of dated backups, unless BACKUP_PATH names it
--cloudflare the variables of wrangler.toml, and of one of its environments
--online     also asks the bot's service, the market and the app's own address
Exit codes: 0 fine, or warnings alone; 1 errors.`;

/** In the order in which an operator would look. */
const CHECKS: readonly Check[] = [
  faultyVariables,
  nodeVersion,
  readableVariables,
  databaseFolder,
  databaseOwner,
  databaseContent,
  builtApp,
  builtOperator,
  builtHeaders,
  pinnedLog,
  publicAddress,
  proxies,
  publicMetrics,
  temporary,
  bot,
  weakSecrets,
  sharedSecrets,
  rotation,
  witnesses,
  logFile,
  tokens,
  recentBackup,
  backupDisk,
];
const ONLINE = [appOnline, botOnline, marketOnline];

/** What a test answers in place of the world. */
export interface DoctorDeps {
  readonly root?: string;
  readonly system?: System;
  readonly now?: number;
  readonly fetch?: typeof fetch;
}

/** @returns the exit code of the process. */
export function runDoctor(args: string[], io: Io, deps: DoctorDeps = {}): Promise<number> {
  return runCommand(io, USAGE, () => diagnose(args, io, deps));
}

async function diagnose(args: string[], io: Io, deps: DoctorDeps): Promise<number> {
  const { values } = readArguments({
    args,
    options: {
      'env-file': { type: 'string' },
      env: { type: 'string' },
      backups: { type: 'string' },
      cloudflare: { type: 'boolean', default: false },
      online: { type: 'boolean', default: false },
    },
  });
  const { root = ROOT, system = HERE, now = Date.now(), fetch: ask = fetch } = deps;
  const common = { root, system, now };
  const findings: Finding[] = [];
  let subject: Subject;
  if (values.cloudflare) {
    const toml = await readWranglerToml(root, values.env);
    const env = Object.fromEntries(Object.entries(toml.vars).map(([name, value]) => [name, String(value)]));
    subject = { ...common, deployment: 'Cloudflare', env, envFile: null, config: null, backups: null };
    findings.push(...vars(subject), ...domain(subject, toml), ...addresses(toml), ...secrets(subject));
  } else {
    const envFile = values['env-file'] ?? null;
    const env = { ...io.env, ...(envFile === null ? {} : parseEnv(readFileSync(envFile, 'utf8'))) };
    const read = readConfig(env);
    const backups = values.backups ?? (settingOf({ env }, 'BACKUP_PATH') || null);
    subject = {
      ...common,
      deployment: 'machine',
      env,
      envFile,
      config: read.ok ? read.config : null,
      backups,
    };
  }
  for (const check of CHECKS) findings.push(...(await check(subject)));
  if (values.online) for (const check of ONLINE) findings.push(...(await check(subject, { fetch: ask })));
  return report(findings, io);
}

async function readWranglerToml(root: string, env: string | undefined) {
  const { unstable_readConfig: readToml } = await import('wrangler').catch((cause) => {
    if (cause.code !== 'ERR_MODULE_NOT_FOUND') throw cause;
    throw new CommandStopped('--cloudflare needs wrangler, and a checkout with its packages.');
  });
  try {
    return readToml(
      { config: join(root, 'wrangler.toml'), ...(env === undefined ? {} : { env }) },
      { hideWarnings: true },
    );
  } catch (cause) {
    throw new CommandStopped(
      `wrangler.toml: ${printable(cause instanceof Error ? cause.message : `${cause}`)}`,
    );
  }
}

function report(findings: readonly Finding[], io: Io): number {
  for (const { severity, about, text } of bySeverity(findings))
    io.out(`${severity.toUpperCase().padEnd(8)} ${printable(about)}: ${printable(text)}\n`);
  const count = (wanted: Severity) => findings.filter(({ severity }) => severity === wanted).length;
  const [errors, warnings] = [count('error'), count('warning')];
  io.out(errors + warnings === 0 ? 'Nothing is wrong.\n' : `${errors} errors, ${warnings} warnings.\n`);
  return errors === 0 ? FINE : WRONG;
}
