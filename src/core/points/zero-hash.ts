/** What stands before the first event of a chain. */
export const ZERO_HASH = '0'.repeat(64);
