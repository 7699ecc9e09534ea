/** Notices that no event has caused. */
import type { Notice } from '#core/points/notices.ts';
import { START } from './deployment.ts';

/** Of a user's event; it happened as many milliseconds after the start as its number says. */
export function noticeOf(userId: number, seq: number): Notice {
  const of = { id: `${userId}-${seq}:friend_joined`, userId, seq, at: START + seq };
  return { kind: 'friend_joined', friend: null, award: 50_000, ...of };
}
