/** The user's own events as fetched: continuity, confirmation of records, and detection of a restored server. */
import type { KeptRecord } from '#core/contract/records.ts';
import { closingDayOf, DAY_MS } from '#core/points/days.ts';
import type { CalculationRecorded, Head, StoredEvent } from '#core/points/events.ts';
import { pointsFromWire } from '#core/points/format.ts';
import { readRecord } from '#core/points/record-fact.ts';
import { ZERO_HASH } from '#core/points/zero-hash.ts';
import type { KnownHead } from '#core/proof/told-restores.ts';
import { askForAllEdits, sendEditsAgain } from './edits.ts';
import { changeFacts, factsOf } from './facts.ts';
import { type Reading, ROWS_PER_WRITE, type Store, type Writing } from './port.ts';
import { proofsOf } from './proofs.ts';
import { newRow, recordEntry, sendHistoryAgain } from './records.ts';
import type { Facts, RecordRow } from './rows.ts';
import { sealAgain } from './sealed-plans.ts';
import { chooseSettingsAgain } from './settings.ts';

/** The newest event kept here. */
export async function headOf(reading: Reading): Promise<Head> {
  const [last] = await reading.list('events', { reverse: true, limit: 1 });
  return last === undefined ? { seq: 0, hash: ZERO_HASH } : { seq: last.seq, hash: last.hash };
}

export function readHead(store: Store): Promise<Head> {
  return store.read(['events'], headOf);
}

/**
 * The events that the server has already promised: unless it lost something, a fetch of the whole ledger must contain
 * them. Read this before asking.
 */
export interface Promised {
  /** The device's generation: a deletion since then has ended this ledger. */
  readonly generation: number | null;
  readonly head: Head;
  /** Above `head`. */
  readonly seenHeads: readonly Head[];
  /** Records that the server has answered, but that are not among the events up to `head`. */
  readonly unconfirmed: readonly string[];
}

export function readPromised(store: Store): Promise<Promised> {
  return store.read(['events', 'settings', 'records'], async (reading) => {
    const { generation, seenHeads } = await factsOf(reading);
    const unconfirmed = (await reading.list('records', { index: 'unconfirmed' })).map(({ id }) => id);
    return { generation, head: await headOf(reading), seenHeads, unconfirmed };
  });
}

export function readEvents(store: Store, after: number, limit: number): Promise<StoredEvent[]> {
  return store.read(['events'], (reading) => reading.list('events', { from: after + 1, limit }));
}

/**
 * Adds events that follow `head`. False if the events here no longer end at `head` (another tab added some), or if the
 * data were deleted meanwhile.
 */
export async function appendEvents(
  store: Store,
  generation: number | null,
  head: Head,
  events: readonly StoredEvent[],
): Promise<boolean> {
  let last = head;
  for (let i = 0; i < events.length; i += ROWS_PER_WRITE) {
    const step = events.slice(i, i + ROWS_PER_WRITE);
    const expected = last;
    const done = await store.write(['events', 'records', 'settings'], async (writing) => {
      const facts = await factsOf(writing);
      const here = await headOf(writing);
      const written = here.seq === step.at(-1)?.seq && here.hash === step.at(-1)?.hash;
      if (written) return true;
      if (facts.generation !== generation || here.hash !== expected.hash) return false;
      await writing.put('events', step);
      await confirmRecords(writing, step);
      return true;
    });
    if (!done) return false;
    last = step.at(-1) ?? last;
  }
  return true;
}

/** The ledger itself shows that a record counts, which overrides every other answer. */
async function confirmRecords(writing: Writing, events: readonly StoredEvent[]): Promise<void> {
  const calculations = events.flatMap((event) => {
    const data = calculationOf(event);
    return data === null ? [] : [{ event, data }];
  });
  const rows = await writing.getMany(
    'records',
    calculations.map(({ event }) => event.eventId),
  );
  const changed: RecordRow[] = [];
  for (const [index, { event, data }] of calculations.entries()) {
    const row = rows[index];
    if (row?.calculationType !== data.calculationType || row.occurredAt !== data.occurredAt) continue;
    const { unconfirmed: _, waitsUntil: __, ...rest } = row;
    changed.push({
      ...rest,
      state: 'counted',
      awarded: event.award,
      reason: data.reason,
      refusal: null,
      seq: event.seq,
    });
  }
  await writing.put('records', changed);
}

export function calculationOf(event: StoredEvent): CalculationRecorded['data'] | null {
  return event.type === 'CalculationRecorded.v1' ? (readRecord(event.data)?.data ?? null) : null;
}

/**
 * The promised records that are missing here, although a fresh answer has completed the events, and the highest missing
 * sequence number.
 */
export function missingOf(store: Store, promised: Promised): Promise<{ records: string[]; upTo: number }> {
  return store.read(['events', 'records', 'settings'], async (reading) => {
    // A deletion has emptied this store meanwhile.
    if ((await factsOf(reading)).generation !== promised.generation) return { records: [], upTo: 0 };
    const events = await reading.getMany(
      'events',
      promised.seenHeads.map(({ seq }) => seq),
    );
    const lostHeads = promised.seenHeads.filter(({ hash }, index) => events[index]?.hash !== hash);
    const rows = await reading.getMany('records', promised.unconfirmed);
    const lost = rows.flatMap((row) => (row?.unconfirmed === 1 ? [row] : []));
    const upTo = Math.max(0, ...lostHeads.map(({ seq }) => seq), ...lost.map(({ seq }) => seq ?? 0));
    return { records: lost.map(({ id }) => id), upTo };
  });
}

/** Removes the promised heads, now checked; heads that arrived meanwhile stay. Notes up to which event the ledger is known. */
export function settleHeads(store: Store, promised: Promised, now: number): Promise<void> {
  return store.write(['events', 'settings'], async (writing) => {
    const looked = new Set(promised.seenHeads.map(({ hash }) => hash));
    const facts = await factsOf(writing);
    const { seq } = await headOf(writing);
    await changeFacts(writing, {
      seenHeads: facts.seenHeads.filter(({ hash }) => !looked.has(hash)),
      ledgerAt: now,
      ...knownNow(facts, seq, now),
    });
  });
}

/** Those of ten days, and as many that restores took. */
const KNOWN_HEADS = 20;

/** The server has shown that it has this phone's events up to a number. */
export function knownNow(
  { knownHeads, serverOffset }: Facts,
  seq: number,
  now: number,
): Pick<Facts, 'knownHeads'> | Record<never, never> {
  // Only the server's clock says on which day a phone knew something.
  return serverOffset === null ? {} : { knownHeads: withHead(knownHeads, seq, now + serverOffset) };
}

function withHead(known: Facts['knownHeads'], seq: number, at: number): Facts['knownHeads'] {
  const day = closingDayOf(at);
  const isOfDay = (one: KnownHead) => one.day === day && one.lostAt === undefined;
  const before = known.find(isOfDay)?.seq ?? 0;
  const others = known.filter((one) => !isOfDay(one));
  return [...others, { day, seq: Math.max(before, seq) }].slice(-KNOWN_HEADS);
}

/** The part that a restored server has lost, as far as this device knows. */
export interface Loss {
  /** The device's generation when the loss was noticed: a deletion since then has ended the ledger that it is of. */
  readonly generation: number | null;
  /** The last event that both sides have. */
  readonly commonSeq: number;
  /** The newest sequence number this device has seen before the loss. */
  readonly seenSeq: number;
  /** Records that the server answered but that never appeared in the events. */
  readonly records: readonly string[];
  /** Whether the events here take another course after `commonSeq` and must therefore be removed. */
  readonly diverged: boolean;
}

/**
 * The server no longer has the events after `commonSeq`: their records return to the outbox, and the loss is noted for
 * good. If this is interrupted, it starts again when the loss is noticed again.
 */
export async function noteRestored(store: Store, loss: Loss, now: number): Promise<void> {
  const { ids, events } = await recordsLost(store, loss);
  for (let i = 0; i < ids.length; i += ROWS_PER_WRITE) {
    const step = ids.slice(i, i + ROWS_PER_WRITE);
    await store.write(['records', 'outbox', 'settings'], async (writing) => {
      if ((await factsOf(writing)).generation === loss.generation) await sendAgain(writing, step, events);
    });
  }
  await sendHistoryAgain(store);
  await sendEditsAgain(store);
  await sealAgain(store, loss.commonSeq);
  await store.write(['events', 'settings', 'outbox'], async (writing) => {
    const facts = await factsOf(writing);
    if (facts.generation !== loss.generation) return;
    const lostAt = (await proofsOf(writing))?.seenInLine ?? 0;
    if (loss.diverged) await writing.removeFrom('events', loss.commonSeq + 1);
    if (facts.language !== null && facts.languageChosen) {
      const { language, languageChosenAt } = facts;
      const chosenAt = languageChosenAt === null ? {} : { chosenAt: languageChosenAt };
      await writing.put('outbox', [{ key: '3:language', kind: 'language', language, ...chosenAt }]);
    }
    await chooseSettingsAgain(writing, facts);
    await changeFacts(writing, {
      seenHeads: [],
      knownHeads: facts.knownHeads.map((head) => (head.seq > loss.commonSeq ? { lostAt, ...head } : head)),
      historySeq: Math.min(facts.historySeq, loss.commonSeq),
      historyCursor: null,
      restored: [
        ...facts.restored,
        {
          noticedAt: now,
          commonSeq: loss.commonSeq,
          eventsLost: Math.max(0, loss.seenSeq - loss.commonSeq),
          recordsResent: ids.length,
        },
      ],
    });
  });
}

function recordsLost(
  store: Store,
  loss: Loss,
): Promise<{ ids: string[]; events: ReadonlyMap<string, StoredEvent> }> {
  return store.read(['events', 'records'], async (reading) => {
    const ids = new Set(loss.records);
    if (!loss.diverged) return { ids: [...ids], events: new Map() };
    const from = loss.commonSeq + 1;
    for (const { id } of await reading.list('records', { index: 'seq', from })) ids.add(id);
    const events = await reading.list('events', {
      from,
      where: ({ type }) => type === 'CalculationRecorded.v1',
    });
    for (const { eventId } of events) ids.add(eventId);
    return { ids: [...ids], events: new Map(events.map((event) => [event.eventId, event])) };
  });
}

async function sendAgain(
  writing: Writing,
  ids: readonly string[],
  events: ReadonlyMap<string, StoredEvent>,
): Promise<void> {
  const rows = await writing.getMany('records', ids);
  const changed: RecordRow[] = [];
  for (const [index, id] of ids.entries()) {
    const row = rows[index];
    const event = events.get(id);
    const data = event === undefined ? null : calculationOf(event);
    if (row !== undefined) {
      const { unconfirmed: _, waitsUntil: __, ...rest } = row;
      changed.push({ ...rest, state: 'pending', awarded: null, reason: null, refusal: null, seq: null });
    } else if (data !== null) {
      // It is sent again without inputs.
      changed.push({
        ...newRow(id, data.calculationType, data.occurredAt, null),
        deleted: 1,
        eventOnly: 1,
      });
    }
  }
  await writing.put('records', changed);
  await writing.put(
    'outbox',
    changed.map(({ id }) => recordEntry(id)),
  );
}

/** Merges the server's history, for a new or emptied device. Unsent records stay unchanged. */
export async function mergeHistory(
  store: Store,
  generation: number | null,
  records: readonly KeptRecord[],
): Promise<void> {
  for (let i = 0; i < records.length; i += ROWS_PER_WRITE) {
    const step = records.slice(i, i + ROWS_PER_WRITE);
    await store.write(['records', 'events', 'settings', 'outbox'], async (writing) => {
      if ((await factsOf(writing)).generation !== generation) return;
      const ids = step.map(({ id }) => id);
      const rows = await writing.getMany('records', ids);
      const events = await writing.getMany(
        'events',
        step.map(({ seq }) => seq),
      );
      const waiting = await writing.getMany(
        'outbox',
        ids.map((id) => recordEntry(id).key),
      );
      const changed: RecordRow[] = [];
      let isFound = false;
      for (const [index, kept] of step.entries()) {
        const row = rows[index];
        const isConfirmed = events[index]?.eventId === kept.id;
        if (row?.eventOnly === 1) {
          // Without inputs it may be one that the user deleted.
          if (kept.inputs === null) continue;
          changed.push(keptRow(kept, undefined, isConfirmed));
          isFound = true;
          continue;
        }
        if (waiting[index] !== undefined) continue;
        if (row !== undefined && (row.deleted === 1 || !brings(kept, row))) continue;
        changed.push(keptRow(kept, row, isConfirmed));
      }
      await writing.put('records', changed);
      // Their edits came while they were hidden.
      if (isFound) await askForAllEdits(writing);
    });
  }
}

/** Whether the server has a later revision, or the inputs that this one lacks. */
function brings(kept: KeptRecord, row: RecordRow): boolean {
  const fills = row.inputs === null && kept.inputs !== null && kept.revision === row.revision;
  return kept.revision > row.revision || fills;
}

function keptRow(kept: KeptRecord, known: RecordRow | undefined, confirmed: boolean): RecordRow {
  const { id, calculationType, occurredAt, inputs, revision, awarded, reason, seq } = kept;
  if (known !== undefined) return { ...known, inputs: inputs ?? known.inputs, revision };
  return {
    ...newRow(id, calculationType, Date.parse(occurredAt), inputs),
    revision,
    state: 'counted',
    awarded: pointsFromWire(awarded),
    reason,
    seq,
    ...(confirmed ? {} : { unconfirmed: 1 }),
  };
}

/** How long after an event another device may still bring the inputs of its record, which a restored server has lost. */
const INPUTS_LATE_MS = 30 * DAY_MS;

/** Of so many of the newest events. */
const INPUTS_LATE_EVENTS = 500;

/** Has the history asked for again, from the first of the newest records on that lacks inputs. */
export async function askForInputs(store: Store, now: number): Promise<void> {
  const first = await store.read(['records', 'events', 'settings'], async (reading) => {
    const { serverOffset } = await factsOf(reading);
    const since = now + (serverOffset ?? 0) - INPUTS_LATE_MS;
    const newest = await reading.list('events', { reverse: true, limit: INPUTS_LATE_EVENTS });
    const late = newest.filter(({ at, type }) => at > since && type === 'CalculationRecorded.v1');
    const rows = await reading.getMany(
      'records',
      late.map(({ eventId }) => eventId),
    );
    return late.findLast((_, index) => {
      const row = rows[index];
      return row !== undefined && lacksInputs(row);
    });
  });
  if (first === undefined) return;
  await store.write(['settings'], async (writing) => {
    const { historySeq } = await factsOf(writing);
    if (first.seq <= historySeq) await changeFacts(writing, { historySeq: first.seq - 1 });
  });
}

/** Also of a record that never had any, because the server refused them. */
function lacksInputs({ inputs, deleted, eventOnly }: RecordRow): boolean {
  return inputs === null && (deleted === 0 || eventOnly === 1);
}

/** The first event above `after` whose record, or its inputs, this device lacks; null if it has all. */
export async function firstUnknownRecord(store: Store, after: number): Promise<number | null> {
  for (let from = after; ; ) {
    const events = await readEvents(store, from, 500);
    const calculations = events.filter(({ type }) => type === 'CalculationRecorded.v1');
    const rows = await store.read(['records'], (reading) =>
      reading.getMany(
        'records',
        calculations.map(({ eventId }) => eventId),
      ),
    );
    const index = rows.findIndex((row) => row === undefined || lacksInputs(row));
    if (index >= 0) return calculations[index]?.seq ?? null;
    const last = events.at(-1);
    if (last === undefined) return null;
    from = last.seq;
  }
}
