/** What the app and the server say to each other about linking a wallet; a journey can have the server fail at it. */
import type { BrowserContext } from 'playwright/test';

export interface Linking {
  /** What becomes of the next proofs on their way: the server's own answer where it is null. */
  fault: 'no answer' | { readonly status: number; readonly code: string } | null;
  /** Bodies of what was sent to be linked. */
  readonly sent: { readonly wallet_address: string; readonly proof: { readonly payload: string } }[];
}

export async function hearLinking(context: BrowserContext): Promise<Linking> {
  const linking: Linking = { fault: null, sent: [] };
  await context.route('**/api/user/wallet', (route) => {
    linking.sent.push(route.request().postDataJSON());
    const { fault } = linking;
    if (fault === null) return route.fallback();
    if (fault === 'no answer') return route.abort();
    const { status, code } = fault;
    return route.fulfill({ status, json: { error: { code, message: code } } });
  });
  return linking;
}
