/**
 * `npm run bot -- setup`: registers the bot's webhook, commands and texts with the messaging app; `status` compares. Both read
 * the environment of the server, but need none of the variables that only the server uses.
 */
import { SERVICE_CALLS } from '#core/contract/calls.ts';
import { createBotClient } from '../../bot/client.ts';
import { type SetupDeps, SetupError, setUpBot } from '../../bot/setup.ts';
import { botStatus, type StatusDeps } from '../../bot/status.ts';
import { readConfig } from '../../config.ts';
import { Misunderstood, readArguments } from '../arguments.ts';
import { CommandStopped, FINE, type Io, printable, runCommand, WRONG } from '../command.ts';

const USAGE = `Usage: npm run bot -- setup|status
setup   sets webhook, menu button, commands and descriptions
status  shows whether webhook, menu button and commands are set and updates arrive; exit 1 where something is wrong
Both need BOT_TOKEN, BOT_USERNAME, APP_SHORT_NAME, PUBLIC_URL and BOT_WEBHOOK_SECRET; APP_NAME where it is set.`;

/** @returns the exit code of the process. */
export function runBot(args: string[], io: Io): Promise<number> {
  return runCommand(io, USAGE, () => runWord(args, io));
}

async function runWord(args: string[], io: Io): Promise<number> {
  const { positionals } = readArguments({ args, allowPositionals: true });
  const word = positionals.join(' ');
  if (word !== 'setup' && word !== 'status') throw new Misunderstood();
  const read = readConfig({ ...io.env, DATABASE_PATH: '-', MARKET_PROVIDER: 'sample' });
  if (!read.ok) throw new CommandStopped(read.faults.join('\n'), WRONG);
  const {
    botToken,
    botApiUrl,
    botUsername: username,
    botWebhookSecret: secret,
    publicUrl,
    appName,
  } = read.config;
  if (secret === null) throw new CommandStopped('BOT_WEBHOOK_SECRET: is not set', WRONG);
  const api = createBotClient({ token: botToken, apiUrl: botApiUrl, fetch });
  const bot = { api, username, publicUrl, webhookPath: SERVICE_CALLS.webhook.path };
  return word === 'setup'
    ? setUp({ ...bot, appName, secret }, io)
    : showStatus({ ...bot, now: Date.now() }, io);
}

async function setUp(bot: Omit<SetupDeps, 'onDone'>, io: Io): Promise<number> {
  try {
    await setUpBot({ ...bot, onDone: (line) => io.out(`done: ${line}\n`) });
  } catch (error) {
    throw error instanceof SetupError ? new CommandStopped(`failed: ${error.message}`, WRONG) : error;
  }
  return FINE;
}

async function showStatus(bot: StatusDeps, io: Io): Promise<number> {
  let code = FINE;
  for await (const { isRight, text } of botStatus(bot)) {
    if (!isRight) code = WRONG;
    io.out(`${isRight ? 'right' : 'WRONG'}  ${printable(text)}\n`);
  }
  return code;
}
