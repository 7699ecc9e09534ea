/** The code of every screen, each a file of its own. Part of the entry, so it imports nothing heavy. */
import type { ComponentType } from 'react';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { ScreenLine } from './table.ts';

export const CODE = import.meta.glob<ComponentType>(
  ['/src/app/screens/*.tsx', '!**/home-next.tsx', '/src/features/**/screen.tsx'],
  { import: 'Screen' },
);

/** One try: if the code does not load, the route's error screen tries again. */
export async function loadScreen({ file, hasStylesInPage }: ScreenLine): Promise<ComponentType> {
  const load = CODE[`/${file}`];
  if (load === undefined) throw new Error(`${file} is no screen`);
  return loadChunk('a screen', load, { patience: 0, hasStylesInPage: hasStylesInPage === true });
}
