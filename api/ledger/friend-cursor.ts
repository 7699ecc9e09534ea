/** The position between two pages of friends, newest first. */

export interface FriendCursor {
  /** When they registered, milliseconds. */
  readonly registeredAt: number;
  readonly userId: number;
}

/** An invalid cursor counts as the beginning. */
export function readFriendCursor(cursor: string | null): FriendCursor {
  const match = /^(\d{1,16})\.(\d{1,16})$/.exec(cursor ?? '');
  return match === null
    ? { registeredAt: Number.MAX_SAFE_INTEGER, userId: Number.MAX_SAFE_INTEGER }
    : { registeredAt: Number(match[1]), userId: Number(match[2]) };
}

/** Null after the last page. */
export function friendCursor(page: readonly FriendCursor[], isMore: boolean): string | null {
  const last = page.at(-1);
  return isMore && last !== undefined ? `${last.registeredAt}.${last.userId}` : null;
}
