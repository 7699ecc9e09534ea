/** The bot as a home opens it: null where it is off. */
import * as v from 'valibot';
import { createBot, type Homes } from './bot.ts';
import { Update } from './update.ts';

export interface BotConfig {
  readonly botToken: string;
  readonly botUsername: string;
  readonly botWebhookSecret: string | null;
}

/** @returns the call of the Bot API that answers an update, as JSON; null where there is nothing to say. */
export type AnswerUpdate = (update: object) => Promise<string | null>;

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
  const answerUpdate = createBot({
    token,
    username,
    appLink,
    homes: {
      standing: homes.standing,
      async heard(userId, mayWrite, at) {
        try {
          await homes.heard(userId, mayWrite, at);
        } catch (cause) {
          // Learnt again with their next launch. What they asked is answered all the same.
          onFault(`The home of user ${userId} could not be told of an update`, cause);
        }
      },
    },
  });
  return {
    secret,
    async answer(update) {
      const read = v.safeParse(Update, update);
      if (read.success) return answerUpdate(read.output);
      // Taken all the same: refused, it would come again for a day, and others would wait behind it.
      onFault('An update is not as the bot knows them', v.getDotPath(read.issues[0]));
      return null;
    },
  };
}
