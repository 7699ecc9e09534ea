/**
 * `npm run bot -- setup`: registers the bot's webhook, commands and texts with the messaging app. Reads the environment of
 * the server, but needs none of the variables that only the server uses.
 */
import { SERVICE_CALLS } from '#core/contract/calls.ts';
import { createBotClient } from '../bot/client.ts';
import { SetupError, setUpBot } from '../bot/setup.ts';
import { readConfig } from '../config.ts';
import { readArguments } from './arguments.ts';

const USAGE = `Usage: npm run bot -- setup
Sets webhook, menu button, commands and descriptions. Needs BOT_TOKEN, BOT_USERNAME, APP_SHORT_NAME, PUBLIC_URL
and BOT_WEBHOOK_SECRET.
`;

process.exitCode = await run(process.argv.slice(2));

async function run(args: readonly string[]): Promise<number> {
  const asked = readArguments({ args: [...args], allowPositionals: true });
  if (!asked.ok) return say(`${asked.fault}. ${USAGE}`, 2);
  if (asked.positionals.join(' ') !== 'setup') return say(USAGE, 2);
  const read = readConfig({ ...process.env, DATABASE_PATH: '-', MARKET_PROVIDER: 'sample' });
  if (!read.ok) return say(`${read.faults.join('\n')}\n`, 1);
  const { botToken, botApiUrl, botUsername: username, botWebhookSecret: secret, publicUrl } = read.config;
  if (secret === null) return say('BOT_WEBHOOK_SECRET: is not set\n', 1);
  try {
    await setUpBot({
      api: createBotClient({ token: botToken, apiUrl: botApiUrl, fetch }),
      username,
      publicUrl,
      webhookPath: SERVICE_CALLS.webhook.path,
      secret,
      onDone: (line) => process.stdout.write(`done: ${line}\n`),
    });
  } catch (error) {
    if (error instanceof SetupError) return say(`failed: ${error.message}\n`, 1);
    throw error;
  }
  return 0;
}

function say(text: string, code: number): number {
  process.stderr.write(text);
  return code;
}
