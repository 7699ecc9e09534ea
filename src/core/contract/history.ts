/**
 * What each contract version looked like: the SHA-256 of a description of every schema. A test compares the newest with
 * the code, so that nobody changes a call without a new version.
 */
export const CONTRACT_HISTORY: Readonly<Record<number, string>> = {
  1: 'fb08424eab399f52e8cf052816b6b91de307ed3c4a7d186b06cdf309328cdb62',
};
