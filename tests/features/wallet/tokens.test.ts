/** Badges as tokens on the device: the server's answer, the kept copy of it, and one claim at a time. */
import { expect, test, vi } from 'vitest';
import type { BadgeToken, Claimed, ClaimRefusal, WalletAnswer } from '#device/wallet-model.ts';
import { openUserStorage } from '#features/wallet/storage/user-storage.ts';
import { openTokens, type TokensParts } from '#features/wallet/tokens/tokens.ts';

const ADDRESS = `0:${'a'.repeat(64)}`;
const REQUESTED: BadgeToken = { badgeId: 'lev_1', state: 'requested', explorerUrl: null };
const isWatched = () => true;
const TRANSACTION = { validUntil: 1, network: '-239', messages: [] };

function opened(parts: Partial<Omit<TokensParts, 'device'>> & Partial<TokensParts['device']> = {}) {
  const handed: string[] = [];
  const { storage = openUserStorage(42, null), send = async () => 'sent' as const } = parts;
  const tokens = openTokens({
    device: {
      tokens: parts.tokens ?? (async () => ({ ok: true, value: [REQUESTED] })),
      claimToken: parts.claimToken ?? (async () => ({ ok: true, value: { link: 'ton://transfer/x' } })),
    },
    storage,
    send,
    hand(link) {
      handed.push(link);
      return true;
    },
  });
  return { tokens, storage, handed };
}

test('no token is known before the first answer, and the last answer is kept', async () => {
  const { tokens, storage } = opened();
  expect(tokens.current().tokens).toBeNull();
  await tokens.refresh();
  expect(tokens.current().tokens?.get('lev_1')).toEqual(REQUESTED);

  const offline = opened({ storage, tokens: async () => ({ ok: false, error: 'offline' }) });
  await offline.tokens.refresh();
  expect(offline.tokens.current().tokens?.get('lev_1')).toEqual(REQUESTED);
});

test('a server without tokens makes the device forget the kept ones', async () => {
  const { storage, tokens } = opened();
  await tokens.refresh();
  const none = opened({ storage, tokens: async () => ({ ok: false, error: 'none' }) });
  await none.tokens.refresh();
  expect(none.tokens.current().tokens).toBeNull();
  expect(opened({ storage }).tokens.current().tokens).toBeNull();
});

test.each(['{', '17', '{"a":1}', 'null'])('%s in the storage counts as no answer', (kept) => {
  const storage = openUserStorage(42, null);
  storage.setItem('tokens', kept);
  vi.spyOn(console, 'warn').mockReturnValue();
  expect(opened({ storage }).tokens.current().tokens).toBeNull();
});

test('deleting the data deletes the tokens', async () => {
  const { storage, tokens } = opened();
  await tokens.refresh();
  storage.clear();
  expect(tokens.current().tokens).toBeNull();
});

test('a claim opens the link, and refreshes the tokens', async () => {
  const { tokens, handed } = opened();
  expect(await tokens.claim('lev_1', ADDRESS, isWatched)).toBe('handed');
  expect(handed).toEqual(['ton://transfer/x']);
  await vi.waitFor(() => expect(tokens.current().tokens?.get('lev_1')).toEqual(REQUESTED));
});

test('a transaction goes through the connected wallet, and no link opens', async () => {
  const sent: unknown[] = [];
  const { tokens, handed } = opened({
    claimToken: async () => ({ ok: true, value: { link: 'ton://transfer/x', transaction: TRANSACTION } }),
    send: async (transaction) => {
      sent.push(transaction);
      return 'cancelled';
    },
  });
  expect(await tokens.claim('lev_1', ADDRESS, isWatched)).toBe('cancelled');
  expect(sent).toEqual([TRANSACTION]);
  expect(handed).toEqual([]);
});

test('there is one claim at a time, and its badge is known meanwhile', async () => {
  let answer: (claimed: WalletAnswer<Claimed, ClaimRefusal>) => void = () => {};
  const asked: string[] = [];
  const { tokens, handed } = opened({
    claimToken: (badgeId) => {
      asked.push(badgeId);
      return new Promise((resolve) => {
        answer = resolve;
      });
    },
  });
  const first = tokens.claim('lev_1', ADDRESS, isWatched);
  expect(tokens.current().claiming).toBe('lev_1');
  expect(await tokens.claim('lev_2', ADDRESS, isWatched)).toBeNull();
  answer({ ok: false, error: 'other' });
  expect(await first).toBe('other');
  expect(tokens.current().claiming).toBeNull();
  expect(asked).toEqual(['lev_1']);
  expect(handed).toEqual([]);
});
