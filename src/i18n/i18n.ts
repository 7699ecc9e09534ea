/** The texts of the app: a user loads only their language and the namespaces of the screens they open. */
import i18next, { type FormatterModule } from 'i18next';
import { DEFAULT_LANGUAGE, isLanguage, LANGUAGE_CODES, type Language } from '#core/languages.ts';
import { formatNumber } from '#core/number-format.ts';
import type { Namespace } from './types.ts';

export type { Namespace };

/** Fetches one file of texts. Injected, so that the app's entry can request the first ones without i18next. */
export type FetchTexts = (language: string, namespace: string) => Promise<Record<string, unknown>>;

const RETRIES = 5;
/** Doubles with every try. */
const FIRST_WAIT_MS = 350;

let fetchTexts: FetchTexts = () => Promise.reject(new Error('startTexts was not called'));
let isServerThere: () => Promise<boolean> = async () => false;
let started: Promise<unknown> = Promise.resolve();
/** Files being fetched, by `language/namespace`. */
let fetching = new Map<string, Promise<boolean>>();
/** The failures of each file, try by try. */
let failures = new Map<string, unknown[]>();

/**
 * Starts with one language, or with English if its texts cannot be fetched. Resolves once the common texts have loaded
 * or failed.
 * @param serverAnswers whether the server can be reached: if it can, a file that does not load no longer exists.
 */
export async function startTexts(
  language: Language,
  fetchFile: FetchTexts,
  serverAnswers: () => Promise<boolean>,
): Promise<void> {
  fetchTexts = fetchFile;
  isServerThere = serverAnswers;
  fetching = new Map();
  failures = new Map();
  i18next.on('languageChanged', (changed) => {
    // The build, which renders the first screens, has no page.
    const page: Document | undefined = globalThis.document;
    if (page !== undefined) page.documentElement.lang = changed;
  });
  const initialized = i18next.use(IN_LANGUAGE).init({
    lng: language,
    supportedLngs: LANGUAGE_CODES,
    fallbackLng: false,
    resources: {},
    ns: ['common'],
    defaultNS: 'common',
    interpolation: {
      escapeValue: false,
      alwaysFormat: true,
      defaultVariables: { app: import.meta.env.VITE_APP_NAME },
    },
    returnNull: false,
  });
  started = initialized
    .then(() => fetchInto(language, 'common'))
    .then((isHere) => isHere || showLanguage(DEFAULT_LANGUAGE));
  await started;
}

/** The current language. */
export function shownLanguage(): Language {
  return isLanguage(i18next.language) ? i18next.language : DEFAULT_LANGUAGE;
}

/**
 * Loads the texts of a screen and waits for nothing else; a route's loader waits for it. Throws if the texts cannot be
 * fetched.
 */
export async function loadTexts(...namespaces: Namespace[]): Promise<void> {
  // Start at once: the first screen's own texts do not wait for the common ones.
  void fetchAll(shownLanguage(), namespaces);
  await started;
  for (;;) {
    const language = shownLanguage();
    const missing = await fetchAll(language, namespaces);
    const isShowable = missing === undefined || (await fallBack(namespaces));
    if (language === shownLanguage()) {
      if (isShowable) return;
      throw new Error(`no texts for ${missing}`, { cause: failures.get(`${language}/${missing}`)?.at(-1) });
    }
    // The language has changed meanwhile, and needs its own texts.
  }
}

/**
 * Falls back to English if the current language cannot be fetched; not if the server answers, because then there is a
 * new version.
 */
async function fallBack(namespaces: readonly Namespace[]): Promise<boolean> {
  return (
    shownLanguage() !== DEFAULT_LANGUAGE &&
    (await fetchAll(DEFAULT_LANGUAGE, namespaces)) === undefined &&
    !(await isServerThere()) &&
    showLanguage(DEFAULT_LANGUAGE)
  );
}

/** The failures of a language's files, try by try: one list for each file. */
export function failuresOf(language: Language): readonly (readonly unknown[])[] {
  return [...failures].filter(([file]) => file.startsWith(`${language}/`)).map(([, tries]) => tries);
}

/**
 * Fetches another language's texts for all loaded namespaces, so that switching needs no network. False if they cannot
 * be fetched.
 */
export async function prepareLanguage(language: Language): Promise<boolean> {
  for (;;) {
    const here = loadedNamespaces();
    if ((await fetchAll(language, ['common', ...here])) !== undefined) return false;
    // The user may have opened another screen meanwhile.
    if (loadedNamespaces().length === here.length) return true;
  }
}

function loadedNamespaces(): Namespace[] {
  return Object.keys(i18next.getDataByLanguage(shownLanguage()) ?? {}) as Namespace[];
}

/** Shows another language at once. False, without a change, if its texts cannot be fetched. */
export async function showLanguage(language: Language): Promise<boolean> {
  if (!(await prepareLanguage(language))) return false;
  await i18next.changeLanguage(language);
  return true;
}

/** Returns the first namespace whose texts cannot be fetched. */
async function fetchAll(
  language: Language,
  namespaces: readonly Namespace[],
): Promise<Namespace | undefined> {
  const areHere = await Promise.all(namespaces.map((namespace) => fetchInto(language, namespace)));
  return namespaces.find((_, index) => !areHere[index]);
}

/** Loads a file of texts into i18next; false if it cannot be fetched. Concurrent callers share one fetch. */
async function fetchInto(language: Language, namespace: Namespace): Promise<boolean> {
  if (i18next.hasResourceBundle(language, namespace)) return true;
  const file = `${language}/${namespace}`;
  let isHere = fetching.get(file);
  if (isHere === undefined) {
    isHere = tryToFetch(language, namespace).finally(() => fetching.delete(file));
    fetching.set(file, isHere);
  }
  return isHere;
}

/**
 * Retries five times, then tries once per call: the screen without texts calls again. Waiting is pointless without a
 * network, or if the file does not exist.
 */
async function tryToFetch(language: Language, namespace: Namespace): Promise<boolean> {
  const file = `${language}/${namespace}`;
  const tries = failures.get(file) ?? [];
  for (;;) {
    try {
      i18next.addResourceBundle(language, namespace, await fetchTexts(language, namespace));
      return true;
    } catch (failure) {
      tries.push(failure);
      failures.set(file, tries);
      if (tries.length > RETRIES || !navigator.onLine || (await isServerThere())) return false;
      await new Promise((resolve) => setTimeout(resolve, FIRST_WAIT_MS * 2 ** (tries.length - 1)));
    }
  }
}

/** Counts in texts have group signs like all other figures. Pass a year as text. */
const IN_LANGUAGE: FormatterModule = {
  type: 'formatter',
  init: () => undefined,
  add: () => undefined,
  addCached: () => undefined,
  format: (value: unknown, _format, language) =>
    typeof value === 'number'
      ? formatNumber(String(value), isLanguage(language) ? language : DEFAULT_LANGUAGE)
      : String(value),
};
