/** Why contracts refuse a message, by the names in `errors.tolk`. */
export const EXIT_CODES = {
  WRONG_WORKCHAIN: 333,
  NOT_FROM_OWNER: 401,
  FEE_TOO_LOW: 402,
  NOT_FROM_AUTHORITY: 403,
  NOT_MINTED: 404,
  NOT_FROM_COLLECTION: 405,
  ALREADY_REVOKED: 409,
  WRONG_SIGNATURE: 410,
  OTHER_COLLECTION: 411,
  NOT_FOR_SENDER: 412,
  SOULBOUND: 413,
  VOUCHER_EXPIRED: 414,
  MINTING_STOPPED: 503,
  UNKNOWN_MESSAGE: 0xffff,
} as const;

export type Refusal = keyof typeof EXIT_CODES;

/**
 * A contract's answer to a message. A number is a fault of the virtual machine; after the other results nothing
 * ran.
 */
export type Outcome = 'done' | Refusal | number | 'no-state' | 'bad-state' | 'no-gas' | 'suspended';

export function outcomeOf(exitCode: number): Outcome {
  if (exitCode === 0) return 'done';
  const named = Object.entries(EXIT_CODES).find(([, code]) => code === exitCode);
  return named === undefined ? exitCode : (named[0] as Refusal);
}
