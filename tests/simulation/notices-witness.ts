/** The receiver of notices: it remembers every notice that arrived, and knows which ones have to. */
import { creditNames } from '#api/ledger/credit-rows.ts';
import { creditSecret } from '#api/ledger/credit-secret.ts';
import { eventsAfter } from '#api/ledger/event-rows.ts';
import type { Notifier } from '#api/notifications/pending/notifier.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { evolve, initialState } from '#core/points/evolve.ts';
import { readDecided } from '#core/points/facts.ts';
import { type Notice, noticesOf } from '#core/points/notices.ts';
import { hmacHex } from './server.ts';

export interface NoticesWitness {
  readonly take: Notifier['tell'];
  /** A server was restored: notices from the discarded history cannot be taken back. */
  restored(): void;
  /** Violations once nothing waits any more. */
  violations(databases: readonly Sql[]): string[];
}

export function noticesWitness(): NoticesWitness {
  /** The texts that arrived under each id. */
  const told = new Map<string, Set<string>>();
  /** The newest first arrival, by user. */
  const newest = new Map<number, number>();
  const found: string[] = [];
  let isRestored = false;

  return {
    async take(userId, notices) {
      for (const notice of notices) {
        if (notice.userId !== userId) found.push(`user ${userId} got notice ${notice.id}`);
        const texts = told.get(notice.id);
        if (texts === undefined) {
          const before = newest.get(userId) ?? 0;
          if (before > notice.seq && !isRestored) found.push(`${notice.id} came after event ${before}`);
          newest.set(userId, notice.seq);
        }
        told.set(notice.id, (texts ?? new Set<string>()).add(JSON.stringify(notice)));
      }
      return 'taken';
    },
    restored() {
      isRestored = true;
    },
    violations(databases) {
      const friends = friendsIn(databases);
      const due = new Map(databases.flatMap((sql) => dueIn(sql, friends)));
      const missing = [...due].filter(
        ([id, { text, isErased }]) => !(isErased && !told.has(id)) && told.get(id)?.has(text) !== true,
      );
      // An id belongs to one event, even if a restored server reused its number.
      const invented = [...told].filter(([id, texts]) => texts.size > 1 || (!isRestored && !due.has(id)));
      const waiting = databases.flatMap((sql) => sql.all<{ notice: string }>('SELECT notice FROM notices'));
      return [
        ...found,
        ...missing.map(([id]) => `notice ${id} was never sent`),
        ...invented.map(([id, texts]) => `notice ${id} was sent as ${[...texts].join(' and ')}`),
        ...waiting.map(({ notice }) => `still waiting: ${notice}`),
      ];
    },
  };
}

interface Due {
  readonly text: string;
  /** The user has erased their data since, so it was sent before that or not at all. */
  readonly isErased: boolean;
}

/** Users by the name that their credits carry. */
function friendsIn(databases: readonly Sql[]): ReadonlyMap<string, number> {
  const names = databases.flatMap((sql) => {
    const { source } = creditNames(creditSecret(sql), hmacHex);
    return usersIn(sql).map((userId): [string, number] => [source(userId), userId]);
  });
  return new Map(names);
}

function usersIn(sql: Sql): number[] {
  return sql
    .all<{ userId: number }>('SELECT DISTINCT user_id AS userId FROM events')
    .map(({ userId }) => userId);
}

function dueIn(sql: Sql, friends: ReadonlyMap<string, number>): [id: string, due: Due][] {
  return usersIn(sql).flatMap((userId) => {
    let state = initialState(userId);
    let erasedUpTo = 0;
    const notices: Notice[] = [];
    for (const event of eventsAfter(sql, userId, 0, Number.MAX_SAFE_INTEGER)) {
      const decided = readDecided(event);
      if (decided === null) return [];
      const next = evolve(state, decided, event);
      const friend = decided.type === 'CreditReceived.v1' ? friends.get(decided.data.source) : undefined;
      notices.push(...noticesOf(state, next, decided, friend ?? null));
      if (decided.type === 'DataDeleted.v1') erasedUpTo = event.seq;
      state = next;
    }
    return notices.map((notice): [string, Due] => [
      notice.id,
      { text: JSON.stringify(notice), isErased: notice.seq < erasedUpTo },
    ]);
  });
}
