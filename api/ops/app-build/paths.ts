/** Paths of the project, and the texts in it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Language } from '#core/languages.ts';

/** The absolute path of a file of the project. */
export const here = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

/** A file of `locales`, as JSON on one line. */
export function textsOf(language: Language, namespace: string): string {
  return JSON.stringify(JSON.parse(readFileSync(here(`locales/${language}/${namespace}.json`), 'utf8')));
}
