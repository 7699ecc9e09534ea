/** The hashes of the ledger, computed by Node. */
import { createHmac, hash } from 'node:crypto';

/** SHA-256 of a UTF-8 text, lower-case hex. */
export function sha256(text: string): string {
  return hash('sha256', text);
}

/** SHA-256 of bytes, 32 bytes. As a text of one character a byte: Node takes eight times as long to hand out a buffer. */
export function sha256Bytes(bytes: Uint8Array): Uint8Array {
  const text = hash('sha256', bytes, 'binary');
  const digest = new Uint8Array(32);
  for (let at = 0; at < 32; at += 1) digest[at] = text.charCodeAt(at);
  return digest;
}

/** HMAC-SHA256 of a UTF-8 text under a UTF-8 key, lower-case hex. */
export function hmac(key: string, text: string): string {
  return createHmac('sha256', key).update(text).digest('hex');
}
