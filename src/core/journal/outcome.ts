/** What became of a calculated trade, as the user notes it. */

export const RESULTS = ['won', 'lost', 'break_even', 'skipped'] as const;
export type Result = (typeof RESULTS)[number];

/** Greatest length of a note, UTF-16 units. */
export const NOTE_LENGTH = 280;

/**
 * The note without what is too long, which goes before the caret, where it was typed or pasted. Never cut inside a character,
 * such as an emoji of several code points.
 */
export function limitNote(note: string, caret = note.length): string {
  if (note.length <= NOTE_LENGTH) return note;
  const rest = note.slice(caret);
  const end = NOTE_LENGTH - rest.length;
  if (end < 0) return limitNote(note);
  const cut = new Intl.Segmenter().segment(note).containing(end)?.index ?? 0;
  return note.slice(0, cut) + rest;
}

export const OUTCOME_FIELDS = ['result', 'exitPrice', 'note'] as const;

export interface TradeOutcome {
  /** Empty while the trade is open. */
  readonly result: Result | '';
  /** Plain digits, or empty. */
  readonly exitPrice: string;
  readonly note: string;
}

export const NO_OUTCOME: TradeOutcome = { result: '', exitPrice: '', note: '' };

/** The outcome of kept values. A result of a later version counts as none. */
export function readOutcome({
  result,
  exitPrice,
  note,
}: Partial<Readonly<Record<string, string>>>): TradeOutcome {
  return {
    result: RESULTS.find((known) => known === result) ?? '',
    exitPrice: exitPrice ?? '',
    note: note ?? '',
  };
}
