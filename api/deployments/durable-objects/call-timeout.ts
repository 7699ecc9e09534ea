/** Calls between objects with a time limit: a call that fails or times out does not stop the caller. */

/** Runs `run` once after `ms` milliseconds; the answer cancels it. */
export type After = (ms: number, run: () => void) => () => void;

/** How long one object waits for another, milliseconds. */
const CALL_LIMIT_MS = 10_000;
/** How long the sender waits for the object of a user, milliseconds: all other messages wait meanwhile. */
export const COMPOSE_LIMIT_MS = 2_000;

/** Rejects after `ms` milliseconds without an answer. The call itself may still take effect. */
export function within<T>(after: After, call: Promise<T>, limitMs: number = CALL_LIMIT_MS): Promise<T> {
  return new Promise((resolve, reject) => {
    const cancel = after(limitMs, () => reject(new Error('No answer in time')));
    call.then(resolve, reject).finally(cancel);
  });
}
