/** The contract's version, and what both sides send with every call. */

/**
 * Raise it when a schema or a call changes, and add the new hash to `CONTRACT_HISTORY`; once per release, so that the app of
 * the release before is still answered.
 */
export const CONTRACT_VERSION = 9;
/** The oldest version the server still answers: this one and the one before. */
export const OLDEST_CONTRACT = Math.max(1, CONTRACT_VERSION - 1);
/**
 * The first version that knows `too_many_today` per record. To a client before it the whole answer would be unreadable: it
 * gets 429 for the batch, keeps every record, and hears of those that were recorded as duplicates the next time.
 */
export const TOO_MANY_TODAY_SINCE = 9;

/** The client's contract version, a whole number; the server answers with its own. */
export const CONTRACT_HEADER = 'x-contract-version';
/** The number of deletions this device knows of (`generation`); a lower one than the ledger's gets 410. */
export const GENERATION_HEADER = 'x-generation';
/** With a deletion: proof that the server has accepted it before, as its answer or a registration has told. */
export const DELETION_PROOF_HEADER = 'x-deletion-proof';
/** `Authorization: tma <launch data>`. */
export const AUTHORIZATION_SCHEME = 'tma';

export const MAX_BODY_BYTES = 256 * 1024;
