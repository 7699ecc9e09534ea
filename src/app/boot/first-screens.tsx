/**
 * The screens that most launches begin with, as HTML: the build puts them into the page, public/boot.js shows one before
 * any other script has arrived, and React replaces it with the same. Runs in Node.
 */
import { createMemoryHistory, RouterProvider } from '@tanstack/react-router';
import { renderToStaticMarkup } from 'react-dom/server';
import { CALCULATION_TYPES, pathOf } from '#core/calculators/catalogue.ts';
import { LANGUAGE_CODES, LANGUAGES, type Language } from '#core/languages.ts';
import { DeviceProvider } from '#device/device-context.ts';
import { draftKey } from '#features/calculators/shared/use-draft.ts';
import { fetchTexts } from '#i18n/files.ts';
import { showLanguage, startTexts } from '#i18n/i18n.ts';
import { HostProvider } from '#platform/host-context.tsx';
import type { Launch } from '#platform/telegram/launch.ts';
import { createTelegramHost, type HostPage } from '#platform/telegram/telegram-host.ts';
import { AppPartsProvider } from '../device-context.tsx';
import { createAppRouter } from '../routing/router.tsx';
import { SCREENS, type ScreenLine } from '../screens/table.ts';
import { type AccessState, NO_USER } from './access.ts';
import { openBootHints } from './boot-hint.ts';
import { deferDevice } from './deferred-device.ts';

export interface FirstScreen {
  readonly path: string;
  readonly language: Language;
  readonly html: string;
  /** Most launches begin with it: the page has it also before a service worker keeps that. */
  readonly isInPage: boolean;
  /** What public/boot.js needs to know of it. */
  readonly data: Readonly<Record<string, string>>;
}

/** public/boot.js puts the user's name in its place. */
const NAME = '{{name}}';

export async function renderFirstScreens(): Promise<FirstScreen[]> {
  // No draft is kept, for certain.
  const storage = { getItem: () => 'null' };
  Object.assign(globalThis, { window: { sessionStorage: storage, localStorage: storage } });
  await startTexts('en', fetchTexts, async () => false);
  const screens: FirstScreen[] = [];
  for (const language of LANGUAGE_CODES) {
    await showLanguage(language);
    for (const { path, isFirst, hasStylesInPage } of SCREENS as readonly ScreenLine[]) {
      if (!isFirst) continue;
      const access = path === '/' ? 'unknown' : 'returning';
      const html = await renderAt(path, { ...NO_USER, current: () => access });
      screens.push({
        path,
        language,
        html,
        isInPage: hasStylesInPage === true,
        data: formOf(path, language),
      });
    }
  }
  return screens;
}

/** Where the draft of a form is kept, and the signs of its numbers. */
function formOf(path: string, language: Language): FirstScreen['data'] {
  const type = CALCULATION_TYPES.find((one) => pathOf(one) === path);
  return type === undefined ? {} : { draft: draftKey(type, null), ...LANGUAGES[language].numbers };
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
