/** Starts the stand-in of the Bot API beside workerd, whose tests reach it over HTTP alone. */
import type { TestProject } from 'vitest/node';
import { TOKEN } from '#tests/support/deployment.ts';
import { type BotApi, startBotApi } from './bot-api.ts';

declare module 'vitest' {
  interface ProvidedContext {
    botApiUrl: string;
  }
}

let bot: BotApi | null = null;

export async function setup({ provide }: TestProject): Promise<void> {
  bot = await startBotApi({ token: TOKEN });
  provide('botApiUrl', bot.url);
}

export async function teardown(): Promise<void> {
  await bot?.close();
}
