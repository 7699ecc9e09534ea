/** Shared by the attack tests: the shape of an attack, and edits of a user's events. */
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { tamper } from '../../support/attacks.ts';

export interface Attack {
  readonly name: string;
  /** Whose ledger; user 1 invited 2, who invited 3. */
  readonly userId: number;
  readonly attack: (sql: Sql, userId: number) => void;
  /** Findings of an audit right after it, without saved heads. */
  readonly raw: readonly string[];
  /** Findings once the ledger is renumbered and rehashed and the projection rebuilt. */
  readonly rehashed: readonly string[];
  /** Additional findings with saved heads. */
  readonly heads: readonly string[];
}

export const isRecord = (event: StoredEvent) => event.type === 'CalculationRecorded.v1';
export const isCredit = (event: StoredEvent) => event.type === 'CreditReceived.v1';

export function edit(
  pick: (event: StoredEvent) => boolean,
  change: (event: StoredEvent) => Partial<StoredEvent>,
) {
  return (sql: Sql, userId: number) =>
    tamper(sql, userId, (events) => {
      const index = events.findIndex(pick);
      return events.map((event, at) => (at === index ? { ...event, ...change(event) } : event));
    });
}

export function remove(pick: (event: StoredEvent) => boolean) {
  return (sql: Sql, userId: number) =>
    tamper(sql, userId, (events) => {
      const index = events.findIndex(pick);
      return events.filter((_, at) => at !== index);
    });
}

/** A record that was never made, in the form the server would have written. */
export function invent(events: readonly StoredEvent[]): StoredEvent {
  const model = events.find(isRecord);
  if (model === undefined) throw new Error('There is no record to copy');
  return { ...model, eventId: 'invented' };
}
