/** Checks that the list of wallets loads. Without it the library would fall back to its own list, with bridges we do not allow. */

const RETRY_MS = 2_000;
const PATIENCE_MS = 12_000;

/** Tries every two seconds, for twelve seconds. */
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
    // An answer whose body is not read keeps its connection open.
    const text = await answer.text();
    return answer.ok && Array.isArray(JSON.parse(text));
  } catch (error) {
    console.warn('The list of wallets did not load', error);
    return false;
  }
}
