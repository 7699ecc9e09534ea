/** A deployment on Durable Objects, reached through its edge with the move secret. */
import * as v from 'valibot';
import type { PersonalLink } from '../exports/tokens.ts';
import type { Erasure } from '../users/delete-data.ts';
import type { Unlinked } from '../wallet/unlink.ts';
import { type Deployment, MOST_ASKS } from './deployment.ts';
import type { AskOf, Kind, Told } from './operate.ts';

export interface RemoteDeps {
  /** An origin without a slash at its end. */
  readonly url: string;
  readonly moveSecret: string;
  readonly fetch: (url: string, init: RequestInit) => Promise<Response>;
  /** Waits before another try, milliseconds. */
  readonly wait: (ms: number) => Promise<void>;
}

/** The deployment cannot be reached, or gives a bad answer. The question can be repeated. */
export class DeploymentUnreachable extends Error {
  override readonly name = 'DeploymentUnreachable';
}

const TRIES = 6;
const FIRST_WAIT_MS = 500;
const PAGE = 1000;

const Facts = v.object({
  creditSecret: v.string(),
  readOnly: v.nullable(v.boolean()),
  migrations: v.array(v.string()),
  /** The number of parts of the list of all users. */
  parts: v.pipe(v.number(), v.integer(), v.minValue(1)),
});

/** Adds what an operator can do to a ledger besides moving it. */
export interface RemoteDeployment extends Deployment {
  unlinkWallet(userId: number, reason: string): Promise<Unlinked>;
  eraseUser(userId: number): Promise<Erasure>;
  /** A link to the user's personal export, valid for five minutes. */
  personalExport(userId: number): Promise<PersonalLink>;
}

export function remoteDeployment({ url, moveSecret, fetch, wait }: RemoteDeps): RemoteDeployment {
  async function call<T>(path: string, body?: object): Promise<T> {
    for (let attempt = 1; ; attempt += 1) {
      const { value, fault, waitMs } = await callOnce<T>(path, body);
      if (fault === null) return value as T;
      if (waitMs === null || attempt === TRIES) throw new DeploymentUnreachable(`${url}: ${fault}`);
      await wait(Math.max(waitMs, FIRST_WAIT_MS * 2 ** (attempt - 1)));
    }
  }

  /** `waitMs` is null if a retry cannot help. */
  async function callOnce<T>(
    path: string,
    body: object | undefined,
  ): Promise<{ readonly value?: T; readonly fault: string | null; readonly waitMs: number | null }> {
    try {
      const response = await fetch(`${url}/api/operator/${path}`, {
        method: body === undefined ? 'GET' : 'POST',
        headers: { authorization: `Bearer ${moveSecret}`, 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      if (response.status === 200) return { value: (await response.json()) as T, fault: null, waitMs: null };
      await response.body?.cancel();
      const isPassing = response.status === 429 || response.status >= 500;
      const waitMs = isPassing ? Number(response.headers.get('retry-after') ?? 0) * 1000 : null;
      const hint = response.status === 404 ? ' (is MOVE_SECRET set there, and the same here?)' : '';
      return { fault: `answers ${response.status}${hint}`, waitMs };
    } catch (cause) {
      return { fault: cause instanceof Error ? cause.message : String(cause), waitMs: 0 };
    }
  }

  async function facts() {
    const read = v.safeParse(Facts, await call('home'));
    if (!read.success) throw new DeploymentUnreachable(`${url}: answers, but not as a deployment of ledgers`);
    return read.output;
  }

  /** Users above `after` in one part of the directory, page by page. */
  async function* usersOf(part: number, after: number): AsyncGenerator<number> {
    for (let last = after; ; ) {
      const { users } = await call<{ users: number[] }>(`users?part=${part}&after=${last}&limit=${PAGE}`);
      yield* users;
      if (users.length < PAGE) return;
      last = users.at(-1) ?? last;
    }
  }

  return {
    facts,
    async *users(after) {
      const { parts } = await facts();
      yield* lowestFirst(Array.from({ length: parts }, (_, part) => usersOf(part, after)));
    },
    async ask<K extends Kind>(asks: readonly { readonly userId: number; readonly ask: AskOf<K> }[]) {
      if (asks.length > MOST_ASKS) throw new Error(`At most ${MOST_ASKS} ledgers are asked at a time`);
      return call<Told[K][]>('asks', { asks });
    },
    unlinkWallet: (userId, reason) => call<Unlinked>('unlink-wallet', { userId, reason }),
    personalExport: (userId) => call<PersonalLink>('personal', { userId }),
    eraseUser: (userId) => call<Erasure>('erase', { userId }),
  };
}

/** Merges several ascending sequences into one. */
async function* lowestFirst(sequences: readonly AsyncGenerator<number>[]): AsyncGenerator<number> {
  const heads = await Promise.all(
    sequences.map(async (sequence) => ({ sequence, next: await sequence.next() })),
  );
  for (;;) {
    let lowest: (typeof heads)[number] | null = null;
    for (const head of heads) {
      if (head.next.done === true) continue;
      if (lowest === null || lowest.next.done === true || head.next.value < lowest.next.value) lowest = head;
    }
    if (lowest === null || lowest.next.done === true) return;
    yield lowest.next.value;
    lowest.next = await lowest.sequence.next();
  }
}
