/** The texts of the app: a user loads the language they read and the namespaces of the screens they open. */
import i18next, { type BackendModule, type FormatterModule } from 'i18next';
import { formatNumber } from '#core/number-format.ts';
import type { Language, Namespace } from './types.ts';

export const LANGUAGES = ['en', 'ru'] as const satisfies readonly Language[];
export type { Language, Namespace };

/** Fetches one file of texts. Handed in, so that the entry of the app can ask for the first ones without i18next. */
export type FetchTexts = (language: string, namespace: string) => Promise<Record<string, unknown>>;

const RETRIES = 5;

let started: Promise<unknown> = Promise.resolve();
let isServerThere: () => Promise<boolean> = async () => false;
let ahead: (namespace: Namespace) => void = () => undefined;
/** Why each file of texts did not come, try by try. */
let failures: Record<string, unknown[]> = {};

/**
 * Starts with one language, or in English where that one's texts cannot be fetched; resolves once the common texts are
 * here, or could not be fetched either.
 * @param serverAnswers whether the server can be reached: a file that does not come all the same is gone.
 */
export async function startTexts(
  language: Language,
  fetchTexts: FetchTexts,
  serverAnswers: () => Promise<boolean>,
): Promise<void> {
  isServerThere = serverAnswers;
  failures = {};
  ahead = (namespace) => {
    // Whoever needs them finds out if they did not come.
    fetchTexts(language, namespace).catch(() => undefined);
  };
  i18next.on('languageChanged', (changed) => {
    document.documentElement.lang = changed;
  });
  started = i18next
    .use(backendOf(fetchTexts))
    .use(IN_LANGUAGE)
    .init({
      lng: language,
      supportedLngs: LANGUAGES,
      fallbackLng: false,
      ns: ['common'],
      defaultNS: 'common',
      interpolation: { escapeValue: false, alwaysFormat: true },
      returnNull: false,
      // Ten by default: another language on its way over a weak network would keep a screen from its texts.
      maxParallelReads: 99,
    })
    .then(() => i18next.hasResourceBundle(language, 'common') || showLanguage('en'));
  await started;
}

/** The language shown now. */
export function shownLanguage(): Language {
  return i18next.language === 'ru' ? 'ru' : 'en';
}

/** Loads what a screen needs; a route's loader waits for it. Throws where the texts cannot be fetched. */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  // Both at once: the first screen's own texts do not wait for the common ones.
  namespaces.forEach(ahead);
  await started;
  await i18next.loadNamespaces(namespaces);
  const language = shownLanguage();
  for (const namespace of namespaces) {
    if (i18next.hasResourceBundle(language, namespace)) continue;
    // A failed fetch is remembered as failed; asking for it again needs this.
    await i18next.reloadResources([language], [namespace]);
    if (i18next.hasResourceBundle(language, namespace)) continue;
    if (await fallBack()) return;
    throw new Error(`no texts for ${namespace}`, { cause: failures[`${language}/${namespace}`]?.at(-1) });
  }
}

/** English where the language shown cannot be fetched; not where the server answers, for then a new version is there. */
async function fallBack(): Promise<boolean> {
  return (
    shownLanguage() !== 'en' &&
    (await prepareLanguage('en')) &&
    !(await isServerThere()) &&
    showLanguage('en')
  );
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

/** Why files of a language did not come, try by try: one list for each. */
export function failuresOf(language: Language): readonly (readonly unknown[])[] {
  return Object.keys(failures)
    .filter((file) => file.startsWith(language))
    .map((file) => failures[file] ?? []);
}

/** Shows another language at once. False, and nothing changes, where its texts cannot be fetched. */
export async function showLanguage(language: Language): Promise<boolean> {
  if (!(await prepareLanguage(language))) return false;
  await i18next.changeLanguage(language);
  return true;
}

/** Counts in texts have group signs like all other figures. A year is handed over as text. */
const IN_LANGUAGE: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language) =>
    typeof value === 'number' ? formatNumber(String(value), language === 'ru' ? 'ru' : 'en') : String(value),
};

function backendOf(fetchTexts: FetchTexts): BackendModule {
  return {
    type: 'backend',
    init: () => undefined,
    read(language, namespace, callback) {
      fetchTexts(language, namespace).then(
        (texts) => callback(null, texts),
        async (error: unknown) => {
          const file = `${language}/${namespace}`;
          const tries = [...(failures[file] ?? []), error];
          failures[file] = tries;
          // True asks for a retry: five in all, from 350 ms, doubling; after those the screen that misses them tries again
          // by itself. Without a network, or a file, there is no point in waiting.
          callback(String(error), tries.length <= RETRIES && navigator.onLine && !(await isServerThere()));
        },
      );
    },
  };
}
