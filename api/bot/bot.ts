/**
 * The bot's answers. Each goes back in the response to the update, as the Bot API allows, so the bot makes no calls of
 * its own.
 */
import { Bot, InlineKeyboard } from 'grammy';
import type { Update as BotApiUpdate, UserFromGetMe } from 'grammy/types';
import * as v from 'valibot';
import { type Language, languageOf } from '#core/languages.ts';
import { parseStartParameter } from '#core/launch/start-parameter.ts';
import { levelName, pointsText, type Translate, translator } from './texts.ts';
import { Update } from './update.ts';

/** A user's points and streak, for the bot's answers. */
export interface PointsSummary {
  /** Thousandths of an iRICH. */
  readonly points: number;
  readonly level: number;
  /** Days in a row. */
  readonly streak: number;
  /** Each keeps the streak over one missed day. */
  readonly freezes: number;
  readonly isTodayClaimed: boolean;
}

/**
 * The hosts of the users' ledgers. A question never creates a ledger for a stranger. Both calls reject if a host does
 * not answer.
 */
export interface UserHosts {
  /** Null for a user who is not registered, or has erased their data. */
  standing(userId: number): Promise<PointsSummary | null>;
  /**
   * Tells the host whether the bot may write to this user.
   * @param at when that changed, milliseconds: updates may repeat and arrive out of order.
   */
  heard(userId: number, mayWrite: boolean, at: number): Promise<void>;
}

export interface BotConfig {
  readonly botToken: string;
  readonly botUsername: string;
  readonly appName: string;
  readonly botWebhookSecret: string | null;
}

export interface OpenedBot {
  readonly secret: string;
  /** @returns the Bot API call that answers an update, as JSON; null for no answer. */
  readonly answer: (update: object) => Promise<string | null>;
}

/**
 * Opens the bot for a deployment; null while it is off.
 * @param appLink `https://t.me/BOT/APP`.
 */
export function openBot(
  config: BotConfig,
  appLink: string,
  hosts: UserHosts,
  onFault: (message: string, cause: unknown) => void,
): OpenedBot | null {
  const { botToken: token, botUsername: username, botWebhookSecret: secret, appName: app } = config;
  if (secret === null) return null;
  const bot = new Bot(token, {
    botInfo: botInfo(token, username, app),
    client: { canUseWebhookReply: () => true },
  });
  const open = (label: string, parameter: string | null = null) =>
    new InlineKeyboard().url(label, parameter === null ? appLink : `${appLink}?startapp=${parameter}`);

  async function heard(userId: number, mayWrite: boolean, at: number): Promise<void> {
    try {
      await hosts.heard(userId, mayWrite, at);
    } catch (cause) {
      // The next launch tells the host again. The user still gets their answer.
      onFault(`The ledger host of user ${userId} did not take an update`, cause);
    }
  }

  bot.on('my_chat_member', async ({ myChatMember: { chat, date, new_chat_member: member } }) => {
    if (chat.type !== 'private') return;
    if (member.status === 'kicked') await heard(chat.id, false, date * 1000);
    else await heard(chat.id, true, endOf(date));
  });
  const inPrivate = bot.chatType('private');
  inPrivate.on('message', async ({ chat, message }, next) => {
    await heard(chat.id, true, endOf(message.date));
    await next();
  });

  // An ordinary link: a button of the kind `web_app` would pass no signed parameter to the app.
  bot.command('start', async (context) => {
    const t = translator(languageOf(context.from?.language_code));
    const reply_markup = open(t('bot:open', { app }), passedOn(context.match));
    await context.reply(t('bot:start'), { reply_markup });
  });

  bot.command(['help', 'privacy'], async (context) => {
    const t = translator(languageOf(context.from?.language_code));
    const isHelp = /^\/help\b/.test(context.message?.text ?? '');
    await context.reply(t(isHelp ? 'bot:help' : 'bot:privacy', { app }), {
      reply_markup: open(t('bot:open', { app })),
    });
  });

  /** Answers from the user's points. */
  const answerFrom = (
    command: string,
    said: (summary: PointsSummary, language: Language, t: Translate) => string,
  ) =>
    inPrivate.command(command, async (context) => {
      const language = languageOf(context.from.language_code);
      const t = translator(language);
      const summary = await hosts.standing(context.from.id);
      await context.reply(summary === null ? t('bot:unknown') : said(summary, language, t), {
        reply_markup: open(t('bot:open', { app })),
      });
    });
  answerFrom('points', ({ points, level }, language, t) =>
    t('bot:points', { points: pointsText(points, language), level, name: levelName(level, t) }),
  );
  answerFrom('streak', ({ streak, freezes, isTodayClaimed }, _, t) => {
    if (streak === 0) return t('bot:streak.none');
    const days = t(isTodayClaimed ? 'bot:streak.today' : 'bot:streak.open', { count: streak });
    // While a deployment rolls out, an object of the earlier version names none.
    return freezes > 0 ? `${days} ${t('bot:streak.freezes', { count: freezes })}` : days;
  });

  return {
    secret,
    async answer(update) {
      const read = v.safeParse(Update, update);
      if (!read.success) {
        // Accept it anyway: the service would resend a refused update for a day, and hold others back behind it.
        onFault('An update has an unknown shape', v.getDotPath(read.issues[0]));
        return null;
      }
      let answer: string | null = null;
      // The handlers above read only fields that `Update` has checked.
      await bot.handleUpdate(read.output as BotApiUpdate, {
        async send(json) {
          answer = json;
        },
      });
      return answer;
    },
  };
}

/** The last millisecond of a second, so that a user who blocks and unblocks the bot within one second counts as returned. */
function endOf(second: number): number {
  return second * 1000 + 999;
}

/** The parameter of `/start` if it is a valid `startapp` parameter, otherwise null. */
function passedOn(text: string): string | null {
  return /^[\w-]{1,64}$/.test(text) && parseStartParameter(text) !== null ? text : null;
}

/** The part of `getMe` that the library needs, so that no call is made for an update. */
function botInfo(token: string, username: string, name: string): UserFromGetMe {
  return {
    id: Number(token.split(':', 1)[0]),
    is_bot: true,
    first_name: name,
    username,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
  } as UserFromGetMe;
}
