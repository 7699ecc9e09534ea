/**
 * The screens that most launches begin with, as HTML: the build puts them into the page, public/boot.js shows one before
 * any other script has arrived, and React replaces it with the same. Runs in Node.
 */
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { LANGUAGE_CODES, type Language } from '#core/languages.ts';
import { DeviceProvider } from '#device/device-context.ts';
import { fetchTexts } from '#i18n/files.ts';
import { showLanguage, startTexts } from '#i18n/i18n.ts';
import { HostProvider } from '#platform/host-context.tsx';
import type { Launch } from '#platform/telegram/launch.ts';
import { createTelegramHost, type HostPage } from '#platform/telegram/telegram-host.ts';
import { AppPartsProvider } from '../device-context.tsx';
import { createAppRouter } from '../routing/router.tsx';
import { type AccessState, NO_USER } from './access.ts';
import { openBootHints } from './boot-hint.ts';
import { deferDevice } from './deferred-device.ts';

export interface FirstScreen {
  readonly name: string;
  readonly language: Language;
  readonly html: string;
}

/** By the name that public/boot.js knows. */
const SCREENS = {
  about: { path: '/', access: 'unknown' },
  home: { path: '/index', access: 'returning' },
} as const;

/** public/boot.js puts the user's name in its place. */
const NAME = '{{name}}';

export async function renderFirstScreens(): Promise<FirstScreen[]> {
  const nothing = { getItem: () => null };
  Object.assign(globalThis, { window: { sessionStorage: nothing, localStorage: nothing } });
  await startTexts('en', fetchTexts, async () => false);
  const screens: FirstScreen[] = [];
  for (const language of LANGUAGE_CODES) {
    await showLanguage(language);
    for (const [name, { path, access }] of Object.entries(SCREENS))
      screens.push({ name, language, html: await renderAt(path, { ...NO_USER, current: () => access }) });
  }
  return screens;
}

async function renderAt(path: string, access: AccessState): Promise<string> {
  const router = createAppRouter({ access });
  const history = createMemoryHistory({ initialEntries: [path] });
  // Its script in the page would break the content policy.
  router.update({ ...router.options, history, scrollRestoration: false });
  await router.load();
  const host = createTelegramHost(LAUNCH, 'host', PAGE);
  return renderToStaticMarkup(
    <HostProvider value={host}>
      <DeviceProvider value={deferDevice(0).device}>
        <AppPartsProvider value={{ host, hints: openBootHints(null, 0), access }}>
          <RouterProvider router={router} />
        </AppPartsProvider>
      </DeviceProvider>
    </HostProvider>,
  );
}

const LAUNCH: Launch = {
  platform: 'android',
  version: '8.0',
  data: '',
  user: {
    id: 1,
    firstName: NAME,
    lastName: null,
    username: null,
    photoUrl: null,
    languageCode: null,
    isPremium: false,
  },
  startParameter: null,
  theme: {},
  parameters: {},
};

const nothing = (): void => undefined;
const PAGE: HostPage = {
  userAgent: '',
  prefersDark: () => false,
  prefersStillness: () => false,
  showPalette: nothing,
  showInsets: nothing,
  showMotion: nothing,
  open: nothing,
  activated: nothing,
};
