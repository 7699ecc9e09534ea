/** The wallet, and badges as tokens in it. */
import type { Page } from 'playwright/test';
import { type Look, press, type Scene } from '#tests/gallery/look.ts';
import { expect } from '#tests/journeys/app.ts';

const ADDRESS = '0:e7c0ba2de536c12bbd1ebcf849342a4d24819f625c1c5661b9f5acffe58785e0';
const OTHER = `0:${'1b'.repeat(32)}`;
/** One that the content policy names. It does not answer. */
const BRIDGE = 'https://bridge.tonapi.io/bridge';
const PICTURE =
  'data:image/svg+xml,%3Csvg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1"%3E%3Cpath fill="%232481cc" d="M0 0h1v1H0z"/%3E%3C/svg%3E';
const FEATURES = ['SendTransaction', { name: 'SendTransaction', maxMessages: 4 }];

export const WALLET: readonly Look[] = [
  {
    name: 'wallet, to be chosen',
    path: '/profile',
    before: ({ page }) => listWallets(page),
    prepare: chooseWallet,
  },
  {
    name: 'wallet, not now',
    path: '/profile',
    before: async ({ page }) => {
      await listWallets(page);
      await page.route('**/api/wallet/proof-payload', (route) => route.fulfill({ status: 503 }));
    },
    prepare: async (scene) => {
      await press(scene.page.getByRole('button', { name: scene.text('profile:wallet.connect') }));
      await expect(scene.page.getByText(scene.text('profile:wallet.fault.unready'))).toBeVisible();
    },
  },
  { name: 'wallet, linked', path: '/profile', before: (scene) => connect(scene, ADDRESS), prepare: openMenu },
  {
    name: 'wallet, not confirmed',
    path: '/profile',
    before: (scene) => connect(scene, null),
    prepare: ({ page, text }) =>
      expect(page.getByRole('button', { name: text('profile:wallet.confirm') })).toBeVisible(),
  },
  {
    name: 'wallet, without a network',
    path: '/profile',
    before: async (scene) => {
      await connect(scene, ADDRESS);
      await cutOff(scene.page);
    },
    prepare: ({ page, text }) => expect(page.getByText(text('profile:wallet.offline'))).toBeVisible(),
  },
  {
    name: 'wallet, another than the account’s',
    path: '/profile',
    before: (scene) => connect(scene, OTHER),
    prepare: ({ page, text }) => saysOther(page, text('profile:wallet.other')),
  },
  {
    name: 'badges, to be claimed',
    path: '/achievements',
    as: 'filled',
    before: (scene) => offer(scene),
    prepare: untilOffered,
  },
  {
    name: 'badge, to be claimed',
    path: '/achievements',
    as: 'filled',
    before: (scene) => offer(scene),
    prepare: (scene) => openBadge(scene, 3),
  },
  {
    name: 'badge, requested',
    path: '/achievements',
    as: 'filled',
    before: (scene) => offer(scene),
    prepare: (scene) => openBadge(scene, 0),
  },
  {
    name: 'badge, minted',
    path: '/achievements',
    as: 'filled',
    before: (scene) => offer(scene),
    prepare: (scene) => openBadge(scene, 1),
  },
  {
    name: 'badges, without a network',
    path: '/achievements',
    as: 'filled',
    before: async (scene) => {
      await offer(scene);
      await cutOff(scene.page);
    },
    prepare: ({ page, text }) => expect(page.getByText(text('profile:wallet.offline'))).toBeVisible(),
  },
  {
    name: 'badges, with another wallet',
    path: '/achievements',
    as: 'filled',
    before: (scene) => offer(scene, OTHER),
    prepare: ({ page, text }) => saysOther(page, text('profile:wallet.badges.other')),
  },
];

/** Wallets that can be chosen, and one that cannot. */
async function listWallets(page: Page): Promise<void> {
  const wallets = ['Tonkeeper', 'MyTonWallet', 'Tonhub', 'An old wallet'].map((name, index) => ({
    app_name: `wallet${index}`,
    name,
    image: PICTURE,
    about_url: 'https://wallet.test/about',
    universal_url: 'https://wallet.test/connect',
    bridge: [{ type: 'sse', url: BRIDGE }],
    platforms: ['ios', 'android'],
    features: index === 3 ? [] : FEATURES,
  }));
  await page.route('**/wallets.json', (route) => route.fulfill({ json: wallets }));
  await page.route(`${BRIDGE}/**`, (route) => route.abort());
  // The library's pictures from another host.
  await page.route('https://raw.githubusercontent.com/**', (route) => route.abort());
}

async function chooseWallet({ page, text }: Scene): Promise<void> {
  await press(page.getByRole('button', { name: text('profile:wallet.connect') }));
  await expect(page.getByRole('dialog').getByText('Tonkeeper')).toBeVisible();
}

/**
 * Leaves an earlier connection on the phone.
 * @param linked the account's address; null without one.
 * @param onBadges gets the account's badges, oldest first.
 */
async function connect(
  { page, userId }: Scene,
  linked: string | null,
  onBadges: (badges: readonly string[]) => void = () => {},
): Promise<void> {
  await listWallets(page);
  await page.route('**/api/user/register', async (route) => {
    const response = await route.fetch();
    const answer = await response.json();
    const profile = { ...answer.profile, wallet_address: linked };
    onBadges(answer.profile.badges.split(','));
    await route.fulfill({ response, json: { ...answer, profile } });
  });
  const item = { name: 'ton_addr', address: ADDRESS, network: '-239', publicKey: '', walletStateInit: '' };
  const device = {
    platform: 'android',
    appName: 'wallet0',
    appVersion: '1.0',
    maxProtocolVersion: 2,
    features: FEATURES,
  };
  const key = '11'.repeat(32);
  const connection = {
    type: 'http',
    connectEvent: { event: 'connect', id: 1, payload: { items: [item], device } },
    session: {
      sessionKeyPair: { publicKey: key, secretKey: key },
      walletPublicKey: key,
      bridgeUrl: BRIDGE,
    },
    lastWalletEventId: 1,
    nextRpcRequestId: 0,
  };
  await page.addInitScript(
    ([name, kept]) => {
      if (location.protocol === 'http:') localStorage.setItem(name, kept);
    },
    [`irich:${userId}:wallet:ton-connect-storage_bridge-connection`, JSON.stringify(connection)] as const,
  );
}

/** No answer about wallets, although the browser is online. */
async function cutOff(page: Page): Promise<void> {
  await page.route('**/api/wallet/options', (route) => route.abort());
}

async function openMenu({ page, text }: Scene): Promise<void> {
  const [name = ''] = text('profile:wallet.address').split('{{');
  await expect(page.getByText(text('profile:wallet.linked'))).toBeVisible();
  await press(page.getByRole('region').getByRole('button', { name: new RegExp(`^${name}UQ`) }));
  await expect(page.getByRole('button', { name: text('profile:wallet.copy') })).toBeVisible();
}

/** Connected where badges become tokens: the newest four are in one state each. */
async function offer(scene: Scene, linked = ADDRESS): Promise<void> {
  let hear: (badges: readonly string[]) => void = () => {};
  const badges = new Promise<readonly string[]>((resolve) => {
    hear = resolve;
  });
  await connect(scene, linked, hear);
  await scene.page.route('**/api/user/sbt/*', async (route) => {
    const newest = (await badges).toReversed();
    const tokens = (['requested', 'minted', 'gone'] as const).map((state, index) => ({
      badge_id: newest[index],
      state,
      requested_until: null,
      explorer_url: state === 'requested' ? null : 'https://tonviewer.com/token',
    }));
    await route.fulfill({ json: { collection: 'EQ', delivery: 'link', tokens } });
  });
}

async function untilOffered({ page, text }: Scene): Promise<void> {
  await expect(page.getByText(text('achievements:token.requested'), { exact: true })).toBeVisible();
  await expect(page.getByText(text('achievements:token.claim'), { exact: true }).first()).toBeVisible();
}

async function openBadge(scene: Scene, index: number): Promise<void> {
  await untilOffered(scene);
  const { page, text } = scene;
  const earned = page.getByRole('region', { name: text('achievements:earned') });
  await press(earned.getByRole('listitem').nth(index).getByRole('button').first());
  await expect(page.getByRole('dialog')).toBeVisible();
}

function saysOther(page: Page, said: string): Promise<void> {
  const [start = ''] = said.split('{{');
  return expect(page.getByText(start)).toBeVisible();
}
