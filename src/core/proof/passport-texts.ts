/** The one passport among texts that were scanned, before anything in it is checked. */

/**
 * - `no_passport`: another code.
 * - `version`: a passport of a newer version of the app.
 * - `several`: different passports at once.
 */
export type PassportTextRefusal = 'no_passport' | 'version' | 'several';

export type PassportText =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: PassportTextRefusal };

const PASSPORT = /^IRICH1:/;
const ANY_VERSION = /^IRICH\d{1,3}:/;

/** @param texts of one picture: other codes beside it do not matter */
export function passportOf(texts: readonly string[]): PassportText {
  const [found, ...others] = new Set(texts.filter((text) => PASSPORT.test(text)));
  if (others.length > 0) return { ok: false, reason: 'several' };
  if (found !== undefined) return { ok: true, text: found };
  const isNewer = texts.some((text) => ANY_VERSION.test(text));
  return { ok: false, reason: isNewer ? 'version' : 'no_passport' };
}
