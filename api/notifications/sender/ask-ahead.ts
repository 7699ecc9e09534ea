/**
 * Asks ledger hosts for the texts of the next messages while one is being sent, so that a slow host does not delay other
 * users. Asking changes nothing, so questions lost in a crash are simply asked again.
 */
import type { Composed } from './messages.ts';
import type { Waiting } from './queue.ts';

export interface AskAhead {
  /** The text of the message whose turn it is; asks for those of the next ones meanwhile. */
  take(waiting: Waiting, next: readonly Waiting[]): Promise<Composed>;
}

interface Asked {
  /** When it was asked, milliseconds. */
  readonly at: number;
  readonly answer: Promise<Composed>;
}

/** The age up to which an answer is used, so a user's change takes effect within this time, milliseconds. */
const LIFE_MS = 5_000;
/** Days and quiet hours begin and end at a quarter of an hour, in every zone. */
const QUARTER_MS = 15 * 60_000;

/** @param ask never rejects. */
export function askAhead(clock: { now(): number }, ask: (waiting: Waiting) => Promise<Composed>): AskAhead {
  const asked = new Map<number, Asked>();

  function isGood({ at }: Asked, now: number): boolean {
    const isYoung = now >= at && now - at < LIFE_MS;
    return isYoung && Math.floor(now / QUARTER_MS) === Math.floor(at / QUARTER_MS);
  }

  function begin(waiting: Waiting, now: number): Asked {
    const begun = { at: now, answer: ask(waiting) };
    asked.set(waiting.number, begun);
    return begun;
  }

  return {
    take(waiting, next) {
      const now = clock.now();
      const known = asked.get(waiting.number);
      const mine = known !== undefined && isGood(known, now) ? known : begin(waiting, now);
      asked.delete(waiting.number);
      // An answer that grew old is asked again only when its turn comes, so that a host is not asked over and over.
      for (const one of next) if (!asked.has(one.number)) begin(one, now);
      const numbers = new Set(next.map(({ number }) => number));
      for (const [number, one] of asked) {
        if (!numbers.has(number) && !isGood(one, now)) asked.delete(number);
      }
      return mine.answer;
    },
  };
}
