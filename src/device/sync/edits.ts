/** Sends outcomes and account to the server, and fetches those of the user's other devices. */
import type { EditOnWire, EditsBody } from '#core/contract/edits.ts';
import {
  acknowledgeEdits,
  askedUpTo,
  correctTimes,
  nextEdits,
  sendEditsAgain,
  takeEdits,
  type UnsentEdits,
} from '../store/edits.ts';
import { readFacts } from '../store/facts.ts';
import { profileOf } from '../store/profile.ts';
import type { EditsMark } from '../store/rows.ts';
import { isAtFault, type Stop, type SyncContext, stopOf } from './context.ts';

/** A record has three fields and the account six: together less than `MAX_EDITS`. */
const MOST_SUBJECTS = 60;

/** Null once every edit is answered. */
export async function sendEdits(context: SyncContext): Promise<Stop | null> {
  const { api, store, log } = context;
  let atOnce = MOST_SUBJECTS;
  for (;;) {
    const facts = await readFacts(store);
    const sent = await nextEdits(store, atOnce);
    if (sent.length === 0) return null;
    const offset = facts.serverOffset ?? 0;
    if (await correctTimes(store, sent, offset)) continue;
    const answer = await api.call('saveEdits', {
      body: bodyOf(context, sent, offset, facts.editsMark),
      generation: facts.generation,
    });
    if (!answer.ok && !isAtFault(answer.failure)) {
      const stop = stopOf(answer.failure, facts);
      // Edits on which the server fails delay nothing.
      return stop.type === 'waiting' && stop.retryAfterMs === null ? { type: 'put_off' } : stop;
    }
    if (!answer.ok && sent.length > 1) {
      // One refused edit holds up no other.
      atOnce = 1;
      continue;
    }
    if (!answer.ok) log('The server refused an edit', answer.failure);
    await acknowledgeEdits(store, facts.generation, sent, answer.ok ? answer.value : null);
    if (answer.ok && !answer.value.isKnown) await sendEditsAgain(store);
  }
}

function bodyOf(
  { userId, clock }: SyncContext,
  sent: readonly UnsentEdits[],
  offset: number,
  mark: EditsMark | null,
): EditsBody {
  const edits = sent.flatMap(({ subject, edits }) =>
    Object.entries(edits).map(([field, { value, at, device, claim }]) => ({
      subject,
      field,
      value,
      at: onWire(at),
      device,
      ...(claim !== undefined && { over: onWire(claim.over) }),
    })),
  );
  // The store keeps fields of the contract only.
  return {
    userId,
    sentAt: onWire(clock.now() + offset),
    ...(mark !== null && { known: { change: mark.change, subject: mark.subject, field: mark.field } }),
    edits: edits as EditOnWire[],
  };
}

function onWire(time: number): string {
  return new Date(time).toISOString();
}

/** Asks only if the profile shows another newest change than the one known here. */
export async function refreshEdits(context: SyncContext): Promise<Stop | null> {
  const { api, store, userId } = context;
  const facts = await readFacts(store);
  const shown = (await store.read(['profile'], profileOf))?.edits ?? 0;
  let mark = facts.editsMark;
  let after = askedUpTo(mark);
  if (shown === (mark?.change ?? 0) && after === shown) return null;
  for (;;) {
    const query = {
      after,
      ...(mark !== null && { known: mark.change, subject: mark.subject, field: mark.field }),
    };
    const answer = await api.call('edits', { path: { id: userId }, query, generation: facts.generation });
    if (!answer.ok) return stopOf(answer.failure, facts);
    const { edits, isComplete, isKnown } = answer.value;
    if (mark !== null && !isKnown) {
      await sendEditsAgain(store);
      mark = null;
      after = 0;
      continue;
    }
    await takeEdits(store, facts.generation, edits);
    const last = edits.at(-1);
    if (isComplete || last === undefined || last.change <= after) return null;
    after = last.change;
  }
}
