/**
 * The messaging app during a day of notifications: it blocks, limits and fails, and the network loses calls and
 * answers. It remembers what users saw, and which calls have an unknown outcome.
 */
import type { Chance } from './chance.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Shown {
  readonly at: number;
  readonly userId: number;
  readonly text: string;
}

export interface TellingService {
  /** What users saw, in order. */
  readonly shown: readonly Shown[];
  /** User and text of calls whose answer reached no living process. */
  readonly unanswered: ReadonlySet<string>;
  readonly calls: () => number;
  /** How often the sender restarted during a pause. */
  readonly restartsInPauses: () => number;
  /** How often it was asked to pause for minutes. */
  readonly longPauses: () => number;
  readonly violations: readonly string[];
  readonly blocked: Set<number>;
  /** The user allows messages again. */
  unblock(userId: number): void;
  /** The network as a process sees it. @param breathe false once that process is dead. */
  fetchOf(breathe: () => boolean): typeof fetch;
}

export interface TellingServiceOptions {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly isTroubled: () => boolean;
}

/** A refusal counts as seen if the process that received it lived on for this long, milliseconds. */
const SEEN_MS = 2_000;

export function keyOf(userId: number, text: string): string {
  return `${userId}: ${text}`;
}

export function tellingService({ time, chance, isTroubled }: TellingServiceOptions): TellingService {
  const shown: Shown[] = [];
  const unanswered = new Set<string>();
  const violations: string[] = [];
  const blocked = new Set<number>();
  const refused = new Set<number>();
  let calls = 0;
  let restartsInPauses = 0;
  let longPauses = 0;
  let limitedUntil = 0;
  /** Until when a living sender has been asked to wait. */
  let toldUntil = 0;
  const strikes = (probability: number) => isTroubled() && chance.happens(probability);
  const pause = (ms: number) => new Promise<void>((resolve) => void time.after(chance.wait(ms), resolve));

  function no(status: number, description: string, more: object = {}): Response {
    return Response.json({ ok: false, error_code: status, description, ...more }, { status });
  }

  /** Seconds, or minutes. */
  function pauseS(): number {
    if (chance.happens(0.5)) return chance.between(1, 20);
    longPauses += 1;
    return chance.between(60, 600);
  }

  function answer(userId: number, text: string): Response {
    calls += 1;
    if (refused.has(userId)) violations.push(`user ${userId} was written to after a refusal`);
    if (time.now() < toldUntil)
      violations.push(`a call came ${toldUntil - time.now()} ms before a pause was over`);
    if (time.now() < limitedUntil || strikes(0.04)) {
      if (time.now() >= limitedUntil) limitedUntil = time.now() + pauseS() * 1_000;
      const retryAfter = Math.ceil((limitedUntil - time.now()) / 1_000);
      return no(429, 'Too Many Requests', { parameters: { retry_after: retryAfter } });
    }
    if (strikes(0.01)) return no(500, 'Internal Server Error');
    if (blocked.has(userId)) return no(403, 'Forbidden: bot was blocked by the user');
    shown.push({ at: time.now(), userId, text });
    return Response.json({ ok: true, result: { message_id: shown.length, text } });
  }

  return {
    shown,
    unanswered,
    violations,
    blocked,
    calls: () => calls,
    restartsInPauses: () => restartsInPauses,
    longPauses: () => longPauses,
    unblock(userId) {
      blocked.delete(userId);
      refused.delete(userId);
    },
    fetchOf(breathe) {
      if (time.now() < toldUntil) restartsInPauses += 1;
      return call(breathe);
    },
  };

  function call(breathe: () => boolean): typeof fetch {
    return async (_url, init) => {
      const { chat_id: userId, text } = JSON.parse(String(init?.body)) as { chat_id: number; text: string };
      const lost = (why: string) => {
        unanswered.add(keyOf(userId, text));
        return new TypeError(why);
      };
      if (!breathe()) throw lost('The process died before the call left');
      await pause(15);
      if (strikes(0.004)) throw lost('connect timeout');
      const response = answer(userId, text);
      await pause(15);
      if (!breathe()) throw lost('The process died before the answer came');
      if (strikes(0.004)) throw lost('socket hang up');
      if (strikes(0.003)) {
        lost('half an answer');
        return new Response((await response.text()).slice(0, 20), { status: response.status });
      }
      if (strikes(0.002)) {
        lost('an answer of another shape');
        return new Response('{"ok":"yes","result":[]}');
      }
      if (response.status === 403) {
        time.after(SEEN_MS, () => breathe() && blocked.has(userId) && refused.add(userId));
      }
      if (response.status === 429) {
        const until = limitedUntil;
        time.after(SEEN_MS, () => {
          if (breathe()) toldUntil = Math.max(toldUntil, until);
        });
      }
      return response;
    };
  }
}
