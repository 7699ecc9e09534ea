/** Bytes as padded text of A-Za-z0-9+/ (RFC 4648, section 4), one text for the same bytes. */
import { fromBase64url, toBase64url } from '../base64url.ts';

export function toBase64(bytes: Uint8Array): string {
  const text = toBase64url([...bytes])
    .replaceAll('-', '+')
    .replaceAll('_', '/');
  return text.padEnd(Math.ceil(text.length / 4) * 4, '=');
}

/** Null for any text that `toBase64` does not write. */
export function fromBase64(text: string): Uint8Array | null {
  if (/[-_]/.test(text)) return null;
  const plain = text
    .replace(/={0,2}$/, '')
    .replaceAll('+', '-')
    .replaceAll('/', '_');
  const bytes = fromBase64url(plain);
  if (bytes === null) return null;
  const read = Uint8Array.from(bytes);
  return toBase64(read) === text ? read : null;
}
