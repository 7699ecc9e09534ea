/** SHA-256 for the device: synchronous, as the chain needs it. */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import type { Sha256 } from '#core/points/chain.ts';

export const deviceSha256: Sha256 = (text) => bytesToHex(sha256(utf8ToBytes(text)));
