/**
 * `npm run bot -- setup`: registers the bot's webhook, commands and texts with the messaging app. Reads the environment of
 * the server, but needs none of the variables that only the server uses.
 */
import { SERVICE_CALLS } from '#core/contract/calls.ts';
import { createBotClient } from '../../bot/client.ts';
import { SetupError, setUpBot } from '../../bot/setup.ts';
import { readConfig } from '../../config.ts';
import { Misunderstood, readArguments } from '../arguments.ts';
import { CommandStopped, FINE, type Io, runCommand, WRONG } from '../command.ts';

const USAGE = `Usage: npm run bot -- setup
Sets webhook, menu button, commands and descriptions. Needs BOT_TOKEN, BOT_USERNAME, APP_SHORT_NAME, PUBLIC_URL
and BOT_WEBHOOK_SECRET.`;

/** @returns the exit code of the process. */
export function runBot(args: string[], io: Io): Promise<number> {
  return runCommand(io, USAGE, () => setUp(args, io));
}

async function setUp(args: string[], io: Io): Promise<number> {
  const { positionals } = readArguments({ args, allowPositionals: true });
  if (positionals.join(' ') !== 'setup') throw new Misunderstood();
  const read = readConfig({ ...io.env, DATABASE_PATH: '-', MARKET_PROVIDER: 'sample' });
  if (!read.ok) throw new CommandStopped(read.faults.join('\n'), WRONG);
  const { botToken, botApiUrl, botUsername: username, botWebhookSecret: secret, publicUrl } = read.config;
  if (secret === null) throw new CommandStopped('BOT_WEBHOOK_SECRET: is not set', WRONG);
  try {
    await setUpBot({
      api: createBotClient({ token: botToken, apiUrl: botApiUrl, fetch }),
      username,
      publicUrl,
      webhookPath: SERVICE_CALLS.webhook.path,
      secret,
      onDone: (line) => io.out(`done: ${line}\n`),
    });
  } catch (error) {
    throw error instanceof SetupError ? new CommandStopped(`failed: ${error.message}`, WRONG) : error;
  }
  return FINE;
}
