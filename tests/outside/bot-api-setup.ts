/**
 * Starts stand-ins of the Bot API beside workerd, whose tests reach them over HTTP alone. One for each file that asks: files run
 * at the same time, and each counts the calls of its own.
 */
import type { TestProject } from 'vitest/node';
import { TOKEN } from '#tests/support/deployment.ts';
import { type BotApi, startBotApi } from './bot-api.ts';

declare module 'vitest' {
  interface ProvidedContext {
    botApiUrl: string;
    alertsBotApiUrl: string;
    sharingBotApiUrl: string;
  }
}

const bots: BotApi[] = [];

async function start(): Promise<string> {
  const bot = await startBotApi({ token: TOKEN });
  bots.push(bot);
  return bot.url;
}

export async function setup({ provide }: TestProject): Promise<void> {
  provide('botApiUrl', await start());
  provide('alertsBotApiUrl', await start());
  provide('sharingBotApiUrl', await start());
}

export async function teardown(): Promise<void> {
  await Promise.all(bots.map((bot) => bot.close()));
}
