/** The bot as a home opens it: null where it is off. */
import { type AnswerUpdate, createBot, type Homes } from './bot.ts';

export interface BotConfig {
  readonly botToken: string;
  readonly botUsername: string;
  readonly botWebhookSecret: string | null;
}

export interface OpenedBot {
  readonly secret: string;
  readonly answer: AnswerUpdate;
}

export function openBot(
  config: BotConfig,
  appLink: string,
  homes: Homes,
  onFault: (message: string, cause: unknown) => void,
): OpenedBot | null {
  const { botToken: token, botUsername: username, botWebhookSecret: secret } = config;
  if (secret === null) return null;
  const answer = createBot({
    token,
    username,
    appLink,
    homes: {
      standing: homes.standing,
      async heard(userId, mayWrite) {
        try {
          await homes.heard(userId, mayWrite);
        } catch (cause) {
          // Learnt again with their next launch. What they asked is answered all the same.
          onFault(`The home of user ${userId} could not be told of an update`, cause);
        }
      },
    },
  });
  return { secret, answer };
}
