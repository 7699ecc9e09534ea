/** `/api/referral/calculations` and `/api/sync`: append records to the ledger. */
import type { Hono } from 'hono';
import * as v from 'valibot';
import type { CalculationType } from '#core/calculators/catalogue.ts';
import { CALLS } from '#core/contract/calls.ts';
import {
  type CalculationAnswer,
  type CalculationBody,
  RecordOnWire,
  type RecordResult,
  type Refusal,
  type SyncAnswer,
} from '#core/contract/records.ts';
import { nextDayAt } from '#core/points/admission.ts';
import type { RecordCalculation } from '#core/points/commands.ts';
import type { CountReason, StoredEvent } from '#core/points/events.ts';
import type { LedgerState } from '#core/points/evolve.ts';
import { readFact } from '#core/points/facts.ts';
import { pointsToWire } from '#core/points/format.ts';
import type { RouteDeps } from '../deps.ts';
import { giveChange, numbersFor } from '../edits/edits.ts';
import type { Executed, LedgerWriter } from '../ledger/types.ts';
import { type Answer, fail, ok } from '../runtime/http/answer.ts';
import { mount, type SignedCall } from '../runtime/http/mount.ts';
import { committed, gate, profileRecord, tooManyToday } from '../users/account.ts';
import { type KeptInputs, keepCalculations, reviseCalculation } from './inputs.ts';

export function calculationRoutes(app: Hono, deps: RouteDeps): void {
  const { ledger } = deps;

  mount(app, deps, CALLS.calculation, {
    owner: (body) => body.userId,
    handle: async (call) => committed(await ledger.transact((writer) => recordOne(deps, writer, call))),
  });

  mount(app, deps, CALLS.sync, {
    owner: (body) => body.userId,
    handle: async (call) => {
      const { records, sentAt } = call.body;
      const sent = typeof sentAt === 'string' ? Date.parse(sentAt) : null;
      const checked = records.map(checkRecord);
      return committed(
        await ledger.transact((writer): Answer<SyncAnswer> => {
          const account = gate(writer.account(call.userId), call.generation);
          if (!account.ok) return account;
          const { known } = call.body;
          const { isKnown } = numbersFor(writer.sql, call.userId, known);
          const valid = checked.flatMap((record) => (record.ok ? [record.value] : []));
          const appended = append(writer, call.userId, valid, sent);
          const results = checked.map((record) =>
            record.ok ? resultOf(record.value, appended.of(record.value), writer.now) : record.result,
          );
          const state = writer.account(call.userId) ?? account.value;
          const profile = profileRecord(writer.sql, state, deps.links, writer.now);
          if (appended.isRevised) giveChange(writer.sql, call.userId, writer.now);
          const { change } = numbersFor(writer.sql, call.userId, known);
          return ok({
            ...{ results, profile },
            ...(isKnown !== undefined && { isKnown }),
            ...(change !== undefined && { change }),
          });
        }),
      );
    },
  });
}

interface NewRecord {
  /** As sent; the ledger stores the id in lower case. */
  readonly id: string;
  readonly calculationType: CalculationType;
  /** Milliseconds; null if the caller leaves it to the server. */
  readonly occurredAt: number | null;
  readonly inputs: string | null;
  readonly revision: number;
}

type Recorded =
  | {
      readonly answer: 'recorded' | 'duplicate';
      readonly event: StoredEvent;
      readonly reason: CountReason;
      readonly state: LedgerState;
    }
  | { readonly answer: 'conflict' }
  | { readonly answer: 'too_many_today' };

function recordOne(
  deps: RouteDeps,
  writer: LedgerWriter,
  call: SignedCall<CalculationBody>,
): Answer<CalculationAnswer> {
  const account = gate(writer.account(call.userId), call.generation);
  if (!account.ok) return account;
  const { body } = call;
  const id = body.id ?? deps.newRecordId();
  const record = {
    id,
    calculationType: body.calculationType,
    occurredAt: typeof body.occurredAt === 'string' ? Date.parse(body.occurredAt) : null,
    inputs: jsonText(body.inputs),
    revision: body.revision ?? 0,
  };
  const sentAt = typeof body.sentAt === 'string' ? Date.parse(body.sentAt) : null;
  const recorded = append(writer, call.userId, [record], sentAt).of(record);
  if (recorded.answer === 'conflict') return fail('conflict');
  if (recorded.answer === 'too_many_today') return tooManyToday(writer.now);
  const { answer, event, reason, state } = recorded;
  const profile = profileRecord(writer.sql, state, deps.links, writer.now);
  return ok({ id, answer, awarded: pointsToWire(event.award), reason, seq: event.seq, profile });
}

function resultOf({ id }: NewRecord, recorded: Recorded, now: number): RecordResult {
  if (recorded.answer === 'conflict') return { id, answer: 'conflict' };
  if (recorded.answer === 'too_many_today') {
    return { id, answer: 'too_many_today', retryAt: new Date(nextDayAt(now)).toISOString() };
  }
  const { answer, event, reason } = recorded;
  return { id, answer, awarded: pointsToWire(event.award), reason, seq: event.seq };
}

interface Appended {
  of(record: NewRecord): Recorded;
  /** Whether inputs of earlier records have changed. */
  readonly isRevised: boolean;
}

/** Appends records, and stores their inputs. The caller has already checked the account. */
function append(
  writer: LedgerWriter,
  userId: number,
  records: readonly NewRecord[],
  sentAt: number | null,
): Appended {
  const executed = writer.recordAll(
    userId,
    records.map((record) => commandOf(writer, userId, record, sentAt)),
  );
  const all = new Map<NewRecord, Recorded>();
  const added: KeptInputs[] = [];
  const repeated: KeptInputs[] = [];
  for (const [index, record] of records.entries()) {
    const recorded = recordedOf(userId, record, executed[index]);
    all.set(record, recorded);
    if (!('event' in recorded)) continue;
    const kept = { seq: recorded.event.seq, inputs: record.inputs, revision: record.revision };
    (recorded.answer === 'recorded' ? added : repeated).push(kept);
  }
  // A record may be repeated within its batch, so revisions come second.
  keepCalculations(writer.sql, userId, added);
  let isRevised = false;
  for (const kept of repeated) if (reviseCalculation(writer.sql, userId, kept)) isRevised = true;
  return {
    isRevised,
    of(record) {
      const recorded = all.get(record);
      if (recorded === undefined) throw new Error(`Record ${record.id} was not appended`);
      return recorded;
    },
  };
}

function commandOf(
  writer: LedgerWriter,
  userId: number,
  { id, calculationType, occurredAt }: NewRecord,
  sentAt: number | null,
): RecordCalculation {
  const recordId = id.toLowerCase();
  return {
    type: 'record_calculation',
    recordId,
    calculationType,
    occurredAt: occurredAt ?? knownTime(writer, userId, recordId),
    // The server's own time needs no correction by the device's clock.
    sentAt: occurredAt === null ? null : sentAt,
  };
}

function recordedOf(userId: number, { id }: NewRecord, executed: Executed | undefined): Recorded {
  if (executed?.ok === false) {
    const { type } = executed.error;
    if (type === 'conflict' || type === 'too_many_today') return { answer: type };
    throw new Error(`Record ${id} of user ${userId} refused: ${type}`);
  }
  const event = executed?.duplicateOf ?? executed?.events[0];
  const fact =
    executed?.duplicateOf === undefined
      ? executed?.facts[0]
      : readFact(executed.duplicateOf.type, executed.duplicateOf.data);
  if (executed === undefined || event === undefined || fact?.type !== 'CalculationRecorded.v1') {
    throw new Error(`Record ${id} of user ${userId} became no calculation`);
  }
  const answer = executed.duplicateOf === undefined ? 'recorded' : 'duplicate';
  return { answer, event, reason: fact.data.reason, state: executed.state };
}

/** A record sent without a time gets the current time; a repeated one keeps the time it got first. */
function knownTime(writer: LedgerWriter, userId: number, recordId: string): number {
  const existing = writer.eventById(userId, recordId);
  const fact = existing === null ? null : readFact(existing.type, existing.data);
  return fact?.type === 'CalculationRecorded.v1' ? fact.data.occurredAt : writer.now;
}

type Checked =
  | { readonly ok: true; readonly value: NewRecord }
  | { readonly ok: false; readonly result: RecordResult };

/** Validates one record of a batch; a faulty record does not affect the others. */
function checkRecord(record: unknown): Checked {
  const result = v.safeParse(RecordOnWire, record, { abortEarly: true });
  if (result.success) {
    const { id, calculationType, occurredAt, inputs, revision } = result.output;
    const value = {
      id,
      calculationType,
      occurredAt: Date.parse(occurredAt),
      inputs: jsonText(inputs),
      revision: revision ?? 0,
    };
    return { ok: true, value };
  }
  const field = v.getDotPath(result.issues[0]) ?? '';
  const reason = REFUSALS.get(field) ?? 'malformed';
  return { ok: false, result: { id: idOf(record), answer: 'rejected', reason } };
}

const REFUSALS: ReadonlyMap<string, Refusal> = new Map([
  ['id', 'bad_id'],
  ['calculationType', 'unknown_type'],
  ['occurredAt', 'bad_time'],
  ['inputs', 'bad_inputs'],
]);

/** Echoes any text that the record has for an id, so that its sender can match the answer. */
function idOf(record: unknown): string | null {
  if (typeof record !== 'object' || record === null || !('id' in record)) return null;
  return typeof record.id === 'string' ? record.id.slice(0, 100) : null;
}

function jsonText(inputs: Readonly<Record<string, unknown>> | null | undefined): string | null {
  return inputs === null || inputs === undefined ? null : JSON.stringify(inputs);
}
