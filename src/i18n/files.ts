/**
 * Where the texts are: one file per language and namespace, each its own chunk. Part of the entry, so it imports nothing
 * that would bring more with it.
 */
import type { Language, Namespace } from './types.ts';

type File = Record<string, unknown>;
// What the bot says, and what tokens are described by, is the server's alone.
const FILES = import.meta.glob<File>(['../../locales/*/*.json', '!**/{bot,sbt}.json'], { import: 'default' });

/** Russian for a Russian host, English for every other. */
export function languageOf(code: string | null): Language {
  return code?.toLowerCase().startsWith('ru') ? 'ru' : 'en';
}

/** The texts of one file. Rejects where there is none, or it cannot be fetched. */
export async function fetchTexts(language: string, namespace: string): Promise<File> {
  const load = FILES[`../../locales/${language}/${namespace}.json`];
  if (load === undefined) throw new Error(`no texts for ${namespace}`);
  return load();
}

/** Asks for texts that will be needed in a moment; whoever needs them finds out if they did not come. */
export function askForTexts(language: Language, namespace: Namespace): void {
  fetchTexts(language, namespace).catch(() => undefined);
}
