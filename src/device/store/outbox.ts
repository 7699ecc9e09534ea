/**
 * The outbox: chooses the next command, and removes commands when the server answers. Nothing leaves it without an
 * answer.
 */

import { MAX_INPUTS_BYTES, utf8Length } from '#core/contract/primitives.ts';
import type { RecordDeleted, RecordOnWire, RecordResult } from '#core/contract/records.ts';
import type { ProfileRecord, RegisterAnswer } from '#core/contract/user.ts';
import type { Language } from '#core/languages.ts';
import { DAY_MS } from '#core/points/days.ts';
import { COUNT_REASONS, type CountReason } from '#core/points/events.ts';
import { pointsFromWire } from '#core/points/format.ts';
import {
  changeFacts,
  factsOf,
  forgotDeletion,
  knowsOnboarding,
  requestOnboarding,
  wipeAll,
} from './facts.ts';
import { type Reading, ROWS_PER_WRITE, type Store, type Writing } from './port.ts';
import { saveProfile } from './profile.ts';
import { eraseEntry, recordEntry } from './records.ts';
import { type OutboxRow, type RecordRow, TABLE_NAMES } from './rows.ts';

/** The next command to send, apart from records and erasures. */
export async function nextCommand(
  store: Store,
  skipped: ReadonlySet<string>,
): Promise<Extract<OutboxRow, { kind: 'delete' | 'register' | 'onboarding' | 'language' }> | null> {
  const [row] = await store.read(['outbox'], (reading) =>
    reading.list('outbox', { to: '4', where: ({ key }) => !skipped.has(key), limit: 1 }),
  );
  if (
    row === undefined ||
    row.kind === 'record' ||
    row.kind === 'erase' ||
    row.kind === 'settings' ||
    row.kind === 'edit' ||
    row.kind === 'seal'
  )
    return null;
  return row;
}

/** How many commands have no answer, and how many of them are records. Runs inside a transaction over the outbox. */
export async function waitingOf(reading: Reading): Promise<{ pending: number; pendingRecords: number }> {
  const pending = await reading.count('outbox');
  // Count the few others: there may be thousands of records.
  const before = await reading.list('outbox', { to: '4' });
  const after = await reading.list('outbox', { from: '5' });
  return { pending, pendingRecords: pending - before.length - after.length };
}

/** A record to send, with the revision that its answer will refer to. */
export interface Outgoing {
  readonly id: string;
  readonly revision: number;
  readonly wire: RecordOnWire;
  /** The size of `wire` as JSON. */
  readonly bytes: number;
}

/** Whether the server has said that it takes this record only on a later day. */
function isHeldBack(row: OutboxRow, now: number): boolean {
  return row.kind === 'record' && row.until !== undefined && row.until > now && row.until <= now + DAY_MS;
}

/** The oldest unanswered records that may be sent now, as many as fit a batch. */
export async function nextRecords(
  store: Store,
  limit: number,
  maxBytes: number,
  skipped: ReadonlySet<string>,
  now: number,
): Promise<readonly Outgoing[]> {
  const rows = await store.read(['outbox', 'records'], async (reading) => {
    const entries = await reading.list('outbox', {
      from: '4:record:',
      to: '4:record:~',
      where: (row) => !skipped.has(row.key) && !isHeldBack(row, now),
      limit,
    });
    return reading.getMany(
      'records',
      entries.flatMap((entry) => (entry.kind === 'record' ? [entry.id] : [])),
    );
  });
  const batch: Outgoing[] = [];
  let total = 0;
  for (const row of rows) {
    if (row === undefined) continue;
    const outgoing = outgoingOf(row);
    if (batch.length > 0 && total + outgoing.bytes > maxBytes) break;
    total += outgoing.bytes + 1;
    batch.push(outgoing);
  }
  return batch;
}

/** The server would refuse oversized inputs, so they stay on the device; the record counts without them. */
function outgoingOf({ id, calculationType, occurredAt, inputs, revision, deleted }: RecordRow): Outgoing {
  const bare = { id, calculationType, occurredAt: new Date(occurredAt).toISOString() };
  // A deleted record must not come back before its deletion is sent.
  const open = { ...bare, revision: deleted === 1 ? 0 : revision };
  const fits = inputs !== null && utf8Length(JSON.stringify(inputs)) <= MAX_INPUTS_BYTES;
  const wire = fits ? { ...open, inputs } : open;
  return { id, revision, wire, bytes: utf8Length(JSON.stringify(wire)) };
}

/** A deleted record. */
export interface Erasure {
  readonly id: string;
  /** The revision that the user deleted. */
  readonly upTo: number;
}

/** Records to erase. An unsent record waits: the server would ignore the erasure of a record that it does not know. */
export function nextErasures(
  store: Store,
  limit: number,
  skipped: ReadonlySet<string>,
): Promise<readonly Erasure[]> {
  return store.read(['outbox', 'records'], async (reading) => {
    const entries = await reading.list('outbox', {
      from: '5:erase:',
      to: '5:erase:~',
      where: ({ key }) => !skipped.has(key),
    });
    const ids = entries.flatMap((entry) => (entry.kind === 'erase' ? [entry.id] : []));
    const unsent = await reading.getMany(
      'outbox',
      ids.map((id) => recordEntry(id).key),
    );
    const ready = ids.filter((_, index) => unsent[index] === undefined).slice(0, limit);
    const rows = await reading.getMany('records', ready);
    return ready.map((id, index) => ({ id, upTo: rows[index]?.revision ?? 0 }));
  });
}

/** The context of an answer. If another deletion is known by now, the answer is about data that are gone. */
export interface AnswerContext {
  readonly generation: number | null;
  /** The device's clock when the answer arrived. */
  readonly now: number;
  /** What it says of the server's numbers of deletions and revisions. */
  readonly numbered?: Numbered;
}

export type Numbered = Pick<RecordDeleted, 'change' | 'isKnown'>;

/** A number that the server never gave stays until everything was queued again, also if the app ends before. */
async function keepMark(writing: Writing, { change, isKnown }: Numbered): Promise<void> {
  if (change !== undefined && isKnown !== false) await changeFacts(writing, { historyMark: change });
}

/** Handles the answer to a registration. A deletion that this device did not know of erases its data. */
export function acknowledgeRegistration(
  store: Store,
  context: AnswerContext,
  launchData: string,
  answer: RegisterAnswer,
): Promise<void> {
  return store.write(TABLE_NAMES, async (writing) => {
    let facts = await factsOf(writing);
    if (facts.generation !== context.generation) return;
    if (await forgotDeletion(writing, answer.generation, answer.isNewUser)) {
      await writing.remove('outbox', ['1:register']);
      return;
    }
    facts = await factsOf(writing);
    if (facts.generation !== null && answer.generation > facts.generation) {
      await wipeAll(writing, facts);
      facts = await factsOf(writing);
    }
    // No new deletion, and yet a new user: the server was restored from before the onboarding.
    const forgotten = answer.isNewUser && facts.generation === answer.generation && knowsOnboarding(facts);
    if (forgotten) await requestOnboarding(writing);
    await writing.remove('outbox', ['1:register']);
    const isNewUser = answer.isNewUser && !forgotten;
    // After a deletion, nothing that names the user is kept: the next start registers again.
    const isErasure = answer.generation > 0 && isNewUser && !facts.completedHere;
    await changeFacts(writing, {
      registeredWith: isErasure ? null : launchData,
      ...(isErasure ? { launchData: null, firstLaunch: null } : {}),
      ...(answer.deletionProof === undefined ? {} : { deletionProof: answer.deletionProof }),
      generation: answer.generation,
      isNewUser,
    });
    await saveProfile(writing, answer.profile, context.now);
  });
}

export function acknowledgeOnboarding(
  store: Store,
  context: AnswerContext,
  profile: ProfileRecord,
): Promise<void> {
  return store.write(['outbox', 'settings', 'profile', 'events'], async (writing) => {
    const facts = await factsOf(writing);
    if (facts.generation !== context.generation) return;
    if (await forgotDeletion(writing, profile.generation)) return;
    await writing.remove('outbox', ['2:onboarding']);
    await changeFacts(writing, { isNewUser: false, generation: profile.generation });
    await saveProfile(writing, profile, context.now);
  });
}

export type DeletionAgain = Extract<OutboxRow, { kind: 'delete' }>;

/**
 * Handles the answer to a deletion that a restored server had lost. A new registration then fetches the current state.
 * @param outcome the number of deletions now; `done` if the data were deleted before: another device was faster, or the
 * answer to an earlier try was lost; `unknown_user` if the server has lost the user too, and with them the data.
 */
export function acknowledgeDeletion(
  store: Store,
  command: DeletionAgain,
  outcome: number | 'done' | 'unknown_user',
): Promise<void> {
  return store.write(['settings', 'outbox'], async (writing) => {
    const { generation } = await factsOf(writing);
    await writing.remove('outbox', [command.key]);
    await writing.put('outbox', [{ key: '1:register', kind: 'register' }]);
    // The registration says whether there are more.
    if (outcome === 'done') await changeFacts(writing, { deletionsSeen: command.generation + 1 });
    else if (typeof outcome === 'number') {
      await changeFacts(writing, {
        deletionsSeen: outcome,
        generation: generation === null ? null : outcome,
      });
    }
  });
}

/** Whether a repeated deletion of the user's data is queued. */
export async function hasDeletion(store: Store): Promise<boolean> {
  const row = await store.read(['outbox'], (reading) => reading.get('outbox', '0:delete'));
  return row !== undefined;
}

export type LanguageChoice = Extract<OutboxRow, { kind: 'language' }>;

/**
 * The chosen language to send; null if there is none. A language chosen from now on counts as chosen later.
 * @param now by the device's clock, milliseconds.
 */
export function beginLanguage(store: Store, now: number): Promise<LanguageChoice | null> {
  return store.write(['settings', 'outbox'], async (writing) => {
    const entry = await writing.get('outbox', '3:language');
    if (entry?.kind !== 'language') return null;
    await changeFacts(writing, { languageSentAt: now });
    return entry;
  });
}

/**
 * Ends the command, unless the user chose a language again meanwhile.
 * @param stays the language that the server answered: another device may have chosen later. Null if it refused.
 */
export function acknowledgeLanguage(
  store: Store,
  sent: LanguageChoice,
  stays: Language | null,
): Promise<void> {
  return store.write(['settings', 'outbox'], async (writing) => {
    const entry = await writing.get('outbox', sent.key);
    if (entry?.kind !== 'language') return;
    if (entry.language !== sent.language || entry.chosenAt !== sent.chosenAt) return;
    await writing.remove('outbox', [entry.key]);
    if (stays !== null && stays !== sent.language)
      await changeFacts(writing, { language: stays, languageChosen: false, languageChosenAt: null });
  });
}

/**
 * Ends the deletion of a record, unless the user undid it meanwhile. A first deletion also takes a later revision, in a second
 * call. A repeated one leaves it.
 * @param answer null if the server does not know the record. If it says that the server was restored, call `sendHistoryAgain`
 * next.
 */
export function acknowledgeErasure(
  store: Store,
  generation: number | null,
  { id, upTo }: Erasure,
  answer: RecordDeleted | null,
): Promise<void> {
  return store.write(['outbox', 'records', 'settings'], async (writing) => {
    if ((await factsOf(writing)).generation !== generation) return;
    const { later } = answer ?? {};
    if (answer !== null) await keepMark(writing, answer);
    const { key } = eraseEntry(id);
    const [entry] = await writing.getMany('outbox', [key]);
    const row = await writing.get('records', id);
    // Undone, and perhaps deleted again.
    if (row !== undefined && row.revision !== upTo) return;
    if (
      row !== undefined &&
      later !== undefined &&
      later > upTo &&
      entry?.kind === 'erase' &&
      entry.again === undefined
    )
      await writing.put('records', [{ ...row, revision: later }]);
    else await writing.remove('outbox', [key]);
  });
}

/** The server's result for one record, sent at this revision. */
export interface Judged {
  readonly id: string;
  readonly revision: number;
  readonly result: Omit<RecordResult, 'id'>;
}

/** Every answer but `too_many_today` removes the record from the outbox, unless it was revised meanwhile. */
export async function acknowledgeRecords(
  store: Store,
  context: AnswerContext,
  judged: readonly Judged[],
  profile: ProfileRecord | null,
): Promise<void> {
  for (let i = 0; i < judged.length || i === 0; i += ROWS_PER_WRITE) {
    const step = judged.slice(i, i + ROWS_PER_WRITE);
    await store.write(['outbox', 'records', 'events', 'settings', 'profile'], async (writing) => {
      const facts = await factsOf(writing);
      if (facts.generation !== context.generation) return;
      await acknowledgeStep(writing, step, context.now, facts.serverOffset ?? 0);
      if (context.numbered !== undefined) await keepMark(writing, context.numbered);
      if (profile !== null && i === 0) await saveProfile(writing, profile, context.now);
    });
  }
}

/** @param offset milliseconds to add to this device's clock for the server's. */
async function acknowledgeStep(
  writing: Writing,
  judged: readonly Judged[],
  now: number,
  offset: number,
): Promise<void> {
  const rows = await writing.getMany(
    'records',
    judged.map(({ id }) => id),
  );
  const seen = await writing.getMany(
    'events',
    judged.map(({ result }) => result.seq ?? 0),
  );
  const waiting = await writing.getMany(
    'outbox',
    judged.map(({ id }) => recordEntry(id).key),
  );
  const changed: RecordRow[] = [];
  const ended: string[] = [];
  const heldBack: OutboxRow[] = [];
  for (const [index, { id, revision, result }] of judged.entries()) {
    const row = rows[index];
    if (result.answer === 'too_many_today') {
      const until = heldBackUntil(result, now, offset);
      if (row !== undefined && row.state !== 'counted') changed.push({ ...row, waitsUntil: until });
      if (waiting[index] !== undefined) heldBack.push({ key: `4:record:${id}`, kind: 'record', id, until });
      continue;
    }
    if (row === undefined || row.revision === revision || row.deleted === 1) ended.push(recordEntry(id).key);
    if (row !== undefined) changed.push(afterAnswer(row, result, seen[index]?.eventId === id));
  }
  await writing.put('records', changed);
  await writing.put('outbox', heldBack);
  await writing.remove('outbox', ended);
}

/** The server's time by this device's clock, limited to plausible values: a day ends within a day. */
function heldBackUntil({ retryAt }: Omit<RecordResult, 'id'>, now: number, offset: number): number {
  const until = retryAt === undefined ? now + SOON_MS : Date.parse(retryAt) - offset;
  return Math.min(Math.max(until, now + SOON_MS), now + DAY_MS);
}

const SOON_MS = 10 * 60_000;

function afterAnswer(row: RecordRow, result: Omit<RecordResult, 'id'>, confirmed: boolean): RecordRow {
  if (result.answer === 'recorded' || result.answer === 'duplicate') {
    const { unconfirmed: _, waitsUntil: __, ...rest } = row;
    return {
      ...rest,
      state: 'counted',
      awarded: result.awarded === undefined ? row.awarded : pointsFromWire(result.awarded),
      reason: isCountReason(result.reason) ? result.reason : row.reason,
      refusal: null,
      seq: result.seq ?? row.seq,
      ...(confirmed ? {} : { unconfirmed: 1 }),
    };
  }
  // A later revision may be refused, but a counted record stays counted.
  if (row.state === 'counted') return row;
  const refusal = result.answer === 'conflict' ? 'conflict' : (result.reason ?? 'malformed');
  const { waitsUntil: _, ...rest } = row;
  return { ...rest, state: 'not_counted', awarded: null, reason: null, refusal, seq: null };
}

function isCountReason(reason: string | undefined): reason is CountReason {
  return (COUNT_REASONS as readonly (string | undefined)[]).includes(reason);
}
