/** What is sent to user 1, and what there is to tell them: friends who join, badges, a streak. */
import type { BotApi } from '#tests/outside/bot-api.ts';
import { openBotHome } from '#tests/support/bot-home.ts';

export const MINUTE = 60_000;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
export const JOINED = /^(A friend|@\w+) has joined by your link/;
export const BADGE = 'A new badge: Friends 1.';

export async function openSending(openHome: Parameters<typeof openBotHome>[0], bot: BotApi) {
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
    times,
    join: (id: number) => registered(id, { startParam: '1', at: clock.at }),
    claim: () => one.send('POST', '/api/checkin/claim', { body: { userId: 1 }, auth: auth() }),
    mayWrite: async () => (await one.send('GET', '/api/user/settings/1', { auth: auth() })).json.mayWrite,
  };
}
