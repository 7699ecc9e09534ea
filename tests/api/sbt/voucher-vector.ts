/** A voucher and its results, the same wherever it is signed. */
import { Address } from '@ton/core';

const address = (byte: string) => Address.parse(`0:${byte.repeat(32)}`);

export const VOUCHER = {
  collection: address('ab'),
  owner: address('cd'),
  badge: 106,
  content: 'en/lev_6.json',
  validUntil: 1_800_086_400,
} as const;

export const TRANSFER = {
  to: VOUCHER.collection,
  amount: 100_000_000n,
  validUntil: VOUCHER.validUntil,
} as const;

/** Signed with the key 0707…07. */
export const LINK =
  'ton://transfer/EQCrq6urq6urq6urq6urq6urq6urq6urq6urq6urq6urq8Uk?amount=100000000&bin=te6cckEBAwEArgABmC8fk9oAAAAAAAAAAKDD7cKtBa8CZER18btGhMLcTFsVwZLfwqihQwe30oV5OZQh24RJhferHxQQENv6zOIuGqKO2SjfMlVil4w0jg0BAZkTkqXYgBV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1dXV1cAM3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3Nzc3NAGprSyOAgIAGmVuL2xldl82Lmpzb24c7wCL&exp=1800086400';

/** The address of the badge. */
export const WHERE = '0:14cfec7753de168d0260f5a91f988efec164ac5c4dca0761320fe3018687b59c';
