/** What is sent to user 1, and events to report: friends who join, badges, a streak. */
import { describe, onTestFinished } from 'vitest';
import { BOT_DEPLOYMENTS, openBotDeployment } from '#tests/support/bot-deployment.ts';
import { type BotApi, startBotApi } from '#tests/upstream/bot-api.ts';
import { TOKEN } from '../support.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const JOINED = /^(A friend|@\w+) has joined by your link/;
export const BADGE = 'A new badge: Friends 1.';

/** Runs the same tests in both deployments, each with its own stand-in of the Bot API. */
export function describeSending(tests: (open: () => ReturnType<typeof openSending>) => void): void {
  describe.each(BOT_DEPLOYMENTS)('%s', (_, openDeployment) => tests(() => openSending(openDeployment)));
}

async function openSending(openDeployment: Parameters<typeof openBotDeployment>[0]) {
  const bot = await startBot();
  const deployment = await openBotDeployment(openDeployment, bot);
  const { one, auth, clock, registered } = deployment;
  /** When each message was requested. */
  const times: number[] = [];
  bot.choose = () => {
    times.push(clock.at);
    return null;
  };
  return {
    ...deployment,
    bot,
    times,
    texts: () => textsOf(bot),
    join: (id: number) => registered(id, { startParam: '1', at: clock.at }),
    claim: () => one.send('POST', '/api/checkin/claim', { body: { userId: 1 }, auth: auth() }),
    mayWrite: async () => (await one.send('GET', '/api/user/settings/1', { auth: auth() })).json.mayWrite,
  };
}

/** The stand-in of the Bot API, closed after the test. */
export async function startBot(port = 0): Promise<BotApi> {
  const bot = await startBotApi({ token: TOKEN, port });
  onTestFinished(() => bot.close());
  return bot;
}

export const textsOf = (bot: BotApi) => bot.shown.map(({ payload }) => payload.text);
