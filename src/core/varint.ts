/** Whole numbers as LEB128: seven bits a byte, the lowest first, the highest bit set on all but the last. */

export function varint(value: bigint): number[] {
  const bytes: number[] = [];
  let rest = value;
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 0x80);
  return [...bytes, Number(rest)];
}
