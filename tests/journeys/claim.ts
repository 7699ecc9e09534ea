/** Journeys in which badges become tokens, on a worker's own chain with a linked and funded wallet. */
import type { Locator, Page } from 'playwright/test';
import { type App, BUILT } from '#tests/journeys/app.ts';
import { test as base, connectWallet, expect, walletEnv } from '#tests/journeys/wallet.ts';
import { startServer } from '#tests/support/server.ts';
import { startChain, type TestChain } from '#tests/upstream/test-chain.ts';
import type { TestWallet, TestWalletOptions } from '#tests/upstream/test-wallet.ts';

export { expect };

export interface Claims {
  readonly chain: TestChain;
  /** A funded wallet whose messages the chain accepts. */
  create(options?: Partial<TestWalletOptions>): Promise<TestWallet>;
  /** The same, connected and linked on the profile. The badges are open afterwards. */
  link(options?: Partial<TestWalletOptions>): Promise<TestWallet>;
  /** A new user claims the first badge, and the linked wallet's owner gives this answer. */
  ask(answer: TestWallet['answer']): Promise<{ readonly wallet: TestWallet; readonly badge: Locator }>;
}

/** The chain is checked every ten seconds, and the server every fifteen. */
export const ON_CHAIN = { timeout: 40_000 } as const;

interface ClaimsOfWorker {
  /** How a claim reaches the wallet; one for each file. */
  readonly delivery: 'link' | 'ton-connect';
  readonly chain: TestChain;
}

export const test = base.extend<{ claims: Claims }, ClaimsOfWorker>({
  delivery: ['link', { option: true, scope: 'worker' }],
  chain: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture wants
    async ({}, use) => {
      const chain = await startChain();
      await use(chain);
      await chain.stop();
    },
    { scope: 'worker' },
  ],
  commonServer: [
    async ({ bridge, list, chain, delivery }, use) => {
      const env = { ...walletEnv(list, bridge), ...chain.env, SBT_DELIVERY: delivery };
      const server = await startServer({ dist: BUILT, env });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  claims: async ({ app, chain, wallets }, use) => {
    async function create(options: Partial<TestWalletOptions> = {}): Promise<TestWallet> {
      const wallet = await wallets.create({ broadcast: chain.take, ...options });
      await chain.fund(wallet.contract.address);
      return wallet;
    }
    async function link(options?: Partial<TestWalletOptions>): Promise<TestWallet> {
      const wallet = await create(options);
      await app.open({ path: '/profile' });
      await connectWallet(app, wallet);
      await app.open({ path: '/achievements' });
      return wallet;
    }
    await use({
      chain,
      create,
      link,
      async ask(answer) {
        await app.onboard();
        const wallet = await link();
        wallet.answer = answer;
        const badge = badgePlace(app.page, 'Level 1');
        await badge.getByRole('button', { name: 'Claim Level 1' }).click();
        return { wallet, badge };
      },
    });
  },
});

/** The place of a badge with its controls. */
export function badgePlace(page: Page, name: string) {
  return page.getByRole('listitem').filter({ has: page.getByText(name, { exact: true }) });
}

/** Wallet links that the page opens, in order; the browser follows none of them. */
export async function hearWalletLinks({ page, context }: App): Promise<readonly string[]> {
  const links: string[] = [];
  const session = await context.newCDPSession(page);
  await session.send('Page.enable');
  session.on('Page.frameRequestedNavigation', ({ url }) => {
    if (url.startsWith('ton:')) links.push(url);
  });
  return links;
}
