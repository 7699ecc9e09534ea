/** CRC-16 of XMODEM (polynomial 0x1021, starting at 0): finds damage, and proves nothing. */
export function crc16(bytes: readonly number[]): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return sum;
}
