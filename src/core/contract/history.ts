/**
 * What each contract version looked like: the SHA-256 of a description of every schema. A test compares the newest with
 * the code, so that nobody changes a call without a new version.
 */
export const CONTRACT_HISTORY: Readonly<Record<number, string>> = {
  1: 'c573bf4e69c1f7059207a20a7eebdc76f73efcb06dbe556bdb2b5c4a02f54180',
};
