/**
 * Journeys with a wallet: a bridge, a list of wallets and a server that names them for each worker, and each journey's own
 * wallets.
 */
import type { BrowserContext, Locator, Page } from 'playwright/test';
import { type App, BUILT, test as base, expect } from '#tests/journeys/app.ts';
import { hearLinking, type Linking } from '#tests/journeys/linking.ts';
import { startServer } from '#tests/support/server.ts';
import { type Bridge, startBridge } from '#tests/upstream/bridge.ts';
import { createTestWallet, type TestWallet, type TestWalletOptions } from '#tests/upstream/test-wallet.ts';
import { type ListedWallet, startWalletsList, type WalletsList } from '#tests/upstream/wallets-list.ts';

export { expect };

export interface Wallets {
  readonly bridge: Bridge;
  readonly list: WalletsList;
  readonly linking: Linking;
  /** A wallet that this journey's app can find. */
  create(options?: Partial<TestWalletOptions>): Promise<TestWallet>;
  /** Onboards the user, and connects and links such a wallet on the profile, which is open afterwards. */
  link(): Promise<TestWallet>;
}

const CONNECT = /^(Connect wallet|Подключить кошелёк)$/;
const LINKED_HERE = /(linked to your account|привязан к аккаунту)\.$/;
/** The card's text for the account's wallet. */
export const LINKED = 'Connected, and linked to your account.';

export const WALLET = 'Test Wallet';
/** Its entry in the list lacks the feature to send transactions. */
export const OLD_WALLET = 'Old Wallet';
/** It uses a bridge that the content policy does not name. */
export const FOREIGN_WALLET = 'Foreign Wallet';

const LINK = 'https://wallet.test/connect';

/** A server's settings for these. */
export function walletEnv(list: WalletsList, bridge: Bridge): Readonly<Record<string, string>> {
  return { WALLETS_LIST_URL: list.url, WALLET_BRIDGES: new URL(bridge.url).origin };
}

export const test = base.extend<{ wallets: Wallets }, { bridge: Bridge; list: WalletsList }>({
  bridge: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture wants
    async ({}, use) => {
      const bridge = await startBridge();
      await use(bridge);
      await bridge.stop();
    },
    { scope: 'worker' },
  ],
  list: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture wants
    async ({}, use) => {
      const list = await startWalletsList();
      await use(list);
      await list.stop();
    },
    { scope: 'worker' },
  ],
  commonServer: [
    async ({ bridge, list }, use) => {
      const server = await startServer({ dist: BUILT, env: walletEnv(list, bridge) });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  wallets: async ({ app, bridge, list, context }, use) => {
    bridge.up();
    list.fail(null);
    list.asked.length = 0;
    list.list(listedAt(bridge));
    const created: TestWallet[] = [];
    const linking = await hearLinking(context);
    const untilOpened = await hearOpenings(context);
    // The library's icons from another host.
    await context.route('https://raw.githubusercontent.com/**', (route) => route.abort());

    async function create(options: Partial<TestWalletOptions> = {}): Promise<TestWallet> {
      const wallet = await createTestWallet({ bridgeUrl: bridge.url, untilOpened, ...options });
      created.push(wallet);
      return wallet;
    }

    await use({
      bridge,
      list,
      linking,
      create,
      async link() {
        await openProfile(app);
        const wallet = await create();
        await connectWallet(app, wallet);
        return wallet;
      },
    });
    for (const wallet of created) wallet.close();
  },
});

function listedAt({ url: bridgeUrl }: Bridge): ListedWallet[] {
  const entry = { universalLink: LINK, bridgeUrl };
  const foreign = { ...entry, bridgeUrl: 'https://bridge.elsewhere.test/bridge' };
  return [
    { ...entry, name: WALLET, appName: 'testwallet' },
    { ...entry, name: OLD_WALLET, appName: 'oldwallet', features: [] },
    { ...foreign, name: FOREIGN_WALLET, appName: 'foreign' },
    ...Array.from({ length: 7 }, (_, n) => ({ ...entry, name: `Wallet ${n}`, appName: `wallet${n}` })),
  ];
}

/** Returns a promise for the next time that the app opens the wallet to send, once per opening. */
async function hearOpenings(context: BrowserContext): Promise<() => Promise<void>> {
  let opened = 0;
  const waiting: (() => void)[] = [];
  await context.route('https://wallet.test/**', async (route) => {
    await route.fulfill({ body: 'a wallet' });
    const isToConnect = new URL(route.request().url()).searchParams.has('r');
    if (isToConnect) return;
    const next = waiting.shift();
    if (next === undefined) opened += 1;
    else next();
  });
  return async () => {
    if (opened > 0) opened -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
  };
}

/** The wallet's card on the profile. */
export function walletCard(page: Page) {
  return page.getByRole('region', { name: /^(Wallet|Кошелёк)$/ });
}

/** The library's modal. */
export function walletModal(page: Page) {
  return page.locator('#tc-widget-root').getByRole('dialog');
}

export async function openProfile(app: App): Promise<void> {
  await app.onboard();
  await app.open({ path: '/profile' });
}

/** Opens the app with launch data two hours old: the server accepts them, but not for linking a wallet. */
export async function openStale(app: App, path: string): Promise<void> {
  await app.open({ path, authDate: Math.floor(Date.now() / 1000) - 2 * 60 * 60 });
}

/** Opens the wallets from the profile. */
export async function openModal(page: Page): Promise<Locator> {
  await walletCard(page).getByRole('button', { name: CONNECT }).click();
  const modal = walletModal(page);
  await expect(modal.getByRole('button', { name: WALLET })).toBeVisible();
  return modal;
}

/** From a profile without a wallet to a linked one. */
export async function connectWallet({ page }: App, wallet: TestWallet): Promise<void> {
  await wallet.connect(await chooseOnProfile(page));
  await expect(walletCard(page)).toContainText(LINKED_HERE);
}

/** Opens the wallets from the profile and taps one; returns the link with which the phone opens it. */
export async function chooseOnProfile(page: Page): Promise<string> {
  await openModal(page);
  return chooseWallet(page);
}

/** Taps a wallet in the open list; returns the link with which the phone opens it. */
export async function chooseWallet(page: Page, name = WALLET): Promise<string> {
  const opened = page.context().waitForEvent('page');
  await walletModal(page).getByRole('button', { name }).click();
  const wallet = await opened;
  const url = wallet.url();
  await wallet.close();
  return url;
}

/** The server's address of the user's wallet; null without one. */
export async function linkedAddress(app: App, user = app.user): Promise<unknown> {
  const { body } = await app.call('GET', `/api/user/${user.id}`, undefined, user);
  return body['wallet_address'];
}
