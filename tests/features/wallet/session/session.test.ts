/** The session performs the reducer's effects: on the connector, the device's calls and the phone's storage. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Device } from '#device/model.ts';
import type { LinkOutcome, WalletAnswer, WalletOptions } from '#device/wallet-model.ts';
import type { Connector, ConnectorOptions } from '#features/wallet/connector/connector.ts';
import type { Look } from '#features/wallet/connector/theme.ts';
import { openWallet } from '#features/wallet/session/session.ts';
import { keptProof } from '#features/wallet/storage/kept.ts';
import { openUserStorage } from '#features/wallet/storage/user-storage.ts';
import { ADDRESS, KEPT } from '#tests/features/wallet/session/scenario.ts';

const OPTIONS: WalletOptions = {
  manifestUrl: 'https://app.test/tonconnect-manifest.json',
  walletsListUrl: 'https://wallets.test/list.json',
  bridges: [],
  preferredWallet: null,
};
const LOOK: Look = {
  language: 'en',
  scheme: 'light',
  labels: { close: '', back: '', code: '', about: '' },
};

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal('fetch', async () => new Response('[]'));
  vi.spyOn(console, 'warn').mockReturnValue();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function opened(storage = openUserStorage(1, null)) {
  const calls: string[] = [];
  const server = {
    options: { ok: true, value: OPTIONS } as WalletAnswer<WalletOptions>,
    isCodeThere: true,
    link: async (): Promise<LinkOutcome> => 'linked',
  };
  let library: ConnectorOptions | null = null;
  const connector: Connector = {
    restored: Promise.resolve(),
    setProof: (request) => calls.push(`sign ${'payload' in request ? request.payload : request.state}`),
    setLook: () => calls.push('look'),
    open: async () => void calls.push('open'),
    close: () => calls.push('close'),
    send: async () => 'sent',
    async disconnect() {
      calls.push('disconnect');
      library?.onWallet(null);
    },
  };
  const device = {
    live: { profile: { current: () => undefined, subscribe: () => () => {} } } as unknown as Device['live'],
    walletOptions: async () => server.options,
    walletPayload: async () => ({ ok: true, value: 'payload' }) as const,
    linkWallet: async (address: string) => {
      calls.push(`link ${address}`);
      return server.link();
    },
  };
  const wallet = openWallet({
    device,
    storage,
    look: LOOK,
    async fetchConnector() {
      if (!server.isCodeThere) throw new TypeError('no network');
      return {
        openConnector(options) {
          library = options;
          return connector;
        },
      };
    },
  });
  return {
    wallet,
    storage,
    server,
    calls,
    async connected(proof: typeof KEPT.proof | null) {
      library?.onWallet({ address: ADDRESS, proof });
      await settled();
    },
  };
}

/** Until every answer that is due has arrived. */
function settled(): Promise<unknown> {
  return vi.advanceTimersByTimeAsync(1);
}

test('a tap loads connector and payload, opens the modal, and the signed proof links the wallet', async () => {
  const { wallet, calls, storage, connected } = opened();
  wallet.connect();
  expect(wallet.current().isOpening).toBe(true);
  await settled();
  expect(calls).toEqual(['sign loading', 'sign payload', 'open']);
  await connected(KEPT.proof);
  expect(calls.at(-1)).toBe(`link ${ADDRESS}`);
  expect(wallet.current()).toMatchObject({ phase: 'connected', proof: 'none', error: null });
  expect(keptProof.read(storage)).toBeNull();
});

test('the modal opens in a later task, after the loading sheet has closed', async () => {
  const { wallet, calls } = opened();
  wallet.prepare();
  await settled();
  wallet.connect();
  expect(wallet.current().isOpening).toBe(false);
  expect(calls).not.toContain('open');
  await settled();
  expect(calls).toContain('open');
});

test('a proof stays on the phone until the server has answered, and another session sends it', async () => {
  const { wallet, server, storage, connected } = opened();
  let answer: (outcome: LinkOutcome) => void = () => {};
  server.link = () => new Promise((resolve) => (answer = resolve));
  wallet.connect();
  await settled();
  await connected(KEPT.proof);
  expect(keptProof.read(storage)).toEqual(KEPT);
  answer('failed');
  await settled();
  expect(wallet.current()).toMatchObject({ proof: 'kept', error: 'failed' });

  const reloaded = opened(storage);
  expect(reloaded.wallet.current().proof).toBe('kept');
  reloaded.wallet.restore();
  await settled();
  expect(reloaded.calls).toEqual([`link ${ADDRESS}`]);
  expect(keptProof.read(storage)).toBeNull();
});

test('an event that an effect causes is handled after the other effects', async () => {
  const { wallet, server, calls, connected } = opened();
  server.link = async () => 'invalid';
  wallet.connect();
  await settled();
  await connected(KEPT.proof);
  calls.length = 0;
  wallet.confirm();
  expect(calls).toEqual(['disconnect', 'sign loading', 'close', 'sign loading']);
  await settled();
  expect(calls.slice(4)).toEqual(['sign payload', 'open']);
});

test('deleting the data ends the connection, and a late answer changes nothing', async () => {
  const { wallet, server, storage, calls, connected } = opened();
  let answer: (outcome: LinkOutcome) => void = () => {};
  server.link = () => new Promise((resolve) => (answer = resolve));
  wallet.connect();
  await settled();
  await connected(KEPT.proof);
  storage.clear();
  expect(calls).toContain('disconnect');
  answer('invalid');
  await settled();
  expect(wallet.current()).toMatchObject({ phase: 'disconnected', proof: 'none', error: null });
});

test.each<[string, 'cut' | 'unreachable', (parts: ReturnType<typeof opened>) => void]>([
  ['the server does not answer', 'cut', ({ server }) => (server.options = { ok: false, error: 'offline' })],
  ['the server fails', 'unreachable', ({ server }) => (server.options = { ok: false, error: 'failed' })],
  ['the code does not load', 'unreachable', ({ server }) => (server.isCodeThere = false)],
  [
    'the list of wallets does not load',
    'unreachable',
    () => vi.stubGlobal('fetch', async () => new Response('{}')),
  ],
])('%s: that is an error, and the next tap tries again', async (_, error, fail) => {
  const parts = opened();
  const { wallet, server, calls } = parts;
  fail(parts);
  wallet.connect();
  await vi.advanceTimersByTimeAsync(12_000);
  expect(wallet.current()).toMatchObject({ error, isOpening: false });
  expect(calls).toEqual([]);

  server.options = { ok: true, value: OPTIONS };
  server.isCodeThere = true;
  vi.stubGlobal('fetch', async () => new Response('[]'));
  wallet.connect();
  await settled();
  expect(calls).toContain('open');
});

test('a device that throws counts as a failed answer, and the proof can be sent again', async () => {
  const { wallet, server, storage, calls, connected } = opened();
  server.link = () => Promise.reject(new TypeError('an unusual fault'));
  wallet.connect();
  await settled();
  await connected(KEPT.proof);
  expect(wallet.current()).toMatchObject({ proof: 'kept', error: 'failed' });
  server.link = async () => 'linked';
  wallet.prepare();
  await settled();
  expect(calls.filter((call) => call.startsWith('link'))).toHaveLength(2);
  expect(keptProof.read(storage)).toBeNull();
});

test('the payload is replaced after ten minutes, for as long as a screen shows the wallet', async () => {
  const { wallet, calls } = opened();
  const signed = () => calls.filter((call) => call === 'sign payload').length;
  wallet.prepare();
  await settled();
  await vi.advanceTimersByTimeAsync(10 * 60_000);
  expect(signed()).toBe(2);
  wallet.leave();
  await vi.advanceTimersByTimeAsync(60 * 60_000);
  expect(signed()).toBe(2);
});

test('screens are notified of changes only', async () => {
  const storage = openUserStorage(1, null);
  keptProof.keep(storage, KEPT);
  const { wallet } = opened(storage);
  const heard = vi.fn();
  wallet.subscribe(heard);
  wallet.leave();
  expect(heard).not.toHaveBeenCalled();
  wallet.connect();
  expect(heard).toHaveBeenCalledOnce();
});

test('the connector gets a look only when it changes', async () => {
  const { wallet, calls } = opened();
  wallet.restore();
  await settled();
  wallet.setLook(LOOK);
  expect(calls).not.toContain('look');
  wallet.setLook({ ...LOOK, scheme: 'dark' });
  expect(calls).toContain('look');
});

test('without a connector nothing can be sent', async () => {
  const { wallet } = opened();
  const transaction = { validUntil: 1, network: '-239', messages: [] };
  expect(await wallet.sendTransaction(transaction)).toBe('unsent');
  wallet.restore();
  await settled();
  expect(await wallet.sendTransaction(transaction)).toBe('sent');
});
