/** When the works of concurrent calls are committed. */

/**
 * Runs `run` once, after the next turn of the event loop. A commit that waits for one turn more takes along the calls that arrived
 * while the last answers were written: they share its wait for the disk, instead of waiting for a whole commit of others first.
 */
export function afterNextTurn(run: () => void): void {
  setImmediate(() => setImmediate(run));
}
