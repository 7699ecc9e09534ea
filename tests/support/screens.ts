/** The screens after onboarding, from the app's own table, with their English titles. */
import { readFileSync } from 'node:fs';
import { SCREENS, type ScreenLine, type ScreenPath } from '#app/screens/table.ts';

export const SHOWN: readonly (ScreenLine & { readonly path: ScreenPath })[] = SCREENS.filter(
  ({ path }) => path !== '/',
);

/** By path; the title of Home has the name of the user. */
export const TITLES = Object.fromEntries(
  SHOWN.map(({ path, title }) => [path, title === null ? /Ada/ : textOf(title)]),
) as Readonly<Record<ScreenPath, string | RegExp>>;

function textOf(key: string): string {
  const [namespace, path = ''] = key.split(':');
  const file = new URL(`../../locales/en/${namespace}.json`, import.meta.url);
  let found: unknown = JSON.parse(readFileSync(file, 'utf8'));
  for (const part of path.split('.')) found = (found as Record<string, unknown>)[part];
  if (typeof found !== 'string') throw new Error(`no text for ${key}`);
  return found;
}
