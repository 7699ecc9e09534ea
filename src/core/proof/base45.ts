/** Bytes as text of the alphabet that QR codes pack most densely (RFC 9285), one text for the same bytes. */

const LETTERS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ $%*+-./:';

export function toBase45(bytes: Uint8Array): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 2) {
    const group = bytes.subarray(at, at + 2);
    let value = group.reduce((sum, byte) => sum * 256 + byte, 0);
    for (let letters = group.length + 1; letters > 0; letters -= 1) {
      text += LETTERS[value % 45];
      value = Math.floor(value / 45);
    }
  }
  return text;
}

/** Null for any text that `toBase45` does not write. */
export function fromBase45(text: string): Uint8Array | null {
  if (text.length % 3 === 1) return null;
  const bytes: number[] = [];
  for (let at = 0; at < text.length; at += 3) {
    const [a = 0, b = 0, c] = Array.from(text.slice(at, at + 3), (letter) => LETTERS.indexOf(letter));
    const value = a + 45 * b + 45 * 45 * (c ?? 0);
    if (a < 0 || b < 0 || (c !== undefined && c < 0)) return null;
    if (value > (c === undefined ? 0xff : 0xffff)) return null;
    if (c !== undefined) bytes.push(value >> 8);
    bytes.push(value & 0xff);
  }
  return Uint8Array.from(bytes);
}
