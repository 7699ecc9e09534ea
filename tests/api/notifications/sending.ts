/** What is sent to user 1, and what there is to tell them: friends who join, badges, a streak. */
import { describe, onTestFinished } from 'vitest';
import { type BotApi, startBotApi } from '#tests/outside/bot-api.ts';
import { BOT_HOMES, openBotHome } from '#tests/support/bot-home.ts';
import { TOKEN } from '../support.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const JOINED = /^(A friend|@\w+) has joined by your link/;
export const BADGE = 'A new badge: Friends 1.';

/** The same tests in both homes; each opens one with a service of its own. */
export function describeSending(tests: (open: () => ReturnType<typeof openSending>) => void): void {
  describe.each(BOT_HOMES)('%s', (_, openHome) => tests(() => openSending(openHome)));
}

async function openSending(openHome: Parameters<typeof openBotHome>[0]) {
  const bot = await startBot();
  const home = await openBotHome(openHome, bot);
  const { one, auth, clock, registered } = home;
  /** When each message was asked for. */
  const times: number[] = [];
  bot.choose = () => {
    times.push(clock.at);
    return null;
  };
  return {
    ...home,
    bot,
    times,
    texts: () => textsOf(bot),
    join: (id: number) => registered(id, { startParam: '1', at: clock.at }),
    claim: () => one.send('POST', '/api/checkin/claim', { body: { userId: 1 }, auth: auth() }),
    mayWrite: async () => (await one.send('GET', '/api/user/settings/1', { auth: auth() })).json.mayWrite,
  };
}

/** The service, until the test is over. */
export async function startBot(port = 0): Promise<BotApi> {
  const bot = await startBotApi({ token: TOKEN, port });
  onTestFinished(() => bot.close());
  return bot;
}

export const textsOf = (bot: BotApi) => bot.shown.map(({ payload }) => payload.text);
