/** The previous hash of the first event in a chain. */
export const ZERO_HASH = '0'.repeat(64);
