/** Bytes as text of A-Za-z0-9_- without padding (RFC 4648, section 5), for code that has neither DOM nor Node. */

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** @param bytes each 0 to 255 */
export function toBase64url(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const group = bytes.slice(at, at + 3);
    const [a = 0, b = 0, c = 0] = group;
    const bits = (a << 16) | (b << 8) | c;
    for (const shift of [18, 12, 6, 0].slice(0, group.length + 1)) text += LETTERS[(bits >> shift) & 63];
  }
  return text;
}

/**
 * Null for a letter outside of the alphabet. Bits at the end that fill no byte are ignored: a reader that accepts only
 * one text for the same bytes must write them again and compare.
 */
export function fromBase64url(text: string): number[] | null {
  const bytes: number[] = [];
  let bits = 0;
  let count = 0;
  for (const letter of text) {
    const value = LETTERS.indexOf(letter);
    if (value < 0) return null;
    bits = ((bits << 6) | value) & 0xffff;
    count += 6;
    if (count < 8) continue;
    count -= 8;
    bytes.push((bits >> count) & 0xff);
  }
  return bytes;
}
