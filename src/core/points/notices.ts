/** What an event tells its own user: news to be passed on, never more than one of a kind for an event. Pure. */
import { readBadge } from './badges.ts';
import type { Decided } from './events.ts';
import { isDeleted, type LedgerState } from './evolve.ts';

/**
 * - `friend_joined`: someone this user invited has registered.
 * - `level_reached`: the highest that the event led to; the badges of levels go with it.
 * - `badges_earned`: ids of the other families, in the order of the profile.
 */
export type News =
  | { readonly kind: 'friend_joined' }
  | { readonly kind: 'level_reached'; readonly level: number }
  | { readonly kind: 'badges_earned'; readonly badges: readonly string[] };

export type Notice = News & {
  /** User, sequence number and kind, with colons between them: the same however often it is told. */
  readonly id: string;
  readonly userId: number;
  /** Of the event. */
  readonly seq: number;
  /** When the event was decided, UTC milliseconds. */
  readonly at: number;
};

const NONE: readonly Notice[] = [];

/** `before` and `after` are the states of the event's ledger around it. Whoever erased their data is told nothing. */
export function noticesOf(before: LedgerState, after: LedgerState, event: Decided): readonly Notice[] {
  const news = isDeleted(after) ? [] : newsOf(before, after);
  if (news.length === 0) {
    return NONE;
  }
  const { userId, head } = after;
  return news.map((one) => ({
    ...one,
    id: `${userId}:${head.seq}:${one.kind}`,
    userId,
    seq: head.seq,
    at: event.at,
  }));
}

function newsOf(before: LedgerState, after: LedgerState): readonly News[] {
  const news: News[] = [];
  if (after.friends > before.friends) {
    news.push({ kind: 'friend_joined' });
  }
  if (after.level > before.level) {
    news.push({ kind: 'level_reached', level: after.level });
  }
  const badges = after.badges
    .slice(before.badges.length)
    .map((badge) => badge.id)
    .filter((id) => readBadge(id)?.family !== 'lev');
  if (badges.length > 0) {
    news.push({ kind: 'badges_earned', badges });
  }
  return news;
}
