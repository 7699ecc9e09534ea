/**
 * Homes are asked for the words of the messages that come next while one is being sent, so that a home that takes its time keeps
 * nobody else waiting. Asking changes nothing: what was asked and is forgotten in a crash is asked again.
 */
import type { Composed } from './messages.ts';
import type { Waiting } from './queue.ts';

export interface AskAhead {
  /** What becomes of a message whose turn it is, while those of the next ones are asked. */
  take(waiting: Waiting, next: readonly Waiting[]): Promise<Composed>;
}

interface Asked {
  /** When it was asked, milliseconds. */
  readonly at: number;
  readonly answer: Promise<Composed>;
}

/** What a user has changed is heard after so long at the latest, milliseconds. */
const LIFE_MS = 5_000;
/** Days and quiet hours begin and end with one, in every zone. */
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
      // One that has grown old is asked again when its turn has come, not before: nobody is asked over and over.
      for (const one of next) if (!asked.has(one.number)) begin(one, now);
      const numbers = new Set(next.map(({ number }) => number));
      for (const [number, one] of asked) {
        if (!numbers.has(number) && !isGood(one, now)) asked.delete(number);
      }
      return mine.answer;
    },
  };
}
