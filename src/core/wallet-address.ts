/** Wallet addresses: the protocol's raw form, the user-friendly form, and a short form. */

/** Workchain 0 or −1, a colon, 64 hexadecimal digits. */
const RAW = /^(0|-1):([0-9a-fA-F]{64})$/;
/** Tag of a non-bounceable address on the main network. */
const NOT_BOUNCEABLE = 0x51;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/**
 * The form that wallets show, such as `UQ…`: flag, workchain, hash and checksum in base64url. Other text than a raw
 * address stays unchanged.
 */
export function friendlyAddress(raw: string): string {
  const [, workchain, hash] = RAW.exec(raw) ?? [];
  if (workchain === undefined || hash === undefined) return raw;
  const bytes = [NOT_BOUNCEABLE, Number(workchain) & 0xff];
  for (let at = 0; at < hash.length; at += 2) bytes.push(Number.parseInt(hash.slice(at, at + 2), 16));
  const sum = checksum(bytes);
  return base64url([...bytes, sum >> 8, sum & 0xff]);
}

/** The first and last four characters around an ellipsis; a text that is no longer than that stays whole. */
export function shortAddress(address: string): string {
  return address.length <= 9 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;
}

/** CRC-16 of XMODEM. */
function checksum(bytes: readonly number[]): number {
  let sum = 0;
  for (const byte of bytes) {
    sum ^= byte << 8;
    for (let bit = 0; bit < 8; bit += 1) sum = ((sum << 1) ^ (sum & 0x8000 ? 0x1021 : 0)) & 0xffff;
  }
  return sum;
}

/** The number of bytes must be a multiple of three, so that nothing is padded. */
function base64url(bytes: readonly number[]): string {
  let text = '';
  for (let at = 0; at < bytes.length; at += 3) {
    const [a = 0, b = 0, c = 0] = bytes.slice(at, at + 3);
    const bits = (a << 16) | (b << 8) | c;
    for (const shift of [18, 12, 6, 0]) text += LETTERS[(bits >> shift) & 63];
  }
  return text;
}
