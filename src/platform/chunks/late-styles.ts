/**
 * The styles of all screens but those with `hasStylesInPage`: one file, so that their order never depends on which screen
 * was opened first. The build writes its address into the page (api/ops/app-build/first-screen-at-once.ts).
 */
import { readFile } from './import-chunk.ts';

let adopting: Promise<void> | null = null;

/** Resolves once they are in force; at once without a page, or in one that was not built. Rejects with a `MissingChunkError`. */
export function lateStyles(): Promise<void> {
  const page: Document | undefined = globalThis.document;
  const address = page?.querySelector<HTMLMetaElement>('meta[name="late-styles"]')?.content;
  if (address === undefined) return Promise.resolve();
  adopting ??= readFile(address, 'css').then(adopt, (failure: unknown) => {
    adopting = null;
    throw failure;
  });
  return adopting;
}

function adopt(text: string): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(text);
  document.adoptedStyleSheets.push(sheet);
}
