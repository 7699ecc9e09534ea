/** The contract's version, and the headers of every call. */

/**
 * Raise it when a schema or a call changes, and add the new hash to `CONTRACT_HISTORY`. Raise it once per release at
 * most, so that the previous release's app still works.
 */
export const CONTRACT_VERSION = 12;
/** The oldest version the server still answers: this one and the one before. */
export const OLDEST_CONTRACT = Math.max(1, CONTRACT_VERSION - 1);

/** The client's contract version, a whole number; the server answers with its own. */
export const CONTRACT_HEADER = 'x-contract-version';
/** The number of deletions this device knows of (`generation`); a lower one than the ledger's gets 410. */
export const GENERATION_HEADER = 'x-generation';
/** With a deletion: proof that the server accepted it before, taken from its answer or from a registration. */
export const DELETION_PROOF_HEADER = 'x-deletion-proof';
/** `Authorization: tma <launch data>`. */
export const AUTHORIZATION_SCHEME = 'tma';

export const MAX_BODY_BYTES = 256 * 1024;
