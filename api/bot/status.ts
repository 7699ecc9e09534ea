/** What the messaging app has of the bot, against what `setup` sets, and whether its updates arrive. Changes nothing. */
import { LANGUAGE_CODES } from '#core/languages.ts';
import { commandsIn, namedLanguage, reasonOf, type SetupDeps, UPDATES } from './setup.ts';

export type StatusDeps = Pick<SetupDeps, 'api' | 'username' | 'publicUrl' | 'webhookPath'>;

export interface StatusLine {
  readonly isRight: boolean;
  /** One line; parts of it are the service's own words. */
  readonly text: string;
}

/** Updates that wait while none is on its way: the service cannot deliver them. */
const MANY_WAITING = 100;

/** Each check as a line; one that cannot be made is wrong. */
export async function* botStatus({
  api,
  username,
  publicUrl,
  webhookPath,
}: StatusDeps): AsyncGenerator<StatusLine> {
  yield await check(`the token is that of @${username}`, async () => {
    const { username: found } = await api.getMe();
    return String(found).toLowerCase() === username.toLowerCase() ? null : `it is that of @${found}`;
  });
  const url = `${publicUrl}${webhookPath}`;
  const seen = { waiting: 0, fault: null as string | null };
  yield await check(`updates go to ${url}`, async () => {
    const info = await api.getWebhookInfo();
    seen.waiting = Number(info.pending_update_count);
    if (typeof info.last_error_date === 'number')
      seen.fault = `${timeOf(info.last_error_date)}: ${info.last_error_message ?? 'without a reason'}`;
    if (info.url !== url) return info.url === '' ? 'no webhook is set' : `they go to ${info.url}`;
    const missing = UPDATES.filter((update) => !info.allowed_updates?.includes(update));
    return missing.length === 0 ? null : `not asked for: ${missing.join(', ')}`;
  });
  const { waiting, fault } = seen;
  yield { isRight: waiting < MANY_WAITING, text: `${waiting} updates wait` };
  // The service keeps its last error for good: it is over once nothing waits.
  if (fault !== null) yield { isRight: waiting === 0, text: `the last one that failed was at ${fault}` };
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

/** @param seconds since 1970, as the service counts. */
function timeOf(seconds: number): string {
  const date = new Date(seconds * 1000);
  return Number.isNaN(date.getTime()) ? `${seconds}` : date.toISOString();
}
