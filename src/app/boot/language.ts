/**
 * Chooses the language so that a reload at any moment cannot undo it: the boot hint holds the choice before the tap's
 * handler returns, and marks it as unsaved until the device has it.
 */

import type { Language } from '#core/languages.ts';
import type { Device } from '#device/model.ts';
import type { BootHint, BootHints } from './boot-hint.ts';

export interface LanguageParts {
  readonly device: Pick<Device, 'chooseLanguage'>;
  readonly hints: BootHints;
  /** Shows a language; false, without a change, if its texts cannot be fetched. */
  readonly show: (language: Language) => Promise<boolean>;
}

/** `replaced`: a newer choice was made meanwhile and takes precedence. */
export type Choice = 'shown' | 'missing' | 'replaced';

/** @param at time of the choice, milliseconds by the device's clock. */
export async function chooseLanguage(parts: LanguageParts, language: Language, at: number): Promise<Choice> {
  const { hints, show } = parts;
  const before = hints.read();
  if (underWay.has(hints) && newest.get(hints)?.language === language) return 'replaced';
  const choice = { language, at };
  newest.set(hints, choice);
  underWay.add(hints);
  hints.write({ language, unkept: choice });
  const isShown = await show(language);
  if (await isReplaced(parts, choice, isShown)) return 'replaced';
  underWay.delete(hints);
  if (!isShown) {
    hints.write({ language: before.language, unkept: before.unkept });
    return 'missing';
  }
  void keepChosenLanguage(parts);
  return 'shown';
}

/** Passes a choice that is not saved yet to the device: a new one, or one that a reload interrupted. */
export async function keepChosenLanguage({ device, hints }: Omit<LanguageParts, 'show'>): Promise<void> {
  const { unkept } = hints.read();
  if (unkept === null) return;
  try {
    await device.chooseLanguage(unkept.language, unkept.at);
    if (hints.read().unkept === unkept) hints.write({ unkept: null });
  } catch (error) {
    console.warn('cannot save the language yet', error);
  }
}

/**
 * The device's language takes precedence over the hint, since another device may have chosen it; but not while a choice
 * made here is unsaved.
 */
export async function followLanguage(
  { hints, show }: Omit<LanguageParts, 'device'>,
  language: Language | null | undefined,
  shown: Language,
): Promise<void> {
  if (language === null || language === undefined || hints.read().unkept !== null) return;
  const before = newest.get(hints);
  const isShown = language === shown || (await show(language));
  if (!(await isReplaced({ hints, show }, before, isShown)) && isShown) hints.write({ language });
}

/**
 * Whether a choice newer than `choice` was made while texts were fetched. If the older texts arrived last, it shows the
 * newer choice again.
 */
async function isReplaced(
  { hints, show }: Omit<LanguageParts, 'device'>,
  choice: Made | undefined,
  isShown: boolean,
): Promise<boolean> {
  const latest = newest.get(hints);
  if (latest === undefined || latest === choice) return false;
  if (isShown) await show(latest.language);
  return true;
}

type Made = NonNullable<BootHint['unkept']>;

/** The newest choice of this page. */
const newest = new WeakMap<BootHints, Made>();
/** Hints whose newest choice is still fetching its texts. */
const underWay = new WeakSet<BootHints>();
