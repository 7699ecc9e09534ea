/** Wallet addresses: the protocol's raw form, the user-friendly form, and a short form. */
import { toBase64url } from './base64url.ts';
import { crc16 } from './crc16.ts';

/** Workchain 0 or −1, a colon, 64 hexadecimal digits. */
const RAW = /^(0|-1):([0-9a-fA-F]{64})$/;
/** Tag of a non-bounceable address on the main network. */
const NOT_BOUNCEABLE = 0x51;

/**
 * The form that wallets show, such as `UQ…`: flag, workchain, hash and checksum in base64url. Other text than a raw
 * address stays unchanged.
 */
export function friendlyAddress(raw: string): string {
  const [, workchain, hash] = RAW.exec(raw) ?? [];
  if (workchain === undefined || hash === undefined) return raw;
  const bytes = [NOT_BOUNCEABLE, Number(workchain) & 0xff];
  for (let at = 0; at < hash.length; at += 2) bytes.push(Number.parseInt(hash.slice(at, at + 2), 16));
  const sum = crc16(bytes);
  return toBase64url([...bytes, sum >> 8, sum & 0xff]);
}

/** The first and last four characters around an ellipsis; a text that is no longer than that stays whole. */
export function shortAddress(address: string): string {
  return address.length <= 9 ? address : `${address.slice(0, 4)}…${address.slice(-4)}`;
}
