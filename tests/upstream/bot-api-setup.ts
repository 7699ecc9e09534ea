/**
 * Starts stand-ins of the Bot API beside workerd, whose tests reach them over HTTP only. Each test file gets
 * its own, since files run concurrently and each counts its own calls.
 */
import type { TestProject } from 'vitest/node';
import { TOKEN } from '#tests/support/deployment.ts';
import { type BotApi, startBotApi } from './bot-api.ts';

declare module 'vitest' {
  interface ProvidedContext {
    botApiUrl: string;
    alertsBotApiUrl: string;
    eventsBotApiUrl: string;
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
  provide('eventsBotApiUrl', await start());
  provide('sharingBotApiUrl', await start());
}

export async function teardown(): Promise<void> {
  await Promise.all(bots.map((bot) => bot.close()));
}
