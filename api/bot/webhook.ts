/** Opens the bot for a deployment; null while it is off. */
import * as v from 'valibot';
import { createBot, type UserHosts } from './bot.ts';
import { Update } from './update.ts';

export interface BotConfig {
  readonly botToken: string;
  readonly botUsername: string;
  readonly botWebhookSecret: string | null;
}

/** @returns the Bot API call that answers an update, as JSON; null for no answer. */
export type AnswerUpdate = (update: object) => Promise<string | null>;

export interface OpenedBot {
  readonly secret: string;
  readonly answer: AnswerUpdate;
}

export function openBot(
  config: BotConfig,
  appLink: string,
  hosts: UserHosts,
  onFault: (message: string, cause: unknown) => void,
): OpenedBot | null {
  const { botToken: token, botUsername: username, botWebhookSecret: secret } = config;
  if (secret === null) return null;
  const answerUpdate = createBot({
    token,
    username,
    appLink,
    hosts: {
      standing: hosts.standing,
      async heard(userId, mayWrite, at) {
        try {
          await hosts.heard(userId, mayWrite, at);
        } catch (cause) {
          // The next launch tells the host again. The user still gets their answer.
          onFault(`The ledger host of user ${userId} did not take an update`, cause);
        }
      },
    },
  });
  return {
    secret,
    async answer(update) {
      const read = v.safeParse(Update, update);
      if (read.success) return answerUpdate(read.output);
      // Accept it anyway: the service would resend a refused update for a day, and hold others back behind it.
      onFault('An update has an unknown shape', v.getDotPath(read.issues[0]));
      return null;
    },
  };
}
