import { expect, test } from 'vitest';
import { type BootHints, openBootHints } from '#app/boot/boot-hint.ts';
import { chooseLanguage, followLanguage, keepChosenLanguage } from '#app/boot/language.ts';
import type { Language } from '#core/languages.ts';

interface Rig {
  readonly hints: BootHints;
  /** Language choices that the device has. */
  readonly kept: (readonly [Language, number | undefined])[];
  readonly device: { chooseLanguage(language: Language, at?: number): Promise<void> };
  shown: Language;
  /** Delivers the texts of a language. */
  arrive(language: Language, isThere?: boolean): Promise<void>;
  readonly show: (language: Language) => Promise<boolean>;
}

function rig(): Rig {
  const waiting: { language: Language; settle: (isThere: boolean) => void }[] = [];
  const self: Rig = {
    hints: openBootHints(null, 7),
    kept: [],
    device: { chooseLanguage: async (language, at) => void self.kept.push([language, at]) },
    shown: 'en',
    async arrive(language, isThere = true) {
      for (const one of waiting.filter((each) => each.language === language)) {
        waiting.splice(waiting.indexOf(one), 1);
        one.settle(isThere);
      }
      await new Promise<void>((resolve) => setImmediate(resolve));
    },
    show: (language) =>
      new Promise((resolve) => {
        waiting.push({
          language,
          settle(isThere) {
            if (isThere) self.shown = language;
            resolve(isThere);
          },
        });
      }),
  };
  return self;
}

test('a choice is first stored in the hint, until the device has it', async () => {
  const r = rig();
  const choosing = chooseLanguage(r, 'ru', 5);
  expect(r.hints.read()).toMatchObject({ language: 'ru', unkept: { language: 'ru', at: 5 } });
  expect(r.kept).toEqual([]);
  await r.arrive('ru');
  expect(await choosing).toBe('shown');
  expect(r.kept).toEqual([['ru', 5]]);
  expect(r.hints.read()).toMatchObject({ language: 'ru', unkept: null });
});

test('an interrupted choice is stored at the next start, and the device does not undo it before', async () => {
  const r = rig();
  r.hints.write({ language: 'ru', unkept: { language: 'ru', at: 5 } });
  await followLanguage(r, 'en', 'ru');
  expect(r.hints.read().language).toBe('ru');
  await keepChosenLanguage(r);
  expect(r.kept).toEqual([['ru', 5]]);
  expect(r.hints.read().unkept).toBeNull();
  void followLanguage(r, 'en', 'ru');
  await r.arrive('en');
  expect(r.hints.read().language).toBe('en');
  await keepChosenLanguage(r);
  expect(r.kept).toHaveLength(1);
});

test('without its texts nothing changes', async () => {
  const r = rig();
  r.hints.write({ language: 'en' });
  const choosing = chooseLanguage(r, 'ru', 5);
  await r.arrive('ru', false);
  expect(await choosing).toBe('missing');
  expect(r.hints.read()).toMatchObject({ language: 'en', unkept: null });
  expect(r.kept).toEqual([]);
});

test('repeating a choice is one choice, and the last of two wins in any order of their texts', async () => {
  const r = rig();
  const first = chooseLanguage(r, 'ru', 5);
  expect(await chooseLanguage(r, 'ru', 6)).toBe('replaced');
  const second = chooseLanguage(r, 'en', 7);
  await r.arrive('en');
  expect(await second).toBe('shown');
  await r.arrive('ru');
  await r.arrive('en');
  expect(await first).toBe('replaced');
  expect(r.shown).toBe('en');
  expect(r.kept).toEqual([['en', 7]]);
  expect(r.hints.read()).toMatchObject({ language: 'en', unkept: null });
});

test('a failing device keeps the choice for the next start', async () => {
  const r = rig();
  const device = { chooseLanguage: () => Promise.reject(new Error('the database is gone')) };
  r.hints.write({ unkept: { language: 'ru', at: 5 } });
  await keepChosenLanguage({ device, hints: r.hints });
  expect(r.hints.read().unkept).toEqual({ language: 'ru', at: 5 });
});

test("late texts of the device's language do not replace a newer choice", async () => {
  const r = rig();
  const following = followLanguage(r, 'ru', 'en');
  const choosing = chooseLanguage(r, 'en', 7);
  await r.arrive('en');
  expect(await choosing).toBe('shown');
  await r.arrive('ru');
  await r.arrive('en');
  await following;
  expect(r.shown).toBe('en');
  expect(r.hints.read()).toMatchObject({ language: 'en', unkept: null });
});
