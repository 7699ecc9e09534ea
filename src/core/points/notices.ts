/** What an event tells its own user: news to be passed on, never more than one of a kind for an event. Pure. */
import { readBadge } from './badges.ts';
import type { Decided } from './events.ts';
import { isDeleted, type LedgerState } from './evolve.ts';

/**
 * - `friend_joined`: someone this user invited has registered, and brought `award` thousandths of an iRICH. `friend` is their user
 *   id, as the list of friends has it; null where it is not known any more. Their name is asked for when it is told, so that
 *   whoever has erased it meanwhile is not named.
 * - `level_reached`: the highest that the event led to; the badges of levels go with it.
 * - `badges_earned`: ids of the other families, in the order of the profile.
 */
export type News =
  | { readonly kind: 'friend_joined'; readonly friend: number | null; readonly award: number }
  | { readonly kind: 'level_reached'; readonly level: number }
  | { readonly kind: 'badges_earned'; readonly badges: readonly string[] };

export type Notice = News & {
  /**
   * The hash of the event, a colon, the kind: the same however often it is told, and never that of another event. A sequence
   * number may be, in a ledger that was set back to a backup.
   */
  readonly id: string;
  readonly userId: number;
  /** Of the event. */
  readonly seq: number;
  /** When the event was decided, UTC milliseconds. */
  readonly at: number;
};

const NONE: readonly Notice[] = [];

/**
 * `before` and `after` are the states of the event's ledger around it. Whoever erased their data is told nothing.
 * @param friend whose event caused this one, which the ledger does not say.
 */
export function noticesOf(
  before: LedgerState,
  after: LedgerState,
  event: Decided,
  friend: number | null,
): readonly Notice[] {
  const news = isDeleted(after) ? [] : newsOf(before, after, event, friend);
  if (news.length === 0) {
    return NONE;
  }
  const { userId, head } = after;
  return news.map((one) => ({
    ...one,
    id: `${head.hash}:${one.kind}`,
    userId,
    seq: head.seq,
    at: event.at,
  }));
}

function newsOf(
  before: LedgerState,
  after: LedgerState,
  { award }: Decided,
  friend: number | null,
): readonly News[] {
  const news: News[] = [];
  if (after.friends > before.friends) {
    news.push({ kind: 'friend_joined', friend, award });
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
