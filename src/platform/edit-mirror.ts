/**
 * Copies in localStorage of edits that the database does not have yet, written before the keystroke's handler returns: a
 * reload of the web view aborts a running database write, but not these.
 */
import { prefixOf } from './draft-mirror.ts';

type Change = Readonly<Record<string, string>>;

export interface MirroredEdit {
  /** `account`, or a record's id. */
  readonly subject: string;
  readonly change: Change;
  /** By the device's clock. */
  readonly at: number;
}

export function mirrorEdit(userId: number, edit: MirroredEdit): void {
  attempt(() => localStorage.setItem(nameOf(userId, edit), textOf(edit)));
}

/** A copy that another tab has written since stays. */
export function dropEditMirror(userId: number, edit: MirroredEdit): void {
  const name = nameOf(userId, edit);
  attempt(() => {
    if (localStorage.getItem(name) === textOf(edit)) localStorage.removeItem(name);
  });
}

export function readEditMirrors(userId: number): readonly MirroredEdit[] {
  const found: MirroredEdit[] = [];
  attempt(() => {
    const start = nameOf(userId, { subject: '' });
    for (const name of Object.keys(localStorage).filter((one) => one.startsWith(start))) {
      const edit = readOne(name.slice(start.length), localStorage.getItem(name) ?? '');
      if (edit === null) localStorage.removeItem(name);
      else found.push(edit);
    }
  });
  return found;
}

/** Null if it is damaged. */
function readOne(subject: string, text: string): MirroredEdit | null {
  try {
    const { change, at } = JSON.parse(text) as Partial<MirroredEdit>;
    const isWhole =
      typeof change === 'object' && Object.values(change).every((value) => typeof value === 'string');
    return isWhole && Number.isSafeInteger(at) ? { subject, change, at: at as number } : null;
  } catch {
    // Written by nothing of this app.
    return null;
  }
}

function textOf({ change, at }: MirroredEdit): string {
  return JSON.stringify({ change, at });
}

function nameOf(userId: number, { subject }: Pick<MirroredEdit, 'subject'>): string {
  return `${prefixOf(userId)}edit:${subject}`;
}

/** Storage that the browser refuses, or that is full, keeps no copy. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    console.warn('Cannot use the mirror of edits', error);
  }
}
