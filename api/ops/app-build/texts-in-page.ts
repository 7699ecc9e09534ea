/** Texts of pages. */
import type { Plugin } from 'vite';
import { LANGUAGE_CODES } from '#core/languages.ts';
import { textsOf } from './paths.ts';

/** Puts the texts that pages show before any script of the app runs into the pages, in every language. */
export function textsInPage(appName: string): Plugin {
  const texts = LANGUAGE_CODES.map((code) => ({
    code,
    ...JSON.parse(textsOf(code, 'boot').replaceAll('{{app}}', appName)),
  }));
  const app = JSON.stringify(Object.fromEntries(texts.map((of) => [of.code, of.app])));
  const proofPage = texts.map((of) => `<p lang="${of.code}">${of.proofPage}</p>`).join('');
  return {
    name: 'irich:texts-in-page',
    transformIndexHtml: (html) =>
      html
        .replace('%BOOT_TEXTS%', () => app.replaceAll('&', '&amp;').replaceAll("'", '&#39;'))
        .replace('%PROOF_PAGE%', () => proofPage),
  };
}
