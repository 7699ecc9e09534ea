/** The port to whatever passes news on to users. No composition root hands in one: neither home keeps or tells notices. */
import type { Notice } from '#core/points/notices.ts';

export interface Notifier {
  /**
   * Hands over news of one user, oldest first. `taken`: they are kept durably on the other side, and removed here. `later`, or
   * a rejection: not now, they are handed over again. The same notice may come more than once, always under the same id.
   * Settles in any case: until then nothing else is told.
   */
  tell(userId: number, notices: readonly Notice[]): Promise<'taken' | 'later'>;
}
