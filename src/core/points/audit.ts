/**
 * Checks one ledger, event by event, with the code that made it. The operator's audit, readers of an export and the
 * user's own device use it. It turns each event back into its command and decides that command again.
 */
import { hashedText, type Sha256 } from './chain.ts';
import type { Command } from './commands.ts';
import { type CreditIntent, creditsOf } from './credits.ts';
import { decide } from './decide.ts';
import type { Decided, Fact, StoredEvent } from './events.ts';
import { evolve, initialState, type LedgerState, withOwnCounts } from './evolve.ts';
import { isFactType, isStoredEvent, readFact, sameFact } from './facts.ts';
import { rulesOf } from './rules.ts';

/**
 * - `malformed`: not an event at all.
 * - `user`: of another user's ledger.
 * - `sequence`: does not follow the previous number (an event is missing, doubled or out of order).
 * - `chain`: its hash does not match its content and the previous hash (it was changed).
 * - `unknown_rules`: rules or a type of event that this version does not know: update to verify. This does not mean
 *   that the event is wrong.
 * - `data`: its data is unreadable, or has another day, reason or label than the rules give.
 * - `refused`: the rules would have refused it.
 * - `award`: another bucket or number of points than the rules give.
 * - `event_id`: the id does not match its content, or an earlier event has it.
 */
export type FaultWord =
  | 'malformed'
  | 'user'
  | 'sequence'
  | 'chain'
  | 'unknown_rules'
  | 'data'
  | 'refused'
  | 'award'
  | 'event_id';

export interface Fault {
  /** The sequence number of the first fault; for a missing event, that event's number. */
  readonly seq: number;
  readonly fault: FaultWord;
}

export interface LedgerCheck {
  /** Takes the next event; null if it is valid. After a fault the state stays as it was before that event. */
  next(event: StoredEvent): Fault | null;
  /** The state after every valid event. */
  readonly state: LedgerState;
  /** Credits that the last valid event causes one level up. */
  credits(): readonly CreditIntent[];
}

export interface CheckOptions {
  /** Whether to find duplicate event ids, which keeps every id in memory. True unless a unique index does it. */
  readonly uniqueIds?: boolean;
  /** The state after all events checked before: the check continues from there. */
  readonly from?: LedgerState;
}

/** Checks a ledger from its first event on, or from the end of an earlier check. */
export function startCheck(userId: number, sha256: Sha256, options: CheckOptions = {}): LedgerCheck {
  let state = options.from ?? initialState(userId);
  /** Whether a caller may hold the state: then the next event copies what it changes. */
  let isHeld = options.from !== undefined;
  let registered = state.registered;
  let last: Decided | null = null;
  const seen = options.uniqueIds === false ? null : new Set<string>();

  function next(event: StoredEvent): Fault | null {
    const expected = state.head.seq + 1;
    if (!isStoredEvent(event)) {
      return { seq: expected, fault: 'malformed' };
    }
    const judged = judge(state, event, sha256);
    if (typeof judged === 'string') {
      return { seq: expected, fault: judged };
    }
    if (seen !== null) {
      if (seen.has(event.eventId)) {
        return { seq: expected, fault: 'event_id' };
      }
      seen.add(event.eventId);
    }
    registered = state.registered;
    last = judged;
    state = evolve(isHeld ? withOwnCounts(state) : state, judged, event, true);
    isHeld = false;
    return null;
  }

  return {
    next,
    get state() {
      isHeld = true;
      return state;
    },
    credits: () => (last === null ? [] : creditsOf({ registered }, last)),
  };
}

/** The event as the rules decide it now, or its fault. */
function judge(state: LedgerState, event: StoredEvent, sha256: Sha256): Decided | FaultWord {
  if (event.userId !== state.userId) {
    return 'user';
  }
  if (event.seq !== state.head.seq + 1) {
    return 'sequence';
  }
  if (sha256(hashedText(state.head.hash, event)) !== event.hash) {
    return 'chain';
  }
  const rules = rulesOf(event.rules);
  if (rules === null) {
    return 'unknown_rules';
  }
  const fact = readFact(event.type, event.data);
  if (fact === null) {
    return isFactType(event.type) ? 'data' : 'unknown_rules';
  }
  const command = commandOf(fact, event);
  if (command === null) {
    return 'data';
  }
  const decision = decide(state, command, event.at, rules);
  const decided = decision.ok ? decision.events[0] : undefined;
  if (decided === undefined) {
    return 'refused';
  }
  if (decided.award !== event.award || decided.bucket !== event.bucket) {
    return 'award';
  }
  if (decided.eventId !== event.eventId) {
    return 'event_id';
  }
  return sameFact(decided, fact) ? decided : 'data';
}

/** The command behind an event; null if no command could have made it. */
export function commandOf(fact: Fact, event: StoredEvent): Command | null {
  switch (fact.type) {
    case 'CalculationRecorded.v1': {
      const { calculationType, occurredAt, sentAt } = fact.data;
      return { type: 'record_calculation', recordId: event.eventId, calculationType, occurredAt, sentAt };
    }
    case 'CreditReceived.v1': {
      const { cause, source, basis, premium } = fact.data;
      return { type: 'receive_credit', creditId: event.eventId, cause, source, basis, premium };
    }
    case 'CheckInClaimed.v1':
      return { type: 'claim_check_in' };
    case 'Registered.v1':
      return { type: 'register', ...fact.data };
    case 'OnboardingCompleted.v1':
      return { type: 'complete_onboarding' };
    case 'DataDeleted.v1':
      return { type: 'delete_data' };
    case 'WalletLinked.v1':
      return { type: 'link_wallet', wallet: fact.data.wallet };
    case 'WalletUnlinked.v1':
      return { type: 'unlink_wallet', reason: fact.data.reason };
    case 'PlanSealed.v1':
      return { type: 'seal_plan', ...fact.data };
    case 'PlanRevealed.v1':
      return { type: 'reveal_plan', ...fact.data };
    case 'Correction.v1': {
      const prefix = 'correction:';
      if (event.bucket === null || !event.eventId.startsWith(prefix)) {
        return null;
      }
      return {
        type: 'correct',
        correctionId: event.eventId.slice(prefix.length),
        bucket: event.bucket,
        amount: event.award,
        reason: fact.data.reason,
      };
    }
  }
}
