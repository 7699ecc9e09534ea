/** Hashes of sealed plans, and their tree of a day. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodePlan, type PlanContent, planBytes, planOfBytes } from '#core/plan-link.ts';
import { toHex } from '#core/proof/bytes.ts';
import { isSealed, sealHash } from '#core/proof/seal.ts';
import { sealPlace, sealsRoot } from '#tests/support/proof/seal-tree.ts';
import cases from '../plan-link-cases.json' with { type: 'json' };
import { hash, hex } from './published.ts';

const plans = cases.valid.map(({ plan }) => plan as PlanContent & { readonly sender: number });
const seals = fc.uniqueArray(fc.uint8Array({ minLength: 32, maxLength: 32 }), {
  minLength: 1,
  maxLength: 70,
  selector: toHex,
});

describe('the bytes of a plan without its sender', () => {
  it.each(plans)('begin its link, and are read again', ({ sender, ...plan }) => {
    const bytes = planBytes(plan) ?? [];
    expect(planOfBytes(bytes)).toEqual(plan);
    const link = Buffer.from(encodePlan({ ...plan, sender })?.slice(3) ?? '', 'base64url');
    expect([...link.subarray(0, bytes.length)]).toEqual(bytes);
    // Sender and checksum are all that is left.
    expect(link.length - bytes.length).toBeLessThanOrEqual(8 + 2);
  });

  it('that are longer, shorter or other than those of a plan are refused', () => {
    for (const { sender: _, ...plan } of plans) {
      const bytes = planBytes(plan) ?? [];
      for (const wrong of [[...bytes, 0], bytes.slice(0, -1), [], Array.from({ length: 600 }, () => 255)])
        expect(planOfBytes(wrong)).toBeNull();
    }
    fc.assert(
      fc.property(fc.array(fc.nat(255), { maxLength: 600 }), (bytes) => {
        const plan = planOfBytes(bytes);
        if (plan !== null) expect(planBytes(plan)).toEqual(bytes);
      }),
    );
  });
});

describe('the hash of a sealed plan', () => {
  it('is that of tag, salt and bytes', () => {
    const [salt, plan] = [hex('00112233445566778899aabbccddeeff'), Uint8Array.of(1, 2, 3)];
    const expected = createHash('sha256').update('irich-plan-v1').update(salt).update(plan).digest('hex');
    expect(toHex(sealHash(salt, plan, hash))).toBe(expected);
    expect(() => sealHash(salt.slice(1), plan, hash)).toThrow(RangeError);
  });
});

describe("a day's tree of seals", () => {
  it('has one root whatever the order, and shows each of its seals and no other', () => {
    fc.assert(
      fc.property(seals, fc.nat(), fc.uint8Array({ minLength: 32, maxLength: 32 }), (all, at, stranger) => {
        const root = sealsRoot(all, hash);
        expect(sealsRoot(all.toReversed(), hash)).toEqual(root);
        const one = all[at % all.length] ?? stranger;
        const place = sealPlace(one, all.toReversed(), hash);
        if (place === null) throw new Error('Not found');
        expect(place.size).toBe(all.length);
        expect(isSealed(one, place, root, hash)).toBe(true);
        if (all.some((seal) => toHex(seal) === toHex(stranger))) return;
        expect(sealPlace(stranger, all, hash)).toBeNull();
        expect(isSealed(stranger, place, root, hash)).toBe(false);
        expect(isSealed(one, place, stranger, hash)).toBe(false);
      }),
    );
  });

  it('is the tree of RFC 6962 over the hashes sorted as bytes', () => {
    const sha = (...parts: readonly Uint8Array[]) => hash(new Uint8Array(Buffer.concat(parts)));
    const [low, high] = [hex(`7f${'ff'.repeat(31)}`), hex(`80${'00'.repeat(31)}`)];
    const [zero, one] = [Uint8Array.of(0), Uint8Array.of(1)];
    expect(sealsRoot([low], hash)).toEqual(sha(zero, low));
    expect(sealsRoot([high, low], hash)).toEqual(sha(one, sha(zero, low), sha(zero, high)));
  });
});
