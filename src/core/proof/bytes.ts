/** Bytes of hashed and signed texts, for code that has neither DOM nor Node. */

/** SHA-256 of bytes, 32 bytes. Each runtime passes in its own. */
export type Hash = (bytes: Uint8Array) => Uint8Array;

/** The same, written to 32 bytes of `into` from `at` on: so the hashes of a large tree take no objects. Returns the place after them. */
export type HashInto = (bytes: Uint8Array, into: Uint8Array, at: number) => number;

export function joined(...parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** For a few bytes: a view of them takes longer than the copy. */
export function copyBytes(from: Uint8Array, at: number, length: number, into: Uint8Array, to: number): void {
  for (let place = 0; place < length; place += 1) into[to + place] = from[at + place] as number;
}

/** @param value 0 to 2^64 - 1; throws a RangeError otherwise */
export function u64(value: bigint): Uint8Array {
  if (!isU64(value)) throw new RangeError(`Not an unsigned 64-bit number: ${value}`);
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigUint64(0, value);
  return bytes;
}

export function isU64(value: bigint): boolean {
  return value >= 0n && value < 1n << 64n;
}

export function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, at) => byte === b[at]);
}

/** Throws a RangeError for a character that is not ASCII. */
export function ascii(text: string): Uint8Array {
  return Uint8Array.from(text, (character) => {
    const code = character.charCodeAt(0);
    if (code > 0x7f || character.length > 1) throw new RangeError('Not ASCII');
    return code;
  });
}

/** Lower-case hexadecimal. */
export function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Null unless the text is lower-case hexadecimal of so many bytes. */
export function fromHex(text: string, length: number): Uint8Array | null {
  if (text.length !== 2 * length || !/^[0-9a-f]*$/.test(text)) return null;
  return Uint8Array.from({ length }, (_, at) => Number.parseInt(text.slice(2 * at, 2 * at + 2), 16));
}

/** Null for bytes that are not ASCII. */
export function asciiText(bytes: Uint8Array): string | null {
  let text = '';
  for (const byte of bytes) {
    if (byte > 0x7f) return null;
    text += String.fromCharCode(byte);
  }
  return text;
}
