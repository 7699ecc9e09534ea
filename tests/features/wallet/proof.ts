/** A proof of the right shape, whose signature is not valid. */
export const PROOF = {
  timestamp: 1_790_000_000,
  domain: { lengthBytes: 8, value: 'app.test' },
  payload: 'payload-1',
  signature: 'c2ln',
  network: '-239',
  publicKey: 'ab',
  walletStateInit: 'te6c',
};
