/** Sends one message and classifies the answer. Only a definite refusal is a reason to send again. */
import { type Api, GrammyError } from 'grammy';

export type Delivery =
  | { readonly type: 'sent' }
  /** Not now: `ms` is the wait that the service asks for, at most a day; null if it does not say. */
  | { readonly type: 'again'; readonly ms: number | null; readonly why: string }
  /** Never. `isGone`: the bot may not write to this user. */
  | { readonly type: 'refused'; readonly isGone: boolean; readonly why: string }
  /** No readable answer: the message may have been sent. */
  | { readonly type: 'unknown'; readonly why: string };

export interface Words {
  readonly text: string;
  readonly label: string;
  readonly url: string;
}

export async function deliver(api: Api, userId: number, { text, label, url }: Words): Promise<Delivery> {
  try {
    // Plain text: names in it are never read as markup.
    const result = await api.sendMessage(userId, text, {
      reply_markup: { inline_keyboard: [[{ text: label, url }]] },
      link_preview_options: { is_disabled: true },
    });
    const isMessage = typeof (result as { message_id?: unknown } | null)?.message_id === 'number';
    return isMessage ? { type: 'sent' } : { type: 'unknown', why: 'The answer is not a message' };
  } catch (cause) {
    return judge(cause);
  }
}

function judge(cause: unknown): Delivery {
  // The library's message names only the method, never the address, which holds the token.
  if (!(cause instanceof GrammyError)) return judgeSilence(cause);
  const { error_code: code, description, parameters } = cause;
  const why = `${code} ${String(description).slice(0, 200)}`;
  if (typeof code !== 'number') return { type: 'unknown', why: 'The answer cannot be read' };
  if (code === 429) return { type: 'again', ms: waitOf(parameters?.retry_after), why };
  // 401 and 404: the token is wrong. Nothing was sent, and the operator has to correct it.
  if (code >= 500 || code === 401 || code === 404) return { type: 'again', ms: null, why };
  const isGone = code === 403 || (code === 400 && GONE.test(String(description)));
  return code >= 400 ? { type: 'refused', isGone, why } : { type: 'unknown', why };
}

const GONE = /chat not found|user is deactivated|PEER_ID_INVALID|user not found/i;

/** A wait of zero seconds counts as no wait, otherwise the call would repeat at once without end. */
function waitOf(seconds: unknown): number | null {
  return typeof seconds === 'number' && seconds > 0 ? Math.ceil(Math.min(seconds, DAY_S)) * 1000 : null;
}
const DAY_S = 24 * 60 * 60;

function judgeSilence(cause: unknown): Delivery {
  const inner = cause instanceof Error && 'error' in cause ? cause.error : cause;
  const why = inner instanceof Error ? reasonOf(inner) : 'No answer';
  const { code } = ((inner as Error | null)?.cause ?? {}) as { code?: unknown };
  return typeof code === 'string' && NEVER_LEFT.has(code)
    ? { type: 'again', ms: null, why: `${why} (${code})` }
    : { type: 'unknown', why: typeof code === 'string' ? `${why} (${code})` : why };
}

/** Drops words that may be an address, or the token in it. */
function reasonOf({ name, message }: Error): string {
  const words = message.slice(0, 1000).split(' ');
  const said = words.map((word) => (/[/:]/.test(word) ? '…' : word)).join(' ');
  return `${name}: ${said.slice(0, 100)}`;
}

/** With these errors no connection was made, so the call never left. Not every runtime reports them. */
const NEVER_LEFT: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'UND_ERR_CONNECT_TIMEOUT',
]);
