/** The notices of an event for its own user, never more than one of a kind. Pure. */
import { readBadge } from './badges.ts';
import type { Decided } from './events.ts';
import { isDeleted, type LedgerState } from './evolve.ts';

/**
 * - `friend_joined`: a user whom this one invited has registered, and brought `award` thousandths of an iRICH. `friend`
 *   is their user id, as in the list of friends; null if it is no longer known. Their name is read only when the notice
 *   is sent, so that a friend who has erased it meanwhile is not named.
 * - `level_reached`: the highest level that the event led to; it covers the badges of levels.
 * - `badges_earned`: ids of the other families, in the order of the profile.
 */
export type News =
  | { readonly kind: 'friend_joined'; readonly friend: number | null; readonly award: number }
  | { readonly kind: 'level_reached'; readonly level: number }
  | { readonly kind: 'badges_earned'; readonly badges: readonly string[] };

export type Notice = News & {
  /**
   * The hash of the event, a colon, the kind: the same for every repetition, and never that of another event. A
   * sequence number would not do: a ledger restored from a backup reuses it.
   */
  readonly id: string;
  readonly userId: number;
  /** Sequence number of the event. */
  readonly seq: number;
  /** When the event was decided, UTC milliseconds. */
  readonly at: number;
};

const NONE: readonly Notice[] = [];

/**
 * `before` and `after` are the states of the event's ledger around it. A user who erased their data gets no notices.
 * @param friend whose event caused this one; the ledger does not hold it.
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
