/** The wallet connector's library as the app needs it. */
import type { Plugin } from 'vite';
import { LANGUAGE_CODES } from '#core/languages.ts';
import { here, textsOf } from './paths.ts';

/**
 * Changes to the wallet connector's library:
 * - Its `localStorage` becomes the part of it that belongs to the user: the library's keys are the same for all users.
 * - The empty handler with which Safari shows buttons as pressed is set without markup, which the content policy forbids.
 * - Its texts are those of `locales`, also in the tile of all wallets, which it shows in English only.
 * - On phones it forgets a declined connection; its view for that, with Retry and Show QR Code, is shown.
 * - tweetnacl's look for Node would end up in the first screen's files.
 */
export function walletLibrary(): Plugin {
  const own = JSON.stringify(here('src/features/wallet/connector/library-storage.ts'));
  const text = (key: string, english: string) => `useI18n()[0]("walletModal.${key}", {}, "${english}")`;
  const changes = [
    {
      file: '@tonconnect/ui/lib/index.mjs',
      before: `import { localStorage } from ${own};`,
      replace: [
        [
          'document.body.setAttribute("ontouchstart", "")',
          'document.body.addEventListener("touchstart", () => {}, { passive: true })',
        ],
        [
          'en: parseDictionary(en),\n  ru: parseDictionary(ru)',
          LANGUAGE_CODES.map((code) => `${code}: parseDictionary(${textsOf(code, 'wallet-library')})`).join(),
        ],
        ['labelLine1: "View all"', `get labelLine1() { return ${text('viewAll', 'View all')}; }`],
        ['labelLine2: "wallets"', `get labelLine2() { return ${text('ofWallets', 'wallets')}; }`],
        [
          '    setConnectionErrored(null);\n  });',
          '    setShowQR(false);\n    setConnectionErrored(props.wallet.appName === AT_WALLET_APP_NAME ? null : "connection-declined");\n  });',
        ],
      ],
    },
    {
      file: 'tweetnacl/nacl-fast.js',
      before: '',
      replace: [["typeof require !== 'undefined'", 'false']],
    },
  ] as const;
  return {
    name: 'irich:wallet-library',
    transform: {
      filter: { id: /(@tonconnect\/ui\/lib\/index\.mjs|tweetnacl\/nacl-fast\.js)$/ },
      handler(code, id) {
        const change = changes.find(({ file }) => id.replaceAll('\\', '/').endsWith(file));
        let changed = code;
        for (const [from, to] of change?.replace ?? []) {
          if (!changed.includes(from)) this.error(`${id} no longer has ${from}`);
          changed = changed.replaceAll(from, () => to);
        }
        return { code: (change?.before ?? '') + changed, map: null };
      },
    },
  };
}
