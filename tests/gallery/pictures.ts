/** Which pictures exist and their file names. */
import { LANGUAGE_CODES, type Language } from '#core/languages.ts';
import type { Look } from '#tests/gallery/look.ts';

export interface Variant {
  readonly language: Language;
  readonly scheme: 'light' | 'dark';
}

export const VARIANTS: readonly Variant[] = LANGUAGE_CODES.flatMap((language) => [
  { language, scheme: 'light' },
  { language, scheme: 'dark' },
]);

export interface Size {
  readonly width: number;
  readonly height: number;
}

export const SIZES: readonly [Size, Size] = [
  { width: 390, height: 844 },
  { width: 320, height: 568 },
];

export function fileOf({ name }: Look, { language, scheme }: Variant, { width }: Size): string {
  const plain = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  return `pictures/${plain}-${language}-${scheme}-${width}.png`;
}
