/** Compares the bot's settings in the messaging app with what `setup` sets, and looks whether updates arrive. Changes nothing. */
import { LANGUAGE_CODES } from '#core/languages.ts';
import { commandsIn, namedLanguage, reasonOf, type SetupDeps, UPDATES } from './setup.ts';

export type StatusDeps = Pick<SetupDeps, 'api' | 'username' | 'publicUrl' | 'webhookPath'> & {
  /** Milliseconds. */
  readonly now: number;
};

export interface StatusLine {
  readonly isRight: boolean;
  /** One line; parts of it are the service's own words. */
  readonly text: string;
}

/** So many updates wait only where the service cannot deliver them. */
const MANY_WAITING = 100;
const RECENT_MS = 3_600_000;

/** One line for each check. A check whose call fails is wrong. */
export async function* botStatus({
  api,
  username,
  publicUrl,
  webhookPath,
  now,
}: StatusDeps): AsyncGenerator<StatusLine> {
  yield await check(`the token is that of @${username}`, async () => {
    const { username: found } = await api.getMe();
    return String(found).toLowerCase() === username.toLowerCase() ? null : `it is that of @${found}`;
  });
  const url = `${publicUrl}${webhookPath}`;
  const seen = { waiting: null as number | null, failed: null as { at: number; why: string } | null };
  yield await check(`updates go to ${url}`, async () => {
    const info = await api.getWebhookInfo();
    seen.waiting = Number(info.pending_update_count);
    if (typeof info.last_error_date === 'number')
      seen.failed = { at: info.last_error_date * 1000, why: info.last_error_message ?? 'without a reason' };
    if (info.url !== url) return info.url === '' ? 'no webhook is set' : `they go to ${info.url}`;
    const missing = UPDATES.filter((update) => !info.allowed_updates?.includes(update));
    return missing.length === 0 ? null : `not asked for: ${missing.join(', ')}`;
  });
  const { waiting, failed } = seen;
  if (waiting !== null) yield { isRight: waiting < MANY_WAITING, text: `${waiting} updates wait` };
  if (failed !== null) {
    // The service keeps its last error for good: it is over once nothing waits, or time has passed.
    const isOver = waiting === 0 || failed.at < now - RECENT_MS;
    yield { isRight: isOver, text: `the last one that failed was at ${timeOf(failed.at)}: ${failed.why}` };
  }
  yield await check('the menu button opens the app', async () => {
    const button = await api.getChatMenuButton();
    if (button.type !== 'web_app') return 'it does not';
    return sameUrl(button.web_app.url, publicUrl) ? null : `it opens ${button.web_app.url}`;
  });
  for (const language of LANGUAGE_CODES) {
    yield await check(`commands in ${language}`, async () => {
      const found = await api.getMyCommands({
        scope: { type: 'all_private_chats' },
        ...namedLanguage(language),
      });
      return JSON.stringify(found.map(pairOf)) === JSON.stringify(commandsIn(language).map(pairOf))
        ? null
        : 'they differ';
    });
  }
}

/** @param fault answers null if all is right. */
async function check(what: string, fault: () => Promise<string | null>): Promise<StatusLine> {
  let found: string | null;
  try {
    found = await fault();
  } catch (cause) {
    found = reasonOf(cause);
  }
  return { isRight: found === null, text: found === null ? what : `${what}: ${found}` };
}

function pairOf({ command, description }: { readonly command: string; readonly description: string }) {
  return [command, description];
}

function sameUrl(one: string, other: string): boolean {
  return one.replace(/\/$/, '') === other.replace(/\/$/, '');
}

function timeOf(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? `${ms}` : date.toISOString();
}
