/** The texts of a screen in the current language. Re-renders when the language changes. */
import i18next, { type FlatNamespace, type TFunction } from 'i18next';
import { useMemo, useSyncExternalStore } from 'react';

export interface Translation<Namespaces extends FlatNamespace | readonly FlatNamespace[]> {
  readonly t: TFunction<Namespaces>;
  readonly i18n: typeof i18next;
}

/**
 * `t` of one namespace, or of several: keys of the first need no prefix, others are `namespace:key`. The route has
 * loaded them before the screen renders.
 */
export function useTranslation<const Namespaces extends FlatNamespace | readonly FlatNamespace[] = 'common'>(
  namespaces?: Namespaces,
): Translation<Namespaces> {
  const language = useSyncExternalStore(subscribe, languageShown, languageShown);
  const names = typeof namespaces === 'object' ? namespaces.join() : namespaces;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a list of the same names is the same list
  const t = useMemo(() => i18next.getFixedT(language, namespaces ?? 'common'), [language, names]);
  return { t: t as TFunction<Namespaces>, i18n: i18next };
}

function subscribe(onChange: () => void): () => void {
  i18next.on('languageChanged', onChange);
  return () => i18next.off('languageChanged', onChange);
}

function languageShown(): string {
  return i18next.language;
}
