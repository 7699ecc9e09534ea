/**
 * Reads the list of wallets, which the library gets from here. The library's own read would put its built-in list in the place of
 * one that does not load, for the life of the page: with bridges that we do not allow, and without the operator's wallets.
 */

const RETRY_MS = 2_000;
const PATIENCE_MS = 12_000;

/** Tries every two seconds, for twelve seconds. @returns the list as JSON; null if it did not load. */
export async function readWalletsList(url: string): Promise<string | null> {
  const until = performance.now() + PATIENCE_MS;
  for (;;) {
    const list = await readList(url, until - performance.now());
    if (list !== null) return list;
    if (performance.now() + RETRY_MS >= until) return null;
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
  }
}

async function readList(url: string, patienceMs: number): Promise<string | null> {
  try {
    const answer = await fetch(url, { signal: AbortSignal.timeout(patienceMs), credentials: 'omit' });
    // An answer whose body is not read keeps its connection open.
    const text = await answer.text();
    return answer.ok && Array.isArray(JSON.parse(text)) ? text : null;
  } catch (error) {
    console.warn('The list of wallets did not load', error);
    return null;
  }
}
