/** Plan links: one text per plan, and clear refusals of every other text. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isPlanLink } from '#core/launch/opening.ts';
import { decodePlan, encodePlan, MAX_PLAN_LINK, MAX_SENDER, type Plan } from '#core/plan-link.ts';
import { growsTooFast } from '#tests/support/expressions.ts';
import cases from './plan-link-cases.json' with { type: 'json' };

const [{ plan: EXAMPLE }] = cases.valid as unknown as readonly [{ readonly plan: Plan }];
const [{ text: EXAMPLE_TEXT = '' } = {}] = cases.valid;

describe('a plan link', () => {
  it.each(cases.valid)('is written and read: $name', ({ text, plan }) => {
    expect(encodePlan(plan as Plan)).toBe(text);
    expect(decodePlan(text)).toEqual({ ok: true, plan });
  });

  it.each(cases.refused)('is refused: $name', ({ text, reason }) => {
    expect(decodePlan(text)).toEqual({ ok: false, reason });
    expect(isPlanLink(text)).toBe(reason !== 'not_a_plan');
  });

  it('says every plan again, in letters that a start parameter may have', () => {
    fc.assert(
      fc.property(plans, (plan) => {
        const text = encodePlan(plan) ?? '';
        expect(text).toMatch(/^p1_[A-Za-z0-9_-]+$/);
        expect(text.length).toBeLessThanOrEqual(MAX_PLAN_LINK);
        expect(decodePlan(text)).toEqual({ ok: true, plan });
      }),
      { numRuns: 2000 },
    );
  });

  it('is the only text of its plan', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: fc.constantFrom(...ALPHABET) }), damaged), (text) => {
        const decoded = decodePlan(text.startsWith('p1_') ? text : `p1_${text}`);
        if (decoded.ok) expect(encodePlan(decoded.plan)).toBe(text);
      }),
      { numRuns: 5000 },
    );
  });

  it('with one letter changed is no plan', () => {
    fc.assert(
      fc.property(plans, fc.nat(), fc.constantFrom(...ALPHABET, '=', ' ', 'é'), (plan, place, letter) => {
        const text = encodePlan(plan) ?? '';
        const at = 3 + (place % (text.length - 3));
        const changed = text.slice(0, at) + letter + text.slice(at + 1);
        if (changed !== text) expect(decodePlan(changed)).toEqual({ ok: false, reason: 'damaged' });
      }),
      { numRuns: 2000 },
    );
  });

  it.each(cases.valid)('cut off anywhere, or with a letter twice, is no plan: $name', ({ text }) => {
    for (let at = 3; at < text.length; at += 1) {
      for (const changed of [text.slice(0, at), text.slice(0, at) + text.slice(at - 1)]) {
        expect(decodePlan(changed)).toEqual({ ok: false, reason: 'damaged' });
      }
    }
  });

  it('never throws, whatever the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(decodePlan(text).ok || decodePlan(`p1_${text}`).ok).toBe(false);
      }),
    );
  });

  it('takes numbers as typed, and gives them in one form', () => {
    const typed = { ...EXAMPLE, entry: ' 65 000,00', stop: '064000.50', leverage: '10.' };
    expect(encodePlan(typed)).toBe(EXAMPLE_TEXT);
  });

  it.each<[string, Partial<Plan>]>([
    ['no entry', { entry: '' }],
    ['a negative stop', { stop: '-1' }],
    ['an exponent', { targets: ['7e4'] }],
    ['a target of nothing', { targets: [''] }],
    ['four targets', { targets: ['66000', '67000', '68000', '69000'] }],
    ['too many digits', { targets: ['1'.repeat(31)] }],
    ['too many decimals', { stop: '0.123456789' }],
    ['leverage below 1', { leverage: '0.9' }],
    ['leverage that is no number', { leverage: 'x' }],
    ['a small letter', { symbol: 'bTC' }],
    ['a long symbol', { symbol: 'ABCDEFGHIJKLM' }],
    ['no sender', { sender: 0 }],
    ['a negative sender', { sender: -1 }],
    ['a sender beyond 2^52', { sender: MAX_SENDER + 1 }],
    ['half a sender', { sender: 1.5 }],
    ['an absurd sender', { sender: Number.NaN }],
  ])('is not written with %s', (_name, change) => {
    expect(encodePlan({ ...EXAMPLE, ...change })).toBeNull();
  });

  it('is read and written in time linear in the length', () => {
    const reader = (text: string) => [decodePlan(`p1_${text}`), encodePlan({ ...EXAMPLE, entry: text })];
    expect(growsTooFast(reader)).toBe(false);
  });
});

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';

/** In units of 10^-8. */
const units = fc.oneof(
  fc.bigInt({ min: 2n, max: 10n ** 6n }),
  fc.bigInt({ min: 2n, max: 10n ** 38n - 2n }),
  // Prices without decimals.
  fc.bigInt({ min: 1n, max: 10n ** 9n }).map((price) => price * 10n ** 8n),
);

const plans: fc.Arbitrary<Plan> = fc
  .record({
    symbol: fc.stringMatching(/^[A-Z0-9]{0,12}$/),
    positionType: fc.constantFrom('LONG', 'SHORT'),
    entry: units,
    others: fc.array(units, { maxLength: 4 }),
    leverage: fc.oneof(
      fc.constant(''),
      fc.bigInt({ min: 10n, max: 10n ** 31n - 1n }).map((tenths) => plain(tenths, 1)),
    ),
    sender: fc.oneof(fc.integer({ min: 1, max: 2 ** 31 }), fc.constantFrom(1, MAX_SENDER)),
  })
  .map(({ entry, others, positionType, ...rest }) => {
    const side = positionType === 'LONG' ? 1n : -1n;
    const above = others.filter((price) => (price - entry) * side > 0n);
    const below = others.filter((price) => (price - entry) * side < 0n);
    return {
      ...rest,
      positionType,
      entry: plain(entry, 8),
      stop: plain(below[0] ?? entry - side, 8),
      targets: above.slice(0, 3).map((price) => plain(price, 8)),
    };
  });

/** Plan links with a letter changed. */
const damaged = fc.tuple(plans, fc.nat(), fc.constantFrom(...ALPHABET)).map(([plan, place, letter]) => {
  const text = encodePlan(plan) ?? '';
  const at = place % text.length;
  return text.slice(0, at) + letter + text.slice(at + 1);
});

/** An integer with a decimal point, as plain digits in canonical form. */
function plain(value: bigint, decimals: number): string {
  const digits = value.toString().padStart(decimals + 1, '0');
  const fraction = digits.slice(-decimals).replace(/0{1,8}$/, '');
  return digits.slice(0, -decimals) + (fraction === '' ? '' : `.${fraction}`);
}
