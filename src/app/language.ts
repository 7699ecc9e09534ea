/**
 * The choice of language, which a reload at any moment must not undo: it stands in the boot hint before its tap's handler
 * returns, and stays there as not yet kept until the device has it.
 */
import type { Device } from '#data/model.ts';
import type { Language } from '#i18n/types.ts';
import type { BootHint, BootHints } from './boot-hint.ts';

export interface LanguageParts {
  readonly device: Pick<Device, 'chooseLanguage'>;
  readonly hints: BootHints;
  /** Shows a language; false, and nothing changes, where its texts cannot be fetched. */
  readonly show: (language: Language) => Promise<boolean>;
}

/** `replaced`: the same or another choice was made meanwhile, and that one counts. */
export type Choice = 'shown' | 'missing' | 'replaced';

/** @param at when the user chose, milliseconds by the device's clock. */
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

/** Hands the device the choice that it has not kept yet: a new one, or one that a reload cut off. */
export async function keepChosenLanguage({ device, hints }: Omit<LanguageParts, 'show'>): Promise<void> {
  const { unkept } = hints.read();
  if (unkept === null) return;
  try {
    await device.chooseLanguage(unkept.language, unkept.at);
    if (hints.read().unkept === unkept) hints.write({ unkept: null });
  } catch (error) {
    console.warn('the language is not kept yet', error);
  }
}

/** The device's language outranks the hint: another device may have chosen it. Not while a choice is on its way there. */
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

/** Whether a choice was made after `choice`, while texts were fetched. It is shown where those came last. */
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
/** Where the texts of that choice are being fetched. */
const underWay = new WeakSet<BootHints>();
