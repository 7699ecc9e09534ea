/**
 * The API for one user, in the page: the answers of a fake account, and any answer or fault that a test gives in their place.
 * Every request and answer must be one of the contract.
 */
import * as v from 'valibot';
import { CALLS } from '#core/contract/calls.ts';
import type { ErrorCode } from '#core/contract/errors.ts';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '#core/contract/version.ts';
import {
  type Asked,
  type FakeAccount,
  openFakeAccount,
  type Reply,
  refusal,
  type ServerAnswer,
  type ServerCall,
} from './fake-account.ts';
import type { TestUser } from './launch.ts';

export interface FakeServer extends FakeAccount {
  readonly requests: readonly Asked[];
  /** How often the app has made this call. */
  asked(call: ServerCall): number;
  /** Answers this call so from now on. */
  answer<Name extends ServerCall>(
    call: Name,
    answer: ServerAnswer<Name> | ((asked: Asked, usual: () => unknown) => ServerAnswer<Name>),
  ): void;
  /** Refuses this call from now on. */
  refuse(call: ServerCall, code: ErrorCode, headers?: Readonly<Record<string, string>>): void;
  /** Answers this call as usual again. */
  recover(...calls: ServerCall[]): void;
  /** Holds the answers to all calls, or only to these, until the returned function is called. */
  hold(...calls: ServerCall[]): () => void;
  /** Breaks the network: no call is answered, all or only these. The returned function mends it. */
  disconnect(...calls: ServerCall[]): () => void;
}

export interface OpenFakeServer extends FakeServer {
  /** In place of the page's own for addresses of the API. */
  readonly fetch: typeof fetch;
  /** Requests and answers that break the contract. */
  readonly faults: readonly string[];
}

const CALL_NAMES = Object.keys(CALLS) as ServerCall[];

/** @param isOnboarded whether the user has completed onboarding, like on an earlier visit. */
export function createFakeServer(user: TestUser, isOnboarded: boolean): OpenFakeServer {
  const account = openFakeAccount(user, isOnboarded);
  const requests: Asked[] = [];
  const faults: string[] = [];
  const overrides = new Map<ServerCall, (asked: Asked) => Reply>();
  const held = new Map<ServerCall, Promise<void>>();
  const unreachable = new Set<ServerCall>();

  async function respond(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const request = new Request(input, init);
    const url = new URL(request.url);
    const found = find(request.method === 'HEAD' ? 'GET' : request.method, url.pathname);
    if (found === null) {
      faults.push(`the contract has no ${request.method} ${url.pathname}`);
      return new Response(null, { status: 404 });
    }
    const { call, params } = found;
    const text = await request.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    const { access } = CALLS[call];
    // An app of an earlier test, which has been closed meanwhile.
    if (access === 'signed' && !isFrom(user, request.headers)) throw new TypeError('Failed to fetch');
    const asked: Asked = { call, params, query: url.searchParams, headers: request.headers, body };
    requests.push(asked);
    checkRequest(asked);
    await held.get(call);
    request.signal.throwIfAborted();
    if (unreachable.has(call)) throw new TypeError('Failed to fetch');
    const reply = checkedReply(asked);
    return new Response(request.method === 'HEAD' ? null : JSON.stringify(reply.body), {
      status: reply.status,
      headers: {
        'content-type': 'application/json',
        date: new Date(account.now()).toUTCString(),
        [CONTRACT_HEADER]: String(CONTRACT_VERSION),
        ...reply.headers,
      },
    });
  }

  function checkRequest({ call, body }: Asked): void {
    const definition = CALLS[call];
    if (!('body' in definition)) return;
    const read = v.safeParse(definition.body, body);
    if (!read.success) faults.push(`the app sent a wrong ${call}: ${v.summarize(read.issues)}`);
  }

  function checkedReply(asked: Asked): Reply {
    try {
      const reply = overrides.get(asked.call)?.(asked) ?? account.reply(asked);
      if (reply.status === 200) checkAnswer(asked.call, reply.body);
      return reply;
    } catch (error) {
      faults.push(`no answer to ${asked.call}: ${error}`);
      return refusal('internal');
    }
  }

  return {
    ...account,
    requests,
    faults,
    fetch: respond,
    asked: (call) => requests.filter((asked) => asked.call === call).length,
    answer(call, answer) {
      if (typeof answer !== 'function') checkAnswer(call, answer);
      overrides.set(call, (asked) => ({
        status: 200,
        body: typeof answer === 'function' ? answer(asked, () => account.reply(asked).body) : answer,
      }));
    },
    refuse: (call, code, headers = {}) => overrides.set(call, () => ({ ...refusal(code), headers })),
    recover(...calls) {
      for (const call of calls) {
        overrides.delete(call);
        unreachable.delete(call);
      }
    },
    hold(...calls) {
      const slow = calls.length === 0 ? CALL_NAMES : calls;
      let release = (): void => undefined;
      const released = new Promise<void>((resolve) => {
        release = resolve;
      });
      for (const call of slow) held.set(call, released);
      return () => {
        for (const call of slow) held.delete(call);
        release();
      };
    },
    disconnect(...calls) {
      const lost = calls.length === 0 ? CALL_NAMES : calls;
      for (const call of lost) unreachable.add(call);
      return () => {
        for (const call of lost) unreachable.delete(call);
      };
    },
  };
}

function checkAnswer(call: ServerCall, answer: unknown): void {
  v.parse(CALLS[call].answer, answer);
}

/** The call with the fewest parameters for this address. */
function find(method: string, path: string) {
  const found = CALL_NAMES.flatMap((call) => {
    const definition = CALLS[call];
    if (definition.method !== method) return [];
    const pattern = definition.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)');
    const match = new RegExp(`^${pattern}$`).exec(path);
    return match === null ? [] : [{ call, params: { ...match.groups } as Record<string, string> }];
  });
  return found.sort((a, b) => Object.keys(a.params).length - Object.keys(b.params).length)[0] ?? null;
}

function isFrom(user: TestUser, headers: Headers): boolean {
  const data = new URLSearchParams(headers.get('authorization')?.replace(/^tma /, '') ?? '');
  return JSON.parse(data.get('user') ?? '{}').id === user.id;
}
