/** Records on the device: every change and its outbox entry are one transaction. */
import { type EditStamp, valuesOf } from '#core/edits.ts';
import { OUTCOME_FIELDS, readOutcome } from '#core/journal/outcome.ts';
import type { CalculationInputs, DeviceRecord, HistoryQuery, NewRecord } from '../model.ts';
import { editEntry, editSubject } from './edits.ts';
import { patchFacts } from './facts.ts';
import { type Reading, ROWS_PER_WRITE, type Store } from './port.ts';
import type { OutboxRow, RecordRow } from './rows.ts';

export function recordEntry(id: string): OutboxRow {
  return { key: `4:record:${id}`, kind: 'record', id };
}

export function eraseEntry(id: string): Extract<OutboxRow, { kind: 'erase' }> {
  return { key: `5:erase:${id}`, kind: 'erase', id };
}

export function asDeviceRecord(row: RecordRow): DeviceRecord {
  const { id, calculationType, occurredAt, inputs, revision, state, awarded, reason, refusal, seq } = row;
  const { waitsUntil, outcome } = row;
  return {
    id,
    calculationType,
    occurredAt,
    inputs: inputs ?? {},
    revision,
    state,
    awarded,
    reason,
    refusal,
    seq,
    ...(waitsUntil === undefined ? {} : { waitsUntil }),
    ...(outcome === undefined ? {} : { outcome: readOutcome(valuesOf(outcome, OUTCOME_FIELDS)) }),
  };
}

/** Keeps a record and its outbox entry. The same id again changes nothing. */
export function addRecord(store: Store, record: NewRecord, occurredAt: number): Promise<DeviceRecord> {
  return store.write(['records', 'outbox'], async (writing) => {
    const known = await writing.get('records', record.id);
    if (known !== undefined) return asDeviceRecord(known);
    const { id, calculationType, inputs } = record;
    const row = newRow(id, calculationType, occurredAt, inputs);
    await writing.put('records', [row]);
    await writing.put('outbox', [recordEntry(id)]);
    return asDeviceRecord(row);
  });
}

export function newRow(
  id: string,
  calculationType: RecordRow['calculationType'],
  occurredAt: number,
  inputs: CalculationInputs | null,
): RecordRow {
  return {
    id,
    calculationType,
    occurredAt,
    inputs,
    revision: 0,
    state: 'pending',
    awarded: null,
    reason: null,
    refusal: null,
    seq: null,
    deleted: 0,
  };
}

export function reviseRecord(store: Store, id: string, inputs: CalculationInputs): Promise<void> {
  return store.write(['records', 'outbox'], async (writing) => {
    const row = await writing.get('records', id);
    if (row === undefined || row.deleted === 1) return;
    if (JSON.stringify(row.inputs) === JSON.stringify(inputs)) return;
    await writing.put('records', [{ ...row, inputs, revision: row.revision + 1 }]);
    await writing.put('outbox', [recordEntry(id)]);
    // A revision brings back a record that another device deleted, and its outcome with it.
    if (row.outcome !== undefined) await writing.put('outbox', [editEntry(id)]);
  });
}

/** Erases the inputs here and on the server. The fact stays and counts: an unsent record is sent without inputs. */
export function deleteRecord(store: Store, id: string): Promise<void> {
  return store.write(['records', 'outbox'], async (writing) => {
    const row = await writing.get('records', id);
    if (row === undefined || row.deleted === 1) return;
    const { outcome: _, ...rest } = row;
    await writing.put('records', [{ ...rest, inputs: null, deleted: 1 }]);
    await writing.remove('outbox', [editEntry(id).key]);
    if (row.state !== 'pending') await writing.remove('outbox', [recordEntry(id).key]);
    await writing.put('outbox', [eraseEntry(id)]);
  });
}

/**
 * Sends every deletion and revision again, because a restored server may have lost some. What another device has revised since
 * then stays on the server.
 */
export async function sendHistoryAgain(store: Store): Promise<void> {
  const changed = await store.read(['records'], (reading) =>
    reading.list('records', { where: (row) => isDeletedHere(row) || isRevised(row) }),
  );
  for (let i = 0; i < changed.length; i += ROWS_PER_WRITE) {
    const ids = changed.slice(i, i + ROWS_PER_WRITE).map(({ id }) => id);
    await store.write(['records', 'outbox'], async (writing) => {
      const rows = (await writing.getMany('records', ids)).filter((row) => row !== undefined);
      const erased = rows.filter(isDeletedHere).map(({ id }): OutboxRow => ({ ...eraseEntry(id), again: 1 }));
      const waiting = await writing.getMany(
        'outbox',
        erased.map(({ key }) => key),
      );
      // A deletion that waits for its first answer stays as it is.
      const again = erased.filter((_, index) => waiting[index] === undefined);
      const revised = rows.filter(isRevised);
      // An outcome goes with a deleted record, and comes back with its revision.
      const noted = revised.filter(({ outcome }) => outcome !== undefined);
      await writing.put('outbox', [
        ...again,
        ...revised.map(({ id }) => recordEntry(id)),
        ...noted.map(({ id }) => editEntry(id)),
      ]);
    });
  }
  await patchFacts(store, { historyMark: null });
}

/** By the user. */
function isDeletedHere({ deleted, eventOnly }: RecordRow): boolean {
  return deleted === 1 && eventOnly === undefined;
}

function isRevised({ deleted, revision, state }: RecordRow): boolean {
  return deleted === 0 && revision > 0 && state === 'counted';
}

/** Undoes a deletion. Answers from the server since then stay. The outcome counts as noted again: other devices dropped it. */
export function restoreRecord(store: Store, record: DeviceRecord, stamp: EditStamp): Promise<void> {
  return store.write(['records', 'outbox', 'settings'], async (writing) => {
    const { id, calculationType, occurredAt, inputs, state, awarded, reason, refusal, seq } = record;
    const known = await writing.get('records', id);
    if (known?.deleted === 0) return;
    const kept = known ?? {
      ...newRow(id, calculationType, occurredAt, inputs),
      state,
      awarded,
      reason,
      refusal,
      seq,
    };
    const revision = Math.max(kept.revision, record.revision) + 1;
    await writing.put('records', [{ ...kept, inputs, revision, deleted: 0 }]);
    await writing.remove('outbox', [eraseEntry(id).key]);
    await writing.put('outbox', [recordEntry(id)]);
    if (record.outcome !== undefined) await editSubject(writing, id, { ...record.outcome }, stamp);
  });
}

export async function recordOf(reading: Reading, id: string): Promise<DeviceRecord | null> {
  const row = await reading.get('records', id);
  return row === undefined || row.deleted === 1 ? null : asDeviceRecord(row);
}

/** Newest first. */
export async function historyOf(reading: Reading, query: HistoryQuery): Promise<readonly DeviceRecord[]> {
  const wanted = query.search?.trim().toLowerCase() ?? '';
  const rows = await reading.list('records', {
    index: 'occurredAt',
    reverse: true,
    where: (row) =>
      row.deleted === 0 &&
      (query.calculationType === undefined || row.calculationType === query.calculationType) &&
      (wanted === '' || holds(row.inputs, wanted)),
    ...(query.limit === undefined ? {} : { limit: query.limit }),
  });
  return rows.map(asDeviceRecord);
}

/** Whether any value, at any depth, contains the number, or begins with the word: a coin, a direction. */
function holds(value: unknown, text: string): boolean {
  if (typeof value === 'object' && value !== null)
    return Object.values(value).some((part) => holds(part, text));
  if (value === null || value === undefined) return false;
  const said = String(value).toLowerCase();
  return /[a-z]/.test(text) ? said.startsWith(text) : said.includes(text);
}
