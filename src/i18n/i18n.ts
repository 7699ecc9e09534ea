/**
 * The texts of the app. One file per language and namespace, each its own chunk: a user loads the language they read and
 * the namespaces of the screens they open.
 */
import i18next, { type BackendModule } from 'i18next';
import type { Texts } from './types.ts';

export const LANGUAGES = ['en', 'ru'] as const;
export type Language = (typeof LANGUAGES)[number];
export type Namespace = keyof Texts;

/** Russian for a Russian host, English for every other. */
export function languageOf(code: string | null): Language {
  return code?.toLowerCase().startsWith('ru') ? 'ru' : 'en';
}

let started: Promise<unknown> = Promise.resolve();
let starting: Language = 'en';

/** Starts with one language; resolves once its common texts are here, or could not be fetched. */
export async function startTexts(language: Language): Promise<void> {
  starting = language;
  i18next.on('languageChanged', (changed) => {
    document.documentElement.lang = changed;
  });
  started = i18next.use(files).init({
    lng: language,
    supportedLngs: LANGUAGES,
    fallbackLng: false,
    ns: ['common'],
    defaultNS: 'common',
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await started;
}

/** The language shown now. */
export function shownLanguage(): Language {
  return languageOf(i18next.language);
}

/** Loads what a screen needs; a route's loader waits for it. Throws where the texts cannot be fetched. */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  // Both at once: the first screen's own texts do not wait for the common ones.
  for (const namespace of namespaces) FILES[fileOf(starting, namespace)]?.().catch(() => undefined);
  await started;
  await i18next.loadNamespaces(namespaces);
  const language = shownLanguage();
  for (const namespace of namespaces) {
    if (i18next.hasResourceBundle(language, namespace)) continue;
    // A failed fetch is remembered as failed; asking for it again needs this.
    await i18next.reloadResources([language], [namespace]);
    if (!i18next.hasResourceBundle(language, namespace)) throw new Error(`no texts for ${namespace}`);
  }
}

/**
 * Fetches another language's texts for everything on the screen, so that changing to it needs no network.
 * False where they cannot be fetched.
 */
export async function prepareLanguage(language: Language): Promise<boolean> {
  const namespaces = [i18next.options.ns ?? []].flat();
  const missing = namespaces.filter((namespace) => !i18next.hasResourceBundle(language, namespace));
  if (missing.length > 0) await i18next.reloadResources([language], missing);
  return namespaces.every((namespace) => i18next.hasResourceBundle(language, namespace));
}

/** Shows another language at once. False, and nothing changes, where its texts cannot be fetched. */
export async function showLanguage(language: Language): Promise<boolean> {
  if (!(await prepareLanguage(language))) return false;
  await i18next.changeLanguage(language);
  return true;
}

type File = Record<string, unknown>;
const FILES = import.meta.glob<File>('../../locales/*/*.json', { import: 'default' });

const files: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, namespace, callback) {
    const load = FILES[fileOf(language, namespace)];
    if (load === undefined) {
      callback(`no texts for ${namespace}`, false);
      return;
    }
    load().then(
      (texts) => callback(null, texts),
      // True asks for a retry: up to five, from 350 ms, doubling. Without a network there is no point in waiting.
      (error: unknown) => callback(String(error), navigator.onLine),
    );
  },
};

function fileOf(language: string, namespace: string): string {
  return `../../locales/${language}/${namespace}.json`;
}
