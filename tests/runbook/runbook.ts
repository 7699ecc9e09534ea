/**
 * `npm run runbook -- --from COMMIT [--out FILE] [--folder FOLDER]`: follows the pages for operators word for word on a clean Debian
 * with systemd, and writes down what every command printed. COMMIT is the version before. It tests the last commit. As root.
 */
import { execFileSync } from 'node:child_process';
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitWithUsage, scriptArguments } from '#api/ops/arguments.ts';
import { startObjectStorage } from '#tests/support/object-storage.ts';
import { type BotApi, startBotApi } from '#tests/upstream/bot-api.ts';
import { moveThereAndBack } from './cloudflare.ts';
import {
  backUpAndRestore,
  install,
  MACHINE_PAGE,
  type Machine,
  replaceLogKey,
  replicateAndRestore,
  rotateSecrets,
  setUpBot,
  startProxy,
  writeConfiguration,
} from './machine.ts';
import { type Operator, startOperator } from './operator.ts';
import { upgradeAndRollBack } from './upgrade.ts';
import { Users } from './users.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const USAGE = 'npm run runbook -- --from COMMIT [--out FILE] [--folder FOLDER] [--only new|old]';
const NAME = 'irich.local';
const BOT_TOKEN = '7000000001:AAFq8wZkXb3Rt5YvLm2Np7Jd9Hs4Gc6Ke1Q';

const { values } = scriptArguments(USAGE, {
  options: {
    from: { type: 'string' },
    out: { type: 'string', default: 'runbook.txt' },
    /** Keeps the untouched Debian for the next run. */
    folder: { type: 'string', default: join(tmpdir(), 'irich-runbook') },
    only: { type: 'string' },
  },
});
const { from, out, folder, only } = values;
if (from === undefined) exitWithUsage(USAGE);

const git = (...args: string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' }).trim();
const page = (path: string) => git('show', `HEAD:${path}`);
const versionAt = (commit: string) => JSON.parse(git('show', `${commit}:package.json`)).version as string;
const scratch = mkdtempSync(join(tmpdir(), 'irich-runbook-'));
const repository = join(scratch, 'irich.git');
const version = versionAt('HEAD');
const print = (text: string) => {
  appendFileSync(out, text);
  process.stdout.write(text);
};
writeFileSync(out, '');
git('clone', '--quiet', '--bare', ROOT, repository);
// A release to be has no tag yet.
execFileSync('git', ['tag', '--force', `v${version}`, git('rev-parse', 'HEAD')], { cwd: repository });
let botApi: BotApi = await startBotApi({ token: BOT_TOKEN });

try {
  if (only !== 'old') await onClean('a new machine', followNew);
  if (only !== 'new') await onClean('a machine with the version before', followOld);
  print('\nEvery command of the pages ended as they say.\n');
} finally {
  await botApi.close();
  rmSync(scratch, { recursive: true });
}

async function followNew(machine: Machine): Promise<void> {
  const storage = await startObjectStorage(mkdtempSync(join(scratch, 'storage-')));
  try {
    await install(machine);
    await startProxy(machine);
    await setUpBot(machine);
    await replaceLogKey(machine);
    await rotateSecrets(machine, replaceToken);
    await backUpAndRestore(machine);
    await replicateAndRestore(machine, storage);
    await moveThereAndBack(machine);
  } finally {
    await storage.stop();
  }
}

async function followOld(machine: Machine): Promise<void> {
  const last = { commit: git('rev-parse', `${from}`), page: git('show', `${from}:${MACHINE_PAGE}`) };
  await upgradeAndRollBack(machine, last);
}

async function onClean(title: string, follow: (machine: Machine) => Promise<void>): Promise<void> {
  print(`\n==== ${title} ====\n`);
  const names = { '1.8.0': version, '1.7.0': versionAt(`${from}`), '1.5.1': versionAt(`${from}`) };
  const operator = await startOperator({ folder: resolve(folder), repository, names, print });
  const machine: Machine = { operator, users: new Users(BOT_TOKEN, print), page, name: NAME };
  try {
    writeConfiguration(machine, { token: BOT_TOKEN, url: botApi.url.replace('127.0.0.1', 'localhost') });
    await follow(machine);
  } catch (error) {
    await showLogs(operator);
    throw error;
  } finally {
    await operator.leave();
  }
}

/** What an operator would look at next. Where that fails too, the first error stays the one that is thrown. */
async function showLogs(operator: Operator): Promise<void> {
  try {
    await operator.type('journalctl --no-pager -o cat -n 40');
  } catch (error) {
    print(`(the log cannot be read: ${error})\n`);
  }
}

/** The bot's service takes the new token alone, on the same port. */
async function replaceToken(token: string): Promise<BotApi> {
  const port = Number(new URL(botApi.url).port);
  await botApi.close();
  botApi = await startBotApi({ token, port });
  return botApi;
}
