/** Calls between app and server about linking a wallet; a journey can make the server fail. */
import type { BrowserContext } from 'playwright/test';

export interface Linking {
  /** How the next proofs are answered; null for the server's own answer. */
  fault: 'no answer' | { readonly status: number; readonly code: string } | null;
  /** Bodies of the link requests. */
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
