/** The port to the component that sends notices to users. */
import type { Notice } from '#core/points/notices.ts';

export interface Notifier {
  /**
   * Hands over notices of one user, oldest first. `taken`: the receiver has stored them durably, and they are removed here.
   * `later` or a rejection: they are handed over again. A notice may arrive more than once, always under the same unique id,
   * so the receiver keeps it once.
   *
   * Always settles within seconds: until then a machine hands over no other notices, and the object of this user sends no
   * credits. A user who erases their data gets no notice taken before that. The receiver therefore erases these in the same
   * commit if it shares this database, and otherwise asks before it sends.
   */
  tell(userId: number, notices: readonly Notice[]): Promise<'taken' | 'later'>;
}
