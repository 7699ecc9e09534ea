/** The hashes of the ledger, computed by Node. */
import { createHmac, hash } from 'node:crypto';

/** SHA-256 of a UTF-8 text, lower-case hex. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

/** HMAC-SHA256 of a UTF-8 text under a UTF-8 key, lower-case hex. */
export function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
