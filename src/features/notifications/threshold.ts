/** Converts the field's text to a threshold in the contract's canonical form. */
import { THRESHOLD_DIGITS } from '#core/contract/settings.ts';
import { withoutEndZeros } from '#core/digits.ts';
import { plainDigits } from '#core/number-input.ts';

/** `missing`: no number above 0; `long`: too many digits. */
export type TypedThreshold =
  | { readonly ok: true; readonly threshold: string }
  | { readonly ok: false; readonly fault: 'missing' | 'long' };

/** @param text plain digits, perhaps without leading digits or decimals, or with needless zeros. */
export function readThreshold(text: string): TypedThreshold {
  const [whole = '', fraction = ''] = (plainDigits(text) ?? '').split('.');
  const integer = whole.replace(/^0+/, '');
  const decimals = withoutEndZeros(fraction);
  if (integer === '' && decimals === '') return { ok: false, fault: 'missing' };
  if (integer.length > THRESHOLD_DIGITS.integer || decimals.length > THRESHOLD_DIGITS.decimals) {
    return { ok: false, fault: 'long' };
  }
  return { ok: true, threshold: `${integer || '0'}${decimals === '' ? '' : `.${decimals}`}` };
}
