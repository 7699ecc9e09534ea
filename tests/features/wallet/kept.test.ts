/** Kept values are read as if any code could have written them. */
import { expect, test } from 'vitest';
import { forgetUnreadable, keptProof, keptTokens } from '#features/wallet/storage/kept.ts';
import { isConnectionKept, openUserStorage } from '#features/wallet/storage/user-storage.ts';
import { PROOF } from '#tests/features/wallet/proof.ts';

const CONNECTION = 'ton-connect-storage_bridge-connection';
const TOKEN = { badgeId: 'lev_1', state: 'minted', explorerUrl: 'https://explorer.test/1' } as const;
const NOTHING = ['', '{', 'null', '[]', '[null]', '7', '"x"', 'undefined'];

function kept(key: string, text: string) {
  const storage = openUserStorage(1, null);
  storage.setItem(key, text);
  return storage;
}

test('a kept value comes back', () => {
  const storage = openUserStorage(1, null);
  for (const timestamp of [PROOF.timestamp, `${PROOF.timestamp}`]) {
    keptProof.keep(storage, { address: '0:ab', proof: { ...PROOF, timestamp } });
    expect(keptProof.read(storage)).toEqual({ address: '0:ab', proof: { ...PROOF, timestamp } });
  }
  keptTokens.keep(storage, [TOKEN, { ...TOKEN, state: 'requested', explorerUrl: null }]);
  expect(keptTokens.read(storage)).toHaveLength(2);
  storage.setItem(CONNECTION, '{"type":"http"}');
  forgetUnreadable(storage);
  expect(isConnectionKept(storage)).toBe(true);
});

test.each([
  ...NOTHING,
  '{}',
  '{"address":"0:ab"}',
  '{"address":"0:ab","proof":null}',
  '{"address":"0:ab","proof":{}}',
  JSON.stringify({ proof: PROOF }),
  JSON.stringify({ address: '0:ab', proof: { ...PROOF, signature: 7 } }),
])('%s is not a proof', (text) => {
  expect(keptProof.read(kept('proof', text))).toBeNull();
});

test.each([
  ...NOTHING.filter((text) => text !== '[]'),
  '{}',
  JSON.stringify([TOKEN, null]),
  JSON.stringify([{ ...TOKEN, state: 'lost' }]),
  JSON.stringify([{ ...TOKEN, badgeId: 1 }]),
  JSON.stringify([{ badgeId: 'lev_1', state: 'minted' }]),
  JSON.stringify([{ ...TOKEN, explorerUrl: 'javascript:alert(1)' }]),
])('%s is not a list of tokens', (text) => {
  expect(keptTokens.read(kept('tokens', text))).toBeNull();
});

test.each(NOTHING.filter((text) => !text.startsWith('[')))(
  'the unreadable connection %j is removed',
  (text) => {
    const storage = kept(CONNECTION, text);
    forgetUnreadable(storage);
    expect(isConnectionKept(storage)).toBe(false);
  },
);
