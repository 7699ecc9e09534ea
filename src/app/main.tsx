/**
 * Composition root of the browser. In this order: who opened us and where, the colours, the texts, the first screen; and
 * only after it is painted the device, the host's SDK, and the code of the other screens.
 */
import { RouterProvider } from '@tanstack/react-router';
import { createRoot } from 'react-dom/client';
import { languageOf, loadTexts, startTexts } from '#i18n/i18n.ts';
import { HostProvider } from '#platform/host-context.tsx';
import { type Launch, parseLaunch, readLaunch } from '#platform/telegram/launch.ts';
import { createTelegramHost } from '#platform/telegram/telegram-host.ts';
import { type HostTheme, paletteOf } from '#platform/telegram/theme.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import { followAccess, NOBODY } from './access.ts';
import { AfterFirstPaint } from './after-first-paint.tsx';
import { openBootHints } from './boot-hint.ts';
import { Boundary } from './boundary.tsx';
import { deferDevice } from './deferred-device.ts';
import { AppPartsProvider } from './device-context.tsx';
import { gateOf } from './gate.ts';
import { preventBlindReload } from './missing-code.ts';
import { createPage, storageOf } from './page.ts';
import { createAppRouter } from './router.ts';
import { untilFetched } from './until-fetched.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('index.html has no #root');
const root = createRoot(container);

const launch = readLaunch({
  hash: location.hash,
  navigation: performance.getEntriesByType('navigation')[0]?.name ?? null,
  storage: storageOf('sessionStorage'),
});
const gate = gateOf(launch);
preventBlindReload();
// Opened anew at the same address, perhaps by somebody else: the browser itself would change nothing but the fragment.
window.addEventListener('hashchange', () => {
  if (parseLaunch(location.hash) !== null) location.reload();
});
if (launch === null || gate === 'outside') void showClosed('outside', null);
else if (gate === 'not_mobile') void showClosed('not_mobile', launch);
else void showApp(launch);

async function showApp(launch: Launch): Promise<void> {
  const userId = launch.user?.id ?? 0;
  const hints = openBootHints(launch.user === null ? null : storageOf('localStorage'), userId);
  const hint = hints.read();
  const host = createTelegramHost(launch, hint.theme, createPage());
  const { device, connect } = deferDevice(userId);
  const access = launch.user === null ? NOBODY : followAccess(device, hints);
  const router = createAppRouter({ access });

  const hostLanguage = launch.user === null ? 'en' : languageOf(launch.user.languageCode);
  await Promise.all([startTexts(hint.language ?? hostLanguage), router.load()]);
  const startTheRest = async () => {
    const { startRest } = await untilFetched('the rest of the app', () => import('./rest.ts'));
    startRest({ launch, host, hints, device, connect, router });
  };
  root.render(
    <Boundary>
      <AfterFirstPaint work={startTheRest} />
      <HostProvider value={host}>
        <AppPartsProvider value={{ device, host, hints, access }}>
          <RouterProvider router={router} />
        </AppPartsProvider>
      </HostProvider>
    </Boundary>,
  );
}

async function showClosed(reason: 'outside' | 'not_mobile', launch: Launch | null): Promise<void> {
  showPage(launch?.theme ?? {});
  const [{ ClosedScreen }] = await Promise.all([
    import('#features/launch/closed-screen.tsx'),
    startTexts(languageOf(launch === null ? navigator.language : (launch.user?.languageCode ?? null))),
    loadTexts('launch'),
  ]);
  root.render(<ClosedScreen reason={reason} />);
}

/** Colours alone, where there is no app to run. */
function showPage(theme: HostTheme): void {
  const page = createPage();
  page.showPalette(paletteOf(theme, page.prefersDark() ? 'dark' : 'light', null));
}
