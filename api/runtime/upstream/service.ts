/**
 * Schedules the requests to an external service, and logs each of its faults once. The state is in the database, so neither a
 * crash nor a new version asks sooner or repeats a logged fault.
 */
import type { Sql } from '../sqlite/port.ts';
import { type Failure, failureText } from './fetch-json.ts';

export type Answer<T> =
  /** `oddities`: cleaned or dropped data, each kind once, without text from the service. */
  | { readonly ok: true; readonly value: T; readonly oddities: readonly string[] }
  | { readonly ok: false; readonly failure: Failure };

export interface ServiceDeps {
  readonly sql: Sql;
  readonly clock: { now(): number };
  readonly onFault: (message: string, cause: unknown) => void;
  /** What has failed works again. */
  readonly onRecovered?: (message: string) => void;
}

export interface Service<T> {
  /** The moment from which it may be asked, milliseconds. */
  dueAt(): number;
  /** Asks the service if it is due. Null if it is not, or if there was no good answer. */
  ask(): Promise<T | null>;
  /** Another service on the same host has failed: this one waits as after its own failure. */
  putOff(failure: Failure): void;
}

/** How often a service is asked, milliseconds. */
export interface Pace {
  /** The time between two good answers. */
  readonly everyMs: number;
  /** The least wait after a failure; doubled with each in a row, up to five minutes. */
  readonly retryMs?: number;
  /** The longest wait, even if the service asks for more. */
  readonly longestMs?: number;
}

const RETRY_MS = 60_000;
const LAST_RETRY_MS = 5 * 60_000;
/** The wait after a refusal (rate limit, missing rights) that names no time: doubled with each in a row. */
const REFUSED_MS = 5 * 60_000;
const LONGEST_MS = 60 * 60_000;
const REFUSALS: readonly number[] = [401, 403, 429];

interface State {
  readonly due_at: number;
  readonly failures: number;
  readonly said: string;
}

export function createService<T>(
  { sql, clock, onFault, onRecovered }: ServiceDeps,
  /** Unique for ever: the state is stored under this name. */
  name: string,
  pace: Pace,
  question: () => Promise<Answer<T>>,
): Service<T> {
  const { everyMs, retryMs = RETRY_MS, longestMs = LONGEST_MS } = pace;
  const state = (): State =>
    sql.get<State>('SELECT due_at, failures, said FROM services WHERE name = ?', name) ?? {
      due_at: 0,
      failures: 0,
      said: '[]',
    };

  /** The faults already logged. */
  const heard = () => JSON.parse(state().said) as readonly string[];

  function dueAt(): number {
    const { due_at: due } = state();
    // Further ahead than any wait here: the clock was set back since.
    return due - clock.now() > Math.max(everyMs, longestMs) ? 0 : due;
  }

  function keep(due: number, failures: number, said: readonly string[]): void {
    sql.run(
      'INSERT OR REPLACE INTO services (name, due_at, failures, said) VALUES (?, ?, ?, ?)',
      name,
      due,
      failures,
      JSON.stringify(said),
    );
  }

  /** @param failures the number of consecutive failures before this one. */
  function waitMs(failure: Failure, failures: number): number {
    const doubled = 2 ** Math.min(failures, 10);
    const usual = Math.min(Math.max(retryMs, LAST_RETRY_MS), retryMs * doubled);
    if (failure.type !== 'status') return usual;
    if (failure.retryAfterMs !== null) return Math.min(longestMs, Math.max(usual, failure.retryAfterMs));
    if (!REFUSALS.includes(failure.status)) return usual;
    return Math.min(longestMs, Math.max(retryMs, REFUSED_MS) * doubled);
  }

  function putOff(failure: Failure, said: readonly string[]): void {
    const { failures } = state();
    keep(Math.max(dueAt(), clock.now() + waitMs(failure, failures)), failures + 1, said);
  }

  return {
    dueAt,
    putOff: (failure) => putOff(failure, heard()),
    async ask() {
      const started = clock.now();
      if (dueAt() > started) return null;
      const known = heard();
      const { failures } = state();
      // Store the next time first: if this process ends before the answer, the next one does not ask at once.
      keep(started + retryMs, failures, known);
      const answer = await question();
      if (answer.ok) {
        for (const oddity of answer.oddities) {
          if (!known.includes(oddity)) onFault(`The ${name} service sent data that was dropped`, oddity);
        }
        if (failures > 0) onRecovered?.(`The ${name} service gives good answers again`);
        keep(started + everyMs, 0, answer.oddities);
        return answer.value;
      }
      const kind = failureText(answer.failure);
      if (!known.includes(kind)) onFault(`The ${name} service gives no good answer`, kind);
      putOff(answer.failure, [...new Set([...known, kind])]);
      return null;
    },
  };
}
