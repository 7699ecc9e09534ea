/** The hashes of the ledger, computed by Node. */
import { createHmac, hash } from 'node:crypto';

/** SHA-256 of a UTF-8 text, lower-case hex. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

/** SHA-256 of bytes, 32 bytes. */
export function sha256Bytes(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(hash('sha256', bytes, 'buffer'));
}

/** HMAC-SHA256 of a UTF-8 text under a UTF-8 key, lower-case hex. */
export function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
