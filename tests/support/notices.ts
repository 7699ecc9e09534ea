/** Notices without a causing event. */
import type { Notice } from '#core/points/notices.ts';
import { START } from './deployment.ts';

/** For an event of a user, dated as many milliseconds after the start as its number. */
export function noticeOf(userId: number, seq: number): Notice {
  const of = { id: `${userId}-${seq}:friend_joined`, userId, seq, at: START + seq };
  return { kind: 'friend_joined', friend: null, award: 50_000, ...of };
}
