/**
 * Sends records in batches. A record that the server cannot take never delays another: a refused batch is halved down
 * to the single record, and a record is only given up if the server answers everything but it.
 */
import { MAX_BATCH, type SyncBody } from '#core/contract/records.ts';
import { readFacts } from '../store/facts.ts';
import { acknowledgeRecords, type Judged, nextRecords, type Outgoing } from '../store/outbox.ts';
import { recordEntry, sendHistoryAgain } from '../store/records.ts';
import type { Facts } from '../store/rows.ts';
import type { Failure } from './api-client.ts';
import { adjustPace, isAtFault, type Stop, type SyncContext, stopOf } from './context.ts';

/** How many records may be put off at once before the server itself counts as failing. */
const MOST_PUT_OFF = 8;

/** Null once every record is answered. */
export async function sendRecords(context: SyncContext): Promise<Stop | null> {
  const { store, putOff } = context;
  const before = putOff.size;
  for (;;) {
    const batch = await nextRecords(store, MAX_BATCH, context.pace.batchBytes, putOff, context.clock.now());
    if (batch.length === 0) return putOff.size === 0 ? null : { type: 'put_off' };
    const stop = await sendHalving(context, batch);
    if (stop !== null) return stop;
    if (putOff.size > before + MOST_PUT_OFF) return { type: 'waiting', retryAfterMs: null };
  }
}

/** Continues until every record of the batch is answered or put off, or there is a reason to stop. */
async function sendHalving(context: SyncContext, batch: readonly Outgoing[]): Promise<Stop | null> {
  const waiting = [batch];
  let serverIsWell = false;
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const facts = await readFacts(context.store);
    const sent = await send(context, facts, part);
    if (sent === null) continue;
    if (!isAboutContent(sent)) return stopOf(sent, facts);
    if (part.length > 1) {
      const middle = Math.ceil(part.length / 2);
      waiting.push(part.slice(middle), part.slice(0, middle));
      continue;
    }
    if (!serverIsWell) {
      const empty = await send(context, facts, []);
      // The server may fail on a record before it checks whether the user's data were deleted.
      if (empty !== null) return stopOf(empty.type === 'refused' ? empty : sent, facts);
      serverIsWell = true;
    }
    const [record] = part;
    if (record === undefined) continue;
    const last = await withoutInputs(context, facts, record, sent);
    if (last === null) continue;
    if (!isAboutContent(last)) return stopOf(last, facts);
    await giveUp(context, facts, record, last);
  }
  return null;
}

/** Null if the server answered each record; otherwise the failure. */
async function send(context: SyncContext, facts: Facts, batch: readonly Outgoing[]): Promise<Failure | null> {
  const { api, clock, store, userId } = context;
  const body: SyncBody = {
    userId,
    known: facts.historyMark ?? 0,
    sentAt: new Date(clock.now()).toISOString(),
    records: batch.map(({ wire }) => wire),
  };
  const answer = await api.call('sync', { body, generation: facts.generation });
  const bytes = batch.reduce((sum, record) => sum + record.bytes, 0);
  if (batch.length > 0) adjustPace(context.pace, bytes, answer.ok ? null : answer.failure);
  if (!answer.ok) return answer.failure;
  const { results, profile, ...numbered } = answer.value;
  if (results.length !== batch.length) return { type: 'unreadable', status: 200 };
  const judged: Judged[] = [];
  for (const [index, { id, revision }] of batch.entries()) {
    const result = results[index];
    if (result !== undefined) judged.push({ id, revision, result });
  }
  const { generation } = facts;
  await acknowledgeRecords(store, { generation, now: clock.now(), numbered }, judged, profile);
  if (numbered.isKnown === false) await sendHistoryAgain(store);
  return null;
}

/** A single record fails while the server is well: its inputs may be at fault, so it is sent without them. */
async function withoutInputs(
  context: SyncContext,
  facts: Facts,
  { id, revision, wire, bytes }: Outgoing,
  failure: Failure,
): Promise<Failure | null> {
  if (wire.inputs === undefined) return failure;
  const { inputs: _, ...bare } = wire;
  // Without its number, so that the inputs can still follow.
  const sent = await send(context, facts, [{ id, revision, wire: { ...bare, revision: 0 }, bytes }]);
  if (sent === null) context.log(`The server took record ${id} only without its inputs`, failure);
  return sent;
}

/**
 * The server refuses this record even without inputs: it is not counted. A record that causes a server error is put
 * off.
 */
async function giveUp(
  context: SyncContext,
  facts: Facts,
  { id, revision }: Outgoing,
  failure: Failure,
): Promise<void> {
  if (!isAtFault(failure)) {
    context.putOff.add(recordEntry(id).key);
    return;
  }
  context.log(`The server refused record ${id}`, failure);
  await acknowledgeRecords(
    context.store,
    { generation: facts.generation, now: context.clock.now() },
    [{ id, revision, result: { answer: 'rejected', reason: 'malformed' } }],
    null,
  );
}

/** 400 and 413 reject the content; a 500 may come from one record that the server fails on. */
function isAboutContent(failure: Failure): boolean {
  return isAtFault(failure) || (failure.type === 'refused' && failure.status === 500);
}
