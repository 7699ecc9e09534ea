/** What the bot answers. It calls nobody for it: each answer goes back with the update that asked, as the Bot API allows. */
import { Bot, InlineKeyboard } from 'grammy';
import type { Update as BotApiUpdate, UserFromGetMe } from 'grammy/types';
import { parseStartParameter } from '#core/launch/start-parameter.ts';
import { languageOf, levelName, pointsText, translator } from './texts.ts';
import type { Update } from './update.ts';

/** How a user stands, as their ledger has it. */
export interface Standing {
  /** Thousandths of an iRICH. */
  readonly points: number;
  readonly level: number;
  /** Days in a row. */
  readonly streak: number;
  readonly isTodayClaimed: boolean;
}

/** The homes of users. A stranger's is not made, whatever is asked of it. Both reject where a home does not answer. */
export interface Homes {
  /** Null for a user who is not registered, or has erased their data. */
  standing(userId: number): Promise<Standing | null>;
  /**
   * The bot has learnt that it may write to this user, or that it may not any more.
   * @param at when that came to be, milliseconds: an update may come again, and later than others.
   */
  heard(userId: number, mayWrite: boolean, at: number): Promise<void>;
}

export interface BotDeps {
  readonly token: string;
  readonly username: string;
  /** `https://t.me/BOT/APP`. */
  readonly appLink: string;
  readonly homes: Homes;
}

/** @returns answers an update with a call of the Bot API, as JSON; null where there is nothing to say. */
export function createBot({
  token,
  username,
  appLink,
  homes,
}: BotDeps): (update: Update) => Promise<string | null> {
  const bot = new Bot(token, {
    botInfo: botInfo(token, username),
    client: { canUseWebhookReply: () => true },
  });
  const open = (label: string, parameter: string | null = null) =>
    new InlineKeyboard().url(label, parameter === null ? appLink : `${appLink}?startapp=${parameter}`);

  bot.on('my_chat_member', async ({ myChatMember: { chat, date, new_chat_member: member } }) => {
    if (chat.type !== 'private') return;
    if (member.status === 'kicked') await homes.heard(chat.id, false, date * 1000);
    else await homes.heard(chat.id, true, endOf(date));
  });
  const inPrivate = bot.chatType('private');
  inPrivate.on('message', async ({ chat, message }, next) => {
    await homes.heard(chat.id, true, endOf(message.date));
    await next();
  });

  // An ordinary link: behind a button of the kind `web_app` the app would get no signed parameter.
  bot.command('start', async (context) => {
    const t = translator(languageOf(context.from?.language_code));
    const reply_markup = open(t('bot:open'), passedOn(context.match));
    await context.reply(t('bot:start'), { reply_markup });
  });

  bot.command(['help', 'privacy'], async (context) => {
    const t = translator(languageOf(context.from?.language_code));
    const isHelp = /^\/help\b/.test(context.message?.text ?? '');
    await context.reply(t(isHelp ? 'bot:help' : 'bot:privacy'), { reply_markup: open(t('bot:open')) });
  });

  inPrivate.command('points', async (context) => {
    const language = languageOf(context.from.language_code);
    const t = translator(language);
    const standing = await homes.standing(context.from.id);
    const said = (values: Standing) =>
      t('bot:points', {
        points: pointsText(values.points, language),
        level: values.level,
        name: levelName(values.level, t),
      });
    await context.reply(standing === null ? t('bot:unknown') : said(standing), {
      reply_markup: open(t('bot:open')),
    });
  });

  inPrivate.command('streak', async (context) => {
    const t = translator(languageOf(context.from.language_code));
    const standing = await homes.standing(context.from.id);
    const said = ({ streak, isTodayClaimed }: Standing) => {
      if (streak === 0) return t('bot:streak.none');
      return t(isTodayClaimed ? 'bot:streak.today' : 'bot:streak.open', { count: streak });
    };
    await context.reply(standing === null ? t('bot:unknown') : said(standing), {
      reply_markup: open(t('bot:open')),
    });
  });

  return async (update) => {
    let answer: string | null = null;
    // The handlers above read nothing of it that is not there.
    await bot.handleUpdate(update as BotApiUpdate, {
      async send(json) {
        answer = json;
      },
    });
    return answer;
  };
}

/** The last millisecond of a second: a user who blocks and unblocks the bot within one has come back. */
function endOf(second: number): number {
  return second * 1000 + 999;
}

/** What stands behind `/start` and may stand behind `startapp`; null for anything else. */
function passedOn(text: string): string | null {
  return /^[\w-]{1,64}$/.test(text) && parseStartParameter(text) !== null ? text : null;
}

/** What `getMe` would say, as far as anything here depends on it: so nothing is called for an update. */
function botInfo(token: string, username: string): UserFromGetMe {
  return {
    id: Number(token.split(':', 1)[0]),
    is_bot: true,
    first_name: 'iRICH',
    username,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
    can_connect_to_business: false,
    has_main_web_app: false,
  } as UserFromGetMe;
}
