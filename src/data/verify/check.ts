/** The check of the user's own ledger, event by event, by the code that awarded it. Runs wherever a hash is handed in. */
import { startCheck } from '#core/points/audit.ts';
import type { Sha256 } from '#core/points/chain.ts';
import type { StoredEvent } from '#core/points/events.ts';
import type { DeviceProfile } from '../model.ts';

/** What the profile shows and the events must add up to; only comparable at the same head. */
export type Shown = Pick<DeviceProfile, 'head' | 'points' | 'level' | 'badges' | 'friends'>;

/**
 * A word for what is wrong: those of `core/points/audit.ts`, or `profile` where the events are right but the profile shows
 * other points, level or badges than they add up to.
 */
export type VerifyFault = { readonly seq: number; readonly fault: string };

export interface LedgerVerification {
  /** Takes the next events, in order. The first fault, or null while all is right. */
  take(events: readonly StoredEvent[]): VerifyFault | null;
  /** After the last event. */
  end(shown: Shown | null): VerifyFault | null;
}

export function startVerification(userId: number, sha256: Sha256): LedgerVerification {
  const check = startCheck(userId, sha256);
  let fault: VerifyFault | null = null;
  return {
    take(events) {
      for (const event of events) {
        if (fault !== null) break;
        fault = check.next(event);
      }
      return fault;
    },
    end(shown) {
      if (fault !== null) return fault;
      const { head, points, level, badges, friends } = check.state;
      if (shown === null || shown.head.hash !== head.hash) return null;
      const isRight =
        level === shown.level &&
        friends === shown.friends &&
        Object.entries(points).every(
          ([bucket, amount]) => shown.points[bucket as keyof typeof points] === amount,
        ) &&
        badges.length === shown.badges.length &&
        badges.every(({ id, at }, index) => id === shown.badges[index]?.id && at === shown.badges[index]?.at);
      return isRight ? null : { seq: head.seq, fault: 'profile' };
    },
  };
}
