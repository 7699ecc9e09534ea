/** The published vector of the proofs, and the ports that its tests need. */
import { createHash, createHmac, createPublicKey, verify as verifySignature } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Hash, HashInto } from '#core/proof/bytes.ts';
import type { VerifyEd25519 } from '#core/proof/note.ts';
import type { Leaf, PathStep } from '#core/proof/sum-tree.ts';

interface KeptLeaf {
  readonly userId: number;
  readonly total: string;
  readonly seq: number;
  readonly head: string;
  readonly blind: string;
}

interface Day {
  readonly day: string;
  readonly secret: string;
  readonly leaves: readonly (KeptLeaf & { readonly hash: string; readonly path: readonly PathStep[] })[];
  readonly root: string;
  readonly total: string;
  readonly entry: string;
}

interface Vector {
  readonly days: readonly Day[];
  readonly log: {
    readonly origin: string;
    readonly vkey: string;
    readonly checkpoints: readonly string[];
    readonly inclusion: readonly {
      readonly index: number;
      readonly size: number;
      readonly path: readonly string[];
    }[];
    readonly consistency: readonly {
      readonly from: number;
      readonly to: number;
      readonly path: readonly string[];
    }[];
  };
  readonly invalid: readonly (KeptLeaf & {
    readonly what: string;
    readonly root: string;
    readonly dayTotal: string;
    readonly users: number;
    readonly path: readonly PathStep[];
  })[];
  readonly invalidCheckpoints: readonly { readonly what: string; readonly note: string }[];
}

export const VECTOR: Vector = JSON.parse(
  readFileSync(new URL('../../vectors/proof.json', import.meta.url), 'utf8'),
);

export const hash: Hash = (bytes) => new Uint8Array(createHash('sha256').update(bytes).digest());

export const hashInto: HashInto = (bytes, into, at) => {
  into.set(hash(bytes), at);
  return at + 32;
};

export const verify: VerifyEd25519 = async (key, content, signature) => {
  const x = Buffer.from(key).toString('base64url');
  const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' });
  return verifySignature(null, content, publicKey, signature);
};

export function leafOf({ total, seq, head, blind }: KeptLeaf): Leaf {
  return { blind: hex(blind), total: BigInt(total), seq, head: hex(head) };
}

export function blindOf(secret: string, userId: number): string {
  return createHmac('sha256', hex(secret)).update(String(userId)).digest('hex').slice(0, 32);
}

export const hex = (text: string) => new Uint8Array(Buffer.from(text, 'hex'));
export const base64 = (text: string) => new Uint8Array(Buffer.from(text, 'base64'));
