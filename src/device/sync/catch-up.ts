/**
 * Fetches the user's own events and holds the server to its earlier answers: the newest event here must still exist
 * there, and so must every head and record it has answered. If not, the server was restored from an older backup.
 */
import type { Head, StoredEvent } from '#core/points/events.ts';
import { readFacts } from '../store/facts.ts';
import {
  appendEvents,
  missingOf,
  noteRestored,
  type Promised,
  readEvents,
  readHead,
  readPromised,
  settleHeads,
} from '../store/ledger.ts';
import type { Facts } from '../store/rows.ts';
import { type Stop, type SyncContext, stopOf } from './context.ts';

const PAGE = 500;

/** Null if everything is here; `restored` if records went back to the outbox. */
export async function catchUp(context: SyncContext): Promise<Stop | 'restored' | null> {
  const { store, clock } = context;
  const facts = await readFacts(store);
  const promised = await readPromised(store);
  for (let head = promised.head; ; ) {
    const page = await fetchAfter(context, facts, head);
    if (page === 'diverged') return restoreFrom(context, facts, promised, head);
    if ('type' in page) return page;
    if (!(await appendEvents(store, facts.generation, head, page.events))) return null;
    head = page.events.at(-1) ?? head;
    if (head.seq >= page.head.seq) break;
  }
  const missing = await missingOf(store, promised);
  if (missing.upTo > 0 || missing.records.length > 0) {
    const { generation, head: common } = promised;
    const loss = {
      generation,
      commonSeq: common.seq,
      seenSeq: missing.upTo,
      records: missing.records,
      diverged: false,
    };
    await noteRestored(store, loss, clock.now());
    return 'restored';
  }
  await settleHeads(store, promised, clock.now());
  return null;
}

/** The events after `head`. The page starts with the event at `head` itself: its unchanged presence is the proof. */
async function fetchAfter(
  context: SyncContext,
  facts: Facts,
  head: Head,
): Promise<{ readonly events: readonly StoredEvent[]; readonly head: Head } | 'diverged' | Stop> {
  const after = Math.max(0, head.seq - 1);
  const answer = await context.api.call('ledger', {
    path: { id: context.userId },
    query: { after, limit: PAGE },
    generation: facts.generation,
  });
  if (!answer.ok) return stopOf(answer.failure, facts);
  const { events } = answer.value;
  const overlap = head.seq === 0 ? null : events[0];
  if (overlap !== null && (overlap?.seq !== head.seq || overlap.hash !== head.hash)) return 'diverged';
  const fresh = overlap === null ? events : events.slice(1);
  const inOrder = fresh.every(({ seq }, index) => seq === head.seq + 1 + index);
  const complete = fresh.length > 0 || answer.value.head.seq <= head.seq;
  if (!inOrder || !complete) {
    context.log('The server returned a ledger with gaps');
    return { type: 'waiting', retryAfterMs: null };
  }
  return { events: fresh, head: answer.value.head };
}

/** Finds the last event that both sides have. Equal hashes mean equal histories, so a binary search finds it. */
async function restoreFrom(
  context: SyncContext,
  facts: Facts,
  promised: Promised,
  head: Head,
): Promise<Stop | 'restored'> {
  let common = 0;
  let different = head.seq;
  while (different - common > 1) {
    const middle = Math.floor((common + different) / 2);
    const [mine] = await readEvents(context.store, middle - 1, 1);
    const found = await serverHas(context, facts, { seq: middle, hash: mine?.hash ?? null });
    if (typeof found !== 'boolean') return found;
    if (found) common = middle;
    else different = middle;
  }
  let { seq: seenSeq } = await readHead(context.store);
  // Heads whose events were never fetched: some are lost as well, others come from the restored server.
  for (const seen of promised.seenHeads) {
    const found = await serverHas(context, facts, seen);
    if (typeof found !== 'boolean') return found;
    if (!found) seenSeq = Math.max(seenSeq, seen.seq);
  }
  const { generation, unconfirmed: records } = promised;
  const loss = { generation, commonSeq: common, seenSeq, records, diverged: true };
  await noteRestored(context.store, loss, context.clock.now());
  return 'restored';
}

/** Whether the server has exactly this event. */
async function serverHas(
  { api, userId }: SyncContext,
  facts: Facts,
  { seq, hash }: { readonly seq: number; readonly hash: string | null },
): Promise<boolean | Stop> {
  const answer = await api.call('ledger', {
    path: { id: userId },
    query: { after: seq - 1, limit: 1 },
    generation: facts.generation,
  });
  if (!answer.ok) return stopOf(answer.failure, facts);
  const [theirs] = answer.value.events;
  return theirs?.seq === seq && theirs.hash === hash;
}
