/** What the page has in development alone: the stand-in for the messaging app, and a console for phones. */
import { createReadStream } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { HtmlTagDescriptor, Plugin } from 'vite';
import { DEMO_THEME, demoFragment } from '../demo.ts';
import { standInScript } from './stand-in.ts';

const CONSOLE_PATH = '/@dev/console.js';
/** The page of published totals: a page of its own, which stands in no messaging app. */
const PROOF_SOURCE = '/src/proof-page/proof.html';

/**
 * The build never sees this plugin: only the server of development names it.
 * @param token signs the launch of pages that are opened without one.
 */
export function developmentPage({
  token,
  hasConsole,
}: {
  readonly token: string;
  readonly hasConsole: boolean;
}): Plugin {
  return {
    name: 'irich:development-page',
    apply: 'serve',
    configureServer({ middlewares }) {
      middlewares.use((request, _response, next) => {
        request.url = request.url?.replace(/^\/proof\/?(?=\?|$)/, PROOF_SOURCE);
        next();
      });
      if (!hasConsole) return;
      middlewares.use(CONSOLE_PATH, (_request, response) => {
        response.setHeader('content-type', 'text/javascript');
        createReadStream(fileURLToPath(import.meta.resolve('eruda'))).pipe(response);
      });
    },
    transformIndexHtml(_html, { path }) {
      if (path === PROOF_SOURCE) return [];
      const standIn = standInScript({ fragment: demoFragment(token), theme: DEMO_THEME });
      return [
        ...(hasConsole ? [script({ src: CONSOLE_PATH }), script({}, 'eruda.init();')] : []),
        script({}, standIn),
      ];
    },
  };
}

function script(attrs: Record<string, string>, children?: string): HtmlTagDescriptor {
  return { tag: 'script', attrs, injectTo: 'head-prepend', ...(children === undefined ? {} : { children }) };
}
