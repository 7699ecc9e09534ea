/** Ledgers for tests in the form given, when, then; and many of them at once, with credits. */
import { hash } from 'node:crypto';
import { hashedText, type Sha256 } from '#core/points/chain.ts';
import type { Command } from '#core/points/commands.ts';
import { DAY_MS } from '#core/points/days.ts';
import type { DecideError } from '#core/points/decide.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { initialState, type LedgerState } from '#core/points/evolve.ts';
import { execute } from '#core/points/execute.ts';
import { CURRENT_RULES, type Rules } from '#core/points/rules.ts';
import { ZERO_HASH } from '#core/points/zero-hash.ts';

export const sha256: Sha256 = (text) => hash('sha256', text);

/** 2025-03-01T00:00:00Z, the day the tests start. */
export const START = Date.UTC(2025, 2, 1);
export const START_DAY = START / DAY_MS;
export const HOUR = 60 * 60 * 1000;
export const MINUTE = 60 * 1000;

export const REGISTER = {
  type: 'register',
  firstAuthDate: START / 1000,
  premium: false,
  referrer: null,
  referrerRegistered: false,
} as const satisfies Command;

let made = 0;

/** A record made and sent at `occurredAt`. Every call makes another id. */
export function recordAt(occurredAt: number, sentAt: number | null = null): Command {
  made += 1;
  return {
    type: 'record_calculation',
    recordId: `record-${made}`,
    calculationType: 'RiskMoney',
    occurredAt,
    sentAt,
  };
}

export function creditOf(
  cause: 'friend_registered' | 'friend_activity' | 'friend_referral',
  basis = 0,
  premium = false,
): Command {
  made += 1;
  return { type: 'receive_credit', creditId: `credit-${made}`, cause, source: 'friend', basis, premium };
}

export function correctionOf(
  bucket: StoredEvent['bucket'] & string,
  amount: number,
  reason = 'Paid twice',
): Command {
  made += 1;
  return { type: 'correct', correctionId: `${made}`, bucket, amount, reason };
}

/** One user's ledger that grows by commands. Every state is frozen, so that core cannot change one. */
export class Ledger {
  state: LedgerState;
  readonly events: StoredEvent[] = [];

  /** Of its next events. */
  rules: Rules = CURRENT_RULES;

  constructor(userId = 7) {
    this.state = frozen(initialState(userId));
  }

  /** Null, or why the command was refused. */
  run(command: Command, at: number): DecideError['type'] | null {
    const result = execute(this.state, command, at, sha256, this.rules);
    if (!result.ok) {
      return result.error.type;
    }
    this.state = frozen(result.state);
    this.events.push(...result.events);
    return null;
  }

  /** Like `run`, for commands that must succeed. */
  must(command: Command, at: number): StoredEvent {
    const refusal = this.run(command, at);
    const event = this.events.at(-1);
    if (refusal !== null || event === undefined) {
      throw new Error(`${command.type} was refused: ${refusal}`);
    }
    return event;
  }
}

/** A ledger of a user who registered and completed onboarding at `START`. */
export function onboarded(userId = 7, registered: Partial<typeof REGISTER> | Command = REGISTER): Ledger {
  const ledger = new Ledger(userId);
  ledger.must({ ...REGISTER, ...registered } as Command, START);
  ledger.must({ type: 'complete_onboarding' }, START);
  return ledger;
}

/** Several ledgers with immediate credits, each exactly once. */
export class World {
  readonly ledgers = new Map<number, Ledger>();

  ledger(userId: number): Ledger {
    const known = this.ledgers.get(userId) ?? new Ledger(userId);
    this.ledgers.set(userId, known);
    return known;
  }

  run(userId: number, command: Command, at: number): void {
    const ledger = this.ledger(userId);
    const result = execute(ledger.state, command, at, sha256);
    if (!result.ok) {
      return;
    }
    ledger.run(command, at);
    for (const { target, cause, basis, premium, eventId } of result.credits) {
      const creditId = sha256(`${userId}:${eventId}`);
      const source = sha256(`${userId}`);
      this.run(target, { type: 'receive_credit', creditId, cause, source, basis, premium }, at);
    }
  }
}

/** The same events renumbered and rehashed, as an attacker who knows the format would store them. */
export function rehashed(events: readonly StoredEvent[]): StoredEvent[] {
  let previous = ZERO_HASH;
  return events.map((event, index) => {
    const renumbered = { ...event, seq: index + 1 };
    previous = sha256(hashedText(previous, renumbered));
    return { ...renumbered, hash: previous };
  });
}

export function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) {
      frozen(part);
    }
  }
  return value;
}
