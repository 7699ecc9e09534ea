/** What a wallet has signed, in its shape; no key has signed it. */
export const PROOF = {
  timestamp: 1_790_000_000,
  domain: { lengthBytes: 8, value: 'app.test' },
  payload: 'payload-1',
  signature: 'c2ln',
  network: '-239',
  publicKey: 'ab',
  walletStateInit: 'te6c',
};
