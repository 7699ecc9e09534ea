/**
 * Edits on the device: outcomes of records and the account of the calculators. Every edit and its outbox entry are one
 * transaction.
 */
import { ACCOUNT_FIELDS, type TradeAccount } from '#core/calculators/trade-account.ts';
import type { EditsSaved, KeptEdit } from '#core/contract/edits.ts';
import {
  ACCOUNT_SUBJECT,
  type Edit,
  type EditStamp,
  type Edits,
  editFields,
  isNewerEdit,
  isSameEdit,
  valuesOf,
  withOffset,
} from '#core/edits.ts';
import { limitNote, OUTCOME_FIELDS, type TradeOutcome } from '#core/journal/outcome.ts';
import { changeFacts, factsOf } from './facts.ts';
import { type Reading, ROWS_PER_WRITE, type Store, type Writing } from './port.ts';
import type { EditsMark, Facts, OutboxRow } from './rows.ts';

const TABLES = ['records', 'settings', 'outbox', 'profile'] as const;
const NO_EDITS: Edits = {};
const FIRST = '7:edit:';
const LAST = '7:edit:~';

export function editEntry(subject: string): OutboxRow {
  return { key: `7:edit:${subject}`, kind: 'edit', subject };
}

export function accountOf({ accountEdits }: Facts): TradeAccount {
  return valuesOf(accountEdits, ACCOUNT_FIELDS);
}

/**
 * Other fields of the account stay.
 * @param stamp its `device` only counts if this device has no name yet.
 */
export function changeAccount(store: Store, change: Partial<TradeAccount>, stamp: EditStamp): Promise<void> {
  return changeEdits(store, ACCOUNT_SUBJECT, change, stamp);
}

/** Other fields of the outcome stay. A deleted record has none. */
export function changeOutcome(
  store: Store,
  id: string,
  { note, ...change }: Partial<TradeOutcome>,
  stamp: EditStamp,
): Promise<void> {
  const noted = note === undefined ? {} : { note: limitNote(note) };
  return changeEdits(store, id, { ...change, ...noted }, stamp);
}

/** Keeps a change of which only a copy outlived a reload. A field that was edited since stays. */
export function recoverEdits(
  store: Store,
  subject: string,
  change: Readonly<Record<string, string>>,
  stamp: EditStamp,
): Promise<void> {
  const fields: readonly string[] = subject === ACCOUNT_SUBJECT ? ACCOUNT_FIELDS : OUTCOME_FIELDS;
  return store.write(['records', 'settings', 'outbox'], async (writing) => {
    const here = (await editsOf(writing, subject)) ?? NO_EDITS;
    const lost = Object.entries(change).filter(
      ([field]) => fields.includes(field) && (here[field]?.at ?? 0) < stamp.at,
    );
    await editSubject(writing, subject, Object.fromEntries(lost), stamp);
  });
}

function changeEdits(
  store: Store,
  subject: string,
  change: Readonly<Record<string, string>>,
  stamp: EditStamp,
): Promise<void> {
  return store.write(['records', 'settings', 'outbox'], (writing) =>
    editSubject(writing, subject, change, stamp),
  );
}

/** Inside a transaction over records, settings and outbox. */
export async function editSubject(
  writing: Writing,
  subject: string,
  change: Readonly<Record<string, string>>,
  stamp: EditStamp,
): Promise<void> {
  const before = await editsOf(writing, subject);
  if (before === null) return;
  const device = (await factsOf(writing)).deviceName ?? stamp.device;
  const after = editFields(before, change, { ...stamp, device });
  if (after === before) return;
  await changeFacts(writing, { deviceName: device });
  await keepEdits(writing, subject, after);
  await writing.put('outbox', [editEntry(subject)]);
}

/** Null if the device does not have the record (any more). */
async function editsOf(reading: Reading, subject: string): Promise<Edits | null> {
  if (subject === ACCOUNT_SUBJECT) return (await factsOf(reading)).accountEdits;
  const row = await reading.get('records', subject);
  return row === undefined || row.deleted === 1 ? null : (row.outcome ?? NO_EDITS);
}

async function keepEdits(writing: Writing, subject: string, edits: Edits): Promise<void> {
  if (subject === ACCOUNT_SUBJECT) {
    await changeFacts(writing, { accountEdits: edits });
    return;
  }
  const row = await writing.get('records', subject);
  if (row !== undefined) await writing.put('records', [{ ...row, outcome: edits }]);
}

/** Edits without an answer: all that the device has of the subject. */
export interface UnsentEdits {
  readonly subject: string;
  readonly edits: Edits;
}

/** Those of an unsent record wait: the server keeps none of a record that it does not know. */
export function nextEdits(store: Store, limit: number): Promise<readonly UnsentEdits[]> {
  return store.read(TABLES, async (reading) => {
    const entries = await reading.list('outbox', { from: FIRST, to: LAST });
    const subjects = entries.flatMap((entry) => (entry.kind === 'edit' ? [entry.subject] : []));
    const unsent = await reading.getMany(
      'outbox',
      subjects.map((subject) => `4:record:${subject}`),
    );
    const ready = subjects.filter((_, index) => unsent[index] === undefined).slice(0, limit);
    const next: UnsentEdits[] = [];
    for (const subject of ready) next.push({ subject, edits: (await editsOf(reading, subject)) ?? NO_EDITS });
    return next;
  });
}

/**
 * Gives unsent edits their times by what the device now knows of the server's clock, before they are sent: a repetition has
 * the same. False if they have them.
 */
export async function correctTimes(
  store: Store,
  unsent: readonly UnsentEdits[],
  offset: number,
): Promise<boolean> {
  const isWrong = (edit: Edit) => withOffset(edit, offset) !== edit;
  const wrong = unsent.filter(({ edits }) => Object.values(edits).some(isWrong));
  if (wrong.length === 0) return false;
  await store.write(['records', 'settings'], async (writing) => {
    for (const { subject } of wrong) {
      const here = await editsOf(writing, subject);
      if (here === null) continue;
      const timed = Object.entries(here).map(([field, edit]) => [field, withOffset(edit, offset)] as const);
      await keepEdits(writing, subject, Object.fromEntries(timed));
    }
  });
  return true;
}

/**
 * Takes over the edits that the server keeps of those sent, unless the user edited again, or the data were deleted, meanwhile.
 * @param answer null if the server refused them: they stay on this device. If it says that the server was restored, call
 * `sendEditsAgain` next.
 */
export function acknowledgeEdits(
  store: Store,
  generation: number | null,
  sent: readonly UnsentEdits[],
  answer: EditsSaved | null,
): Promise<void> {
  return store.write(TABLES, async (writing) => {
    if ((await factsOf(writing)).generation !== generation) return;
    const ended: OutboxRow['key'][] = [];
    for (const { subject, edits } of sent) {
      const here = await editsOf(writing, subject);
      const kept = answer?.edits.filter((edit) => edit.subject === subject) ?? [];
      const settled = kept.filter(({ field }) => isSame(here?.[field], edits[field]));
      if (here !== null && settled.length > 0) await keepEdits(writing, subject, withKept(here, settled));
      const isUnchanged = Object.entries(here ?? NO_EDITS).every(([field, edit]) =>
        isSame(edit, edits[field]),
      );
      if (isUnchanged) ended.push(editEntry(subject).key);
    }
    await writing.remove('outbox', ended);
    if (answer?.isKnown) await noteSaved(writing, answer);
  });
}

function isSame(one: Edit | undefined, other: Edit | undefined): boolean {
  return one === undefined || other === undefined ? one === other : isSameEdit(one, other);
}

function withKept(edits: Edits, kept: readonly KeptEdit[]): Edits {
  const taken = kept.map(({ field, value, at, device }) => [field, { value, at: Date.parse(at), device }]);
  return { ...edits, ...Object.fromEntries(taken) };
}

/** If nothing else has changed since this device last asked, it need not ask for its own edits. */
async function noteSaved(writing: Writing, { edits, before }: EditsSaved): Promise<void> {
  const { editsMark } = await factsOf(writing);
  const newest = edits.toSorted((a, b) => a.change - b.change).at(-1);
  if (newest === undefined || newest.change <= (editsMark?.change ?? 0)) return;
  const { change, subject, field } = newest;
  const isAllHere = askedUpTo(editsMark) === before && change > before;
  const after = isAllHere ? change : askedUpTo(editsMark);
  await changeFacts(writing, { editsMark: { change, subject, field, after } });
  if (!isAllHere) return;
  const profile = await writing.get('profile', 'profile');
  if (profile !== undefined) await writing.put('profile', [{ ...profile, edits: change }]);
}

/**
 * Takes the edits of other devices. An edit made here, and unsent, stays until the server has judged it.
 * @param edits in the order of their changes. The device asks again from the first whose record it does not have yet.
 */
export async function takeEdits(
  store: Store,
  generation: number | null,
  edits: readonly KeptEdit[],
): Promise<void> {
  let isWhole = true;
  for (let i = 0; i < edits.length; i += ROWS_PER_WRITE) {
    const step = edits.slice(i, i + ROWS_PER_WRITE);
    isWhole = await store.write(TABLES, async (writing) => {
      if ((await factsOf(writing)).generation !== generation) return false;
      let reaches = isWhole;
      let after: number | null = null;
      for (const edit of step) {
        const isHere = await takeEdit(writing, edit);
        reaches &&= isHere;
        if (reaches) after = edit.change;
      }
      await noteTold(writing, step.at(-1), after);
      return reaches;
    });
  }
}

async function noteTold(writing: Writing, newest: KeptEdit | undefined, after: number | null): Promise<void> {
  const { editsMark } = await factsOf(writing);
  const known = newest === undefined || newest.change <= (editsMark?.change ?? 0) ? editsMark : newest;
  if (known === null) return;
  const { change, subject, field } = known;
  await changeFacts(writing, { editsMark: { change, subject, field, after: after ?? askedUpTo(editsMark) } });
}

/** Inside a transaction over settings. */
export async function askForAllEdits(writing: Writing): Promise<void> {
  const { editsMark } = await factsOf(writing);
  if (editsMark !== null) await changeFacts(writing, { editsMark: { ...editsMark, after: 0 } });
}

/** The change up to which this device has asked for all, 0 for none. */
export function askedUpTo(mark: EditsMark | null): number {
  return mark === null ? 0 : (mark.after ?? mark.change);
}

/** False if the record is not here. */
async function takeEdit(writing: Writing, kept: KeptEdit): Promise<boolean> {
  const { subject, field, value, device } = kept;
  const fields: readonly string[] = subject === ACCOUNT_SUBJECT ? ACCOUNT_FIELDS : OUTCOME_FIELDS;
  if (!fields.includes(field)) return true;
  const here = await editsOf(writing, subject);
  if (here === null) return (await writing.get('records', subject))?.deleted === 1;
  const edit = { value, at: Date.parse(kept.at), device };
  const own = here[field];
  const isUnsent = (await writing.get('outbox', editEntry(subject).key)) !== undefined;
  if (isUnsent && own !== undefined && (own.claim !== undefined || isNewerEdit(own, edit))) return true;
  await keepEdits(writing, subject, { ...here, [field]: edit });
  return true;
}

/** Sends every edit again, and asks for all: a restored server may have lost some. */
export async function sendEditsAgain(store: Store): Promise<void> {
  const noted = await store.read(['records'], (reading) =>
    reading.list('records', { where: ({ outcome, deleted }) => outcome !== undefined && deleted === 0 }),
  );
  const entries = noted.map(({ id }) => editEntry(id));
  for (let i = 0; i < entries.length; i += ROWS_PER_WRITE) {
    const step = entries.slice(i, i + ROWS_PER_WRITE);
    await store.write(['outbox'], (writing) => writing.put('outbox', step));
  }
  await store.write(['outbox', 'settings'], async (writing) => {
    const { accountEdits } = await changeFacts(writing, { editsMark: null });
    if (Object.keys(accountEdits).length > 0) await writing.put('outbox', [editEntry(ACCOUNT_SUBJECT)]);
  });
}
