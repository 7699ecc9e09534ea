/** Runs one command: decide, seal, fold, collect credits and notices. Pure. */
import { type Sha256, seal } from './chain.ts';
import type { Command } from './commands.ts';
import { type CreditIntent, creditsOf } from './credits.ts';
import { type DecideError, decide } from './decide.ts';
import type { Fact, StoredEvent } from './events.ts';
import { evolve, type LedgerState } from './evolve.ts';
import { type Notice, noticesOf } from './notices.ts';
import { CURRENT_RULES, type Rules } from './rules.ts';

export interface Executed {
  readonly state: LedgerState;
  /** To be appended, in order. */
  readonly events: readonly StoredEvent[];
  /** The facts of the events, in the same order. */
  readonly facts: readonly Fact[];
  /** Each with the id of its event. */
  readonly credits: readonly (CreditIntent & { readonly eventId: string })[];
  /** Notices of the events for this user, oldest first. */
  readonly notices: readonly Notice[];
}

/** `at` is UTC milliseconds. The caller has checked that the event id is new. */
export function execute(
  state: LedgerState,
  command: Command,
  at: number,
  sha256: Sha256,
  rules: Rules = CURRENT_RULES,
): ({ readonly ok: true } & Executed) | { readonly ok: false; readonly error: DecideError } {
  const decision = decide(state, command, at, rules);
  if (!decision.ok) {
    return decision;
  }
  const friend = command.type === 'receive_credit' ? (command.friend ?? null) : null;
  let next = state;
  const events: StoredEvent[] = [];
  const credits: (CreditIntent & { eventId: string })[] = [];
  const notices: Notice[] = [];
  for (const decided of decision.events) {
    const event = seal(next.head, state.userId, decided, sha256);
    for (const credit of creditsOf(next, decided)) {
      credits.push({ ...credit, eventId: decided.eventId });
    }
    const evolved = evolve(next, decided, event);
    notices.push(...noticesOf(next, evolved, decided, friend));
    next = evolved;
    events.push(event);
  }
  return { ok: true, state: next, events, facts: decision.events, credits, notices };
}
