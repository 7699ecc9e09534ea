/** Calls between objects with a time limit: a call that fails or times out does not stop the caller. */

/** Runs `run` once after `ms` milliseconds; the answer cancels it. */
export type After = (ms: number, run: () => void) => () => void;

/** How long one object waits for another, milliseconds. */
const CALL_LIMIT_MS = 10_000;
/** How long the sender waits for the home of a user: everybody else waits with it. */
export const COMPOSE_LIMIT_MS = 2_000;

/** Rejects where the call has not settled in time. What it still does is not known then. */
export function within<T>(after: After, call: Promise<T>, limitMs: number = CALL_LIMIT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(limitMs, () => reject(new Error('No answer in time')));
    call.then(resolve, reject).finally(cancel);
  });
}
