/** Registers the bot with the messaging app: webhook, menu button, commands and descriptions. */
import type { Api } from 'grammy';
import { DEFAULT_LANGUAGE, LANGUAGE_CODES, type Language } from '#core/languages.ts';
import { translator } from './texts.ts';

export interface SetupDeps {
  readonly api: Api;
  /** As configured, without @. */
  readonly username: string;
  readonly publicUrl: string;
  readonly appName: string;
  /** Path of the webhook, from `/` on. */
  readonly webhookPath: string;
  readonly secret: string;
  /** Receives one line for each finished step. */
  readonly onDone: (line: string) => void;
}

export class SetupError extends Error {
  override readonly name = 'SetupError';
}

/** Safe to repeat. Throws `SetupError`, which names the failed step; earlier steps stay done. */
export async function setUpBot({ api, ...deps }: SetupDeps): Promise<void> {
  const { username, publicUrl, appName: app, webhookPath, secret, onDone } = deps;
  /** @param call settles to `true` when it is done: the Bot API has no other answer. */
  async function step(name: string, call: () => Promise<boolean>): Promise<void> {
    try {
      if ((await call()) !== true) throw new Error('the answer is not one of the Bot API');
    } catch (cause) {
      throw new SetupError(`${name}: ${reasonOf(cause)}`);
    }
    onDone(name);
  }

  await step(`the token is that of @${username}`, async () => {
    const me: { readonly username?: unknown } | null = await api.getMe();
    if (typeof me?.username !== 'string') return false;
    if (me.username.toLowerCase() === username.toLowerCase()) return true;
    throw new Error(`it is that of @${me.username}; BOT_TOKEN and BOT_USERNAME belong to two bots`);
  });
  await step(`updates go to ${publicUrl}${webhookPath}`, () =>
    api.setWebhook(`${publicUrl}${webhookPath}`, {
      secret_token: secret,
      allowed_updates: UPDATES,
    }),
  );
  await step('the menu button opens the app', () =>
    api.setChatMenuButton({
      menu_button: {
        type: 'web_app',
        text: translator(DEFAULT_LANGUAGE)('bot:open', { app }),
        web_app: { url: publicUrl },
      },
    }),
  );
  for (const language of LANGUAGE_CODES) {
    const t = translator(language);
    const named = namedLanguage(language);
    await step(`commands in ${language}`, async () => {
      const commands = commandsIn(language);
      const open = commands.filter(({ command }) => !PRIVATE.has(command));
      const inPrivate = await api.setMyCommands(commands, { scope: { type: 'all_private_chats' }, ...named });
      return inPrivate && api.setMyCommands(open, { scope: { type: 'all_group_chats' }, ...named });
    });
    await step(`descriptions in ${language}`, async () => {
      const isDescribed = await api.setMyDescription(t('bot:setup.description'), named);
      return isDescribed && api.setMyShortDescription(t('bot:setup.short'), named);
    });
  }
}

export const UPDATES = ['message', 'my_chat_member'] as const;

const COMMANDS = ['start', 'points', 'streak', 'help', 'privacy'] as const;
const PRIVATE: ReadonlySet<string> = new Set(['points', 'streak']);

/** Commands in private chats. */
export function commandsIn(language: Language) {
  const t = translator(language);
  return COMMANDS.map((command) => ({ command, description: t(`bot:setup.${command}`) }));
}

/** The default serves users of other languages too. */
export function namedLanguage(language: Language) {
  return language === DEFAULT_LANGUAGE ? {} : { language_code: language };
}

/** A fault of a call as one line, without the token. */
export function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return String(cause);
  if ('description' in cause) return String(cause.description);
  // A network error: the inner error names the cause. The address holds the token, so it is not repeated.
  const inner = 'error' in cause && cause.error instanceof Error ? cause.error : cause;
  const { code } = (inner.cause ?? {}) as { code?: string };
  return code === undefined ? inner.message : `${inner.message} (${code})`;
}
