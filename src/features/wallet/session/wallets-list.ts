/** Whether the list of wallets can be had: without it the library would take one of its own, with bridges of anybody's. */

const RETRY_MS = 2_000;
const PATIENCE_MS = 12_000;

/** Asks every two seconds, for twelve. */
export async function isListReachable(url: string): Promise<boolean> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    if (await isList(url, until - performance.now())) return true;
    if (performance.now() + RETRY_MS >= until) return false;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function isList(url: string, patienceMs: number): Promise<boolean> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), credentials: 'omit' });
    // Read whatever it is: an answer that nobody reads keeps its connection.
    const text = await answer.text();
    return answer.ok && Array.isArray(JSON.parse(text));
  } catch (error) {
    console.warn('the list of wallets does not come', error);
    return false;
  }
}
