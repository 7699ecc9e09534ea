/**
 * Locates the texts: one file per language and namespace, each its own chunk. Part of the entry, so it imports nothing
 * that would add to it.
 */
import type { Language } from '#core/languages.ts';
import type { Namespace } from './types.ts';

type File = Record<string, unknown>;
// Only the server uses the texts of the bot and of tokens, only the build those of pages and of the wallet library; the
// page of published totals has its own in itself.
const FILES = import.meta.glob<File>(
  ['../../locales/*/*.json', '!**/{boot,bot,proof-page,sbt,wallet-library}.json'],
  {
    import: 'default',
  },
);

/** The texts of one file. Rejects if it does not exist or cannot be fetched. */
export async function fetchTexts(language: string, namespace: string): Promise<File> {
  const load = FILES[`../../locales/${language}/${namespace}.json`];
  if (load === undefined) throw new Error(`no texts for ${namespace}`);
  return load();
}

/** Starts fetching texts that are needed soon; their later use handles a failure. */
export function askForTexts(language: Language, namespace: Namespace): void {
  fetchTexts(language, namespace).catch(() => undefined);
}
