/**
 * A stand-in for the Bot API: a real local HTTP server with its shape that records calls and fails on demand.
 * `shown` holds what a user would have seen, which can be more than the caller learned.
 *
 * For another process: `GET /control` answers `{calls, shown}`, `PUT /control` with faults starts over with
 * these.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface BotApiCall {
  readonly token: string;
  readonly method: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests read whatever was sent.
  readonly payload: any;
}

/**
 * - `retry_after`: 429 with the seconds to wait. `status`: an error status, such as 403 or 500.
 * - `gateway`: a 502 page of a proxy, which leaves the outcome of the call unknown.
 * - `cut`: the connection ends without an answer; `half`: in the middle of one; `drip`: it comes byte by byte,
 * endlessly.
 * - `types`: an answer of another shape. With these `isShown` says whether the message was shown all the same.
 */
export type BotApiFault =
  | { readonly type: 'retry_after'; readonly seconds: number }
  | { readonly type: 'status'; readonly status: number; readonly description: string }
  | { readonly type: 'gateway' | 'cut' | 'half' | 'drip' | 'types'; readonly isShown: boolean };

export const BLOCKED: BotApiFault = {
  type: 'status',
  status: 403,
  description: 'Forbidden: bot was blocked by the user',
};

export interface BotApi {
  /** The value of `BOT_API_URL`. */
  readonly url: string;
  readonly calls: BotApiCall[];
  /** Messages that reached their chat. */
  readonly shown: BotApiCall[];
  /** Each applies to one future call. */
  readonly faults: BotApiFault[];
  /** What the service says of the webhook beside what was set, such as its last error. */
  webhook: object;
  /** Called for every call without an entry in `faults`. */
  choose: (call: BotApiCall) => BotApiFault | null;
  close(): Promise<void>;
}

export interface BotApiOptions {
  /** Any other is 401. */
  readonly token: string;
  readonly username?: string;
  /** By default any free one. */
  readonly port?: number;
}

export async function startBotApi({
  token,
  username = 'irich_bot',
  port: wanted = 0,
}: BotApiOptions): Promise<BotApi> {
  const drips = new Set<NodeJS.Timeout>();
  const server = createServer((request, response) => {
    answer(request, response).catch((cause: unknown) => response.destroy(cause as Error));
  });
  await new Promise<void>((resolve) => server.listen(wanted, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const api: BotApi = {
    url: `http://127.0.0.1:${port}`,
    calls: [],
    shown: [],
    faults: [],
    webhook: {},
    choose: () => null,
    async close() {
      for (const drip of drips) clearInterval(drip);
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.url === '/control') {
      control(request.method, Buffer.concat(chunks).toString(), response);
      return;
    }
    const path = /^\/bot([^/]+)\/(\w+)$/.exec(request.url ?? '');
    if (path?.[1] === undefined || path[2] === undefined) return say(response, refused(404, 'Not Found'));
    const text = Buffer.concat(chunks).toString();
    const call = { token: path[1], method: path[2], payload: text === '' ? {} : JSON.parse(text) };
    api.calls.push(call);
    if (call.token !== token) return say(response, refused(401, 'Unauthorized'));
    const fault = api.faults.shift() ?? api.choose(call);
    if (fault !== null) return fail(response, call, fault);
    say(response, results(call));
  }

  function control(method: string | undefined, text: string, response: ServerResponse): void {
    const { calls, shown, faults } = api;
    if (method === 'PUT') {
      calls.length = 0;
      shown.length = 0;
      faults.splice(0, faults.length, ...(JSON.parse(text) as BotApiFault[]));
    }
    say(response, { calls, shown });
  }

  function fail(response: ServerResponse, call: BotApiCall, fault: BotApiFault): void {
    if (fault.type === 'retry_after') {
      const { seconds } = fault;
      const body = refused(429, `Too Many Requests: retry after ${seconds}`);
      say(response, { ...body, parameters: { retry_after: seconds } });
    } else if (fault.type === 'status') say(response, refused(fault.status, fault.description));
    else muddle(response, call, fault);
  }

  function muddle(
    response: ServerResponse,
    call: BotApiCall,
    fault: Extract<BotApiFault, { readonly isShown: boolean }>,
  ): void {
    const good = JSON.stringify(fault.isShown ? results(call) : { ok: true, result: {} });
    if (fault.type === 'gateway') {
      response.writeHead(502, { 'content-type': 'text/html' }).end('<html><h1>502 Bad Gateway</h1></html>');
    } else if (fault.type === 'types') {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":"perhaps","result":7}');
    } else if (fault.type === 'cut') {
      response.destroy();
    } else {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': good.length + 1000 });
      if (fault.type === 'half') response.write(good.slice(0, 10), () => response.destroy());
      else drips.add(setInterval(() => response.write(' '), 20));
    }
  }

  function lastOf(method: string, isMeant: (call: BotApiCall) => boolean = () => true) {
    return api.calls.findLast((call) => call.method === method && isMeant(call))?.payload;
  }

  /** The service's answer on success. */
  function results(call: BotApiCall): object {
    const { method, payload } = call;
    if (method === 'sendMessage') {
      if (typeof payload.chat_id !== 'number') return refused(400, 'Bad Request: chat_id is empty');
      if (typeof payload.text !== 'string' || payload.text === '') {
        return refused(400, 'Bad Request: message text is empty');
      }
      api.shown.push(call);
      const chat = { id: payload.chat_id, type: 'private', first_name: 'Somebody' };
      return { ok: true, result: { message_id: api.shown.length, date: 1, chat, text: payload.text } };
    }
    if (method === 'getMe') {
      const id = Number(token.split(':')[0]);
      return { ok: true, result: { id, is_bot: true, first_name: 'iRICH', username } };
    }
    if (method === 'savePreparedInlineMessage') {
      if (!isPhoto(payload)) return refused(400, 'Bad Request: PHOTO_INVALID');
      return { ok: true, result: { id: `prepared-${api.calls.length}`, expiration_date: 4_000_000_000 } };
    }
    if (method === 'getWebhookInfo') {
      const { url = '', allowed_updates } = lastOf('setWebhook') ?? {};
      const info = { url, allowed_updates, has_custom_certificate: false, pending_update_count: 0 };
      return { ok: true, result: { ...info, ...api.webhook } };
    }
    if (method === 'getChatMenuButton')
      return { ok: true, result: lastOf('setChatMenuButton')?.menu_button ?? { type: 'commands' } };
    if (method === 'getMyCommands') {
      const { scope, language_code } = payload;
      const isSame = ({ payload: set }: BotApiCall) =>
        set.scope.type === scope.type && set.language_code === language_code;
      return { ok: true, result: lastOf('setMyCommands', isSame)?.commands ?? [] };
    }
    const known = [
      'setWebhook',
      'setChatMenuButton',
      'setMyCommands',
      'setMyDescription',
      'setMyShortDescription',
    ];
    return known.includes(method) ? { ok: true, result: true } : refused(404, 'Not Found: method not found');
  }

  return api;
}

/** A prepared message as the app requests it: a photo at a web address, for a user to send to a chat. */
// biome-ignore lint/suspicious/noExplicitAny: whatever was sent.
function isPhoto({ user_id, result, allow_user_chats }: any): boolean {
  const isWeb = (url: unknown) => typeof url === 'string' && /^https?:\/\//.test(url);
  return (
    typeof user_id === 'number' &&
    allow_user_chats === true &&
    result?.type === 'photo' &&
    /^[\w-]{1,64}$/.test(result.id) &&
    isWeb(result.photo_url) &&
    isWeb(result.thumbnail_url) &&
    result.caption.length <= 1024
  );
}

function refused(status: number, description: string) {
  return { ok: false, error_code: status, description };
}

function say(response: ServerResponse, body: object): void {
  const status = 'error_code' in body ? Number(body.error_code) : 200;
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
