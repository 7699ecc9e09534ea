/** The port to whatever passes news on to users. No composition root hands in one: neither home keeps or tells notices. */
import type { Notice } from '#core/points/notices.ts';

export interface Notifier {
  /**
   * Hands over news of one user, oldest first. `taken`: they are kept durably on the other side, and removed here. `later`, or
   * a rejection: not now, they are handed over again. The same notice may come more than once, always under the same id, which
   * is never that of another: by it the other side keeps it once.
   *
   * Settles within seconds in any case: until then a machine tells nobody else, and the object of this user sends no credits.
   * A user whose data are erased is not told what was taken before, so the other side erases it in the same commit where it
   * shares this database, and otherwise asks before it tells.
   */
  tell(userId: number, notices: readonly Notice[]): Promise<'taken' | 'later'>;
}
