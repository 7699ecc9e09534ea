/** Ledgers to attack, and names for the faults found. */
import { expect } from 'vitest';
import { type Fault, type FaultWord, startCheck } from '#core/points/audit.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { ledgers } from './arbitraries.ts';
import { correctionOf, creditOf, type Ledger, onboarded, recordAt, START, sha256 } from './ledgers.ts';

export const CHAIN: readonly FaultWord[] = ['malformed', 'user', 'sequence', 'chain'];
export const RULES: readonly FaultWord[] = ['award', 'data', 'refused', 'event_id'];

/** The first fault, or null. Reads the events from their JSON, as an outsider would. */
export function check(events: readonly StoredEvent[], userId = 7): Fault | null {
  const running = startCheck(userId, sha256);
  for (const event of events) {
    const fault = running.next(JSON.parse(JSON.stringify(event)) as StoredEvent);
    if (fault !== null) {
      expect(running.next(event)).not.toBeNull();
      return fault;
    }
  }
  return null;
}

export const attacked = ledgers(30).filter(({ events }) => events.length >= 4);

export function replaced(
  events: readonly StoredEvent[],
  index: number,
  change: Partial<StoredEvent>,
): StoredEvent[] {
  return events.map((event, at) => (at === index ? { ...event, ...change } : event));
}

/** A user with 31 records on one day. */
export function overTheLimit(): Ledger {
  const ledger = onboarded();
  for (let index = 0; index < 31; index += 1) {
    ledger.must(recordAt(START), START);
  }
  return ledger;
}

export function withOneOfEach(): Ledger {
  const ledger = onboarded();
  ledger.must(recordAt(START), START);
  ledger.must({ type: 'claim_check_in' }, START);
  ledger.must(creditOf('friend_activity', 1000), START);
  ledger.must(correctionOf('activity', 10, 'Lost in an outage'), START);
  ledger.must({ type: 'link_wallet', wallet: 'ab'.repeat(32) }, START);
  ledger.must({ type: 'unlink_wallet', reason: 'The key was lost' }, START);
  ledger.must({ type: 'link_wallet', wallet: 'cd'.repeat(32) }, START);
  ledger.must({ type: 'seal_plan', hash: 'ef'.repeat(32), sealedAt: START - 1, sentAt: null }, START);
  ledger.must({ type: 'reveal_plan', hash: 'ef'.repeat(32) }, START);
  ledger.must({ type: 'delete_data' }, START);
  return ledger;
}

/** The category and position of the first fault. */
export function found(events: readonly StoredEvent[]): readonly [readonly FaultWord[] | null, number] {
  const fault = check(events);
  const group = [CHAIN, RULES].find((words) => fault !== null && words.includes(fault.fault)) ?? null;
  return [group, fault?.seq ?? 0];
}

export function at(events: readonly StoredEvent[], index: number): StoredEvent {
  const event = events[index];
  if (event === undefined) {
    throw new Error(`no event ${index}`);
  }
  return event;
}
