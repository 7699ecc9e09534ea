/** Badges as tokens: events between a request and its answer. */
import { expect, test } from 'vitest';
import type { BadgeToken, Claimed, ClaimRefusal, TokensRefusal, WalletAnswer } from '#device/wallet-model.ts';
import { openUserStorage } from '#features/wallet/storage/user-storage.ts';
import { openTokens } from '#features/wallet/tokens/tokens.ts';

const REQUESTED: BadgeToken = { badgeId: 'lev_1', state: 'requested', explorerUrl: null };
const MINTED: BadgeToken = { ...REQUESTED, state: 'minted' };
const LINK = 'ton://transfer/x';

type Tokens = WalletAnswer<readonly BadgeToken[], TokensRefusal>;

function opened(claimed: Promise<WalletAnswer<Claimed, ClaimRefusal>> = new Promise(() => undefined)) {
  const answers: ((answer: Tokens) => void)[] = [];
  const handed: string[] = [];
  const state = { isWatched: true, isTaken: true };
  const storage = openUserStorage(1, null);
  const tokens = openTokens({
    device: {
      tokens: () => new Promise<Tokens>((resolve) => answers.push(resolve)),
      claimToken: () => claimed,
    },
    storage,
    send: async () => 'sent',
    hand(link) {
      handed.push(link);
      return state.isTaken;
    },
  });
  return { tokens, answers, storage, state, handed };
}

test('only the answer to the latest refresh is used', async () => {
  const { tokens, answers } = opened();
  const both = Promise.all([tokens.refresh(), tokens.refresh()]);
  answers[1]?.({ ok: true, value: [MINTED] });
  answers[0]?.({ ok: true, value: [REQUESTED] });
  await both;
  expect(tokens.current().tokens?.get('lev_1')).toEqual(MINTED);
});

test('an answer that comes after the data were deleted is not kept', async () => {
  const { tokens, answers, storage } = opened();
  const asked = tokens.refresh();
  storage.clear();
  answers[0]?.({ ok: true, value: [MINTED] });
  await asked;
  expect(tokens.current().tokens).toBeNull();
  expect(storage.getItem('tokens')).toBeNull();
});

test('a failed refresh is due again; a server without tokens has answered', async () => {
  const { tokens, answers } = opened();
  for (const [error, isBehind] of [
    ['failed', true],
    ['none', false],
    ['offline', true],
  ] as const) {
    const asked = tokens.refresh();
    answers.at(-1)?.({ ok: false, error });
    await asked;
    expect(tokens.current().isBehind, error).toBe(isBehind);
  }
});

test('no wallet opens after the user has left the screen of the claim', async () => {
  const { tokens, state, handed } = opened(Promise.resolve({ ok: true, value: { link: LINK } }));
  const claimed = tokens.claim('lev_1', '0:ab', () => state.isWatched);
  state.isWatched = false;
  expect(await claimed).toBe('left');
  expect(handed).toEqual([]);
});

test('a link that is no wallet’s is a failure', async () => {
  const { tokens, state, handed } = opened(Promise.resolve({ ok: true, value: { link: 'data:,x' } }));
  state.isTaken = false;
  expect(await tokens.claim('lev_1', '0:ab', () => state.isWatched)).toBe('failed');
  expect(handed).toEqual(['data:,x']);
  expect(tokens.current().claiming).toBeNull();
});
