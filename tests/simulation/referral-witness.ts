/** Watches who is registered when: an invitation only pays where the inviter was registered at that moment. */
import type { NaiveRegistration } from './naive-model.ts';
import type { SimulatedServer } from './server.ts';

export interface ReferralWitness {
  /** After each registration. */
  look(): void;
  /** The database was set back. */
  restored(): void;
  violations(): readonly string[];
}

export function referralWitness(server: SimulatedServer): ReferralWitness {
  let known = new Set<number>();
  const violations: string[] = [];

  function registrations(): Map<number, NaiveRegistration> {
    const rows = server
      .database()
      .all<{ user_id: number; data: string }>(
        "SELECT user_id, data FROM events WHERE type = 'Registered.v1'",
      );
    return new Map(rows.map(({ user_id, data }) => [user_id, JSON.parse(data) as NaiveRegistration]));
  }

  return {
    look() {
      const now = registrations();
      for (const [userId, { referrer, referrerRegistered }] of now) {
        if (known.has(userId) || referrer === null) continue;
        // Both in one commit: whichever came first.
        if (now.has(referrer) && !known.has(referrer)) continue;
        if (referrerRegistered !== known.has(referrer)) {
          violations.push(`user ${userId}: referrerRegistered is ${referrerRegistered}`);
        }
      }
      known = new Set(now.keys());
    },
    restored() {
      known = new Set(registrations().keys());
    },
    violations: () => violations,
  };
}
