/** Tracks who is registered when, since an invitation only pays if the referrer was registered at that moment. */
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { hasLedger, type NaiveRegistration } from './naive-model.ts';

export interface ReferralWitness {
  /** After each registration. */
  look(): void;
  /** The database was set back. */
  restored(): void;
  violations(): readonly string[];
}

/** With all ledgers in one database. */
export function referralWitness(database: () => Sql): ReferralWitness {
  let known = new Set<number>();
  const violations: string[] = [];

  function registrations(): Map<number, NaiveRegistration> {
    const rows = database().all<{ user_id: number; data: string }>(
      "SELECT user_id, data FROM events WHERE type = 'Registered.v1'",
    );
    return new Map(rows.map(({ user_id, data }) => [user_id, JSON.parse(data) as NaiveRegistration]));
  }

  return {
    look() {
      const now = registrations();
      for (const [userId, { referrer, referrerRegistered }] of now) {
        if (known.has(userId) || referrer === null) continue;
        // Both in one commit, so either may have come first.
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

export interface AnswersWitness extends ReferralWitness {
  /** Stands between a user's object and their referrer's, and remembers the referrer's answers. */
  ask(from: number, to: number, question: () => Promise<Answered>): Promise<Answered>;
}

/** When the user registered, UTC milliseconds, or null. */
type Answered = { readonly answer: number | null } | null;

/**
 * With a database per ledger, a referrer counts as registered if their own object says so when asked. They may
 * register between that and the commit of the new user's registration, so registrations alone prove nothing.
 * Every answer has to be true when given, and every registration has to follow one of its answers.
 */
export function answersWitness(objects: ReadonlyMap<number, { readonly sql: Sql }>): AnswersWitness {
  const said = new Map<string, Set<boolean>>();
  const violations: string[] = [];

  function registration(userId: number): NaiveRegistration | null {
    const sql = objects.get(userId)?.sql;
    if (sql === undefined || !hasLedger(sql)) return null;
    const row = sql.get<{ data: string }>("SELECT data FROM events WHERE type = 'Registered.v1'");
    return row === undefined ? null : (JSON.parse(row.data) as NaiveRegistration);
  }

  return {
    async ask(from, to, question) {
      const before = registration(to) !== null;
      const answered = await question();
      if (answered === null) return null;
      const answer = answered.answer !== null;
      const after = registration(to) !== null;
      if (answer !== before && answer !== after) violations.push(`user ${to} said ${answer} to user ${from}`);
      const key = `${from} ${to}`;
      said.set(key, (said.get(key) ?? new Set()).add(answer));
      return answered;
    },
    look() {},
    restored() {},
    violations() {
      const wrong = [...objects.keys()].flatMap((userId) => {
        const { referrer = null, referrerRegistered = false } = registration(userId) ?? {};
        const isSaid = said.get(`${userId} ${referrer}`)?.has(referrerRegistered) ?? false;
        if (isSaid || (referrer === null && !referrerRegistered)) return [];
        return [`user ${userId}: referrerRegistered is ${referrerRegistered}, which was never answered`];
      });
      return [...violations, ...wrong];
    },
  };
}
