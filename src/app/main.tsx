/**
 * Composition root of the browser, kept as small as possible: it finds out who opened the app and requests everything
 * that the first screen needs at once, rather than file by file. `start.tsx` puts it together.
 */
import { DEFAULT_LANGUAGE, languageOf } from '#core/languages.ts';
import { askForTexts } from '#i18n/files.ts';
import { missingChunkOf } from '#platform/chunks/import-chunk.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { HostUser } from '#platform/host.ts';
import { findBridge } from '#platform/telegram/bridge.ts';
import { type Launch, parseLaunch, readLaunch } from '#platform/telegram/launch.ts';
import { afterPaint } from '#ui/after-paint.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import { askServer } from './boot/ask-server.ts';
import { openBootHints } from './boot/boot-hint.ts';
import { gateOf } from './boot/gate.ts';
import { storageOf } from './boot/page.ts';
import { serverAnswers } from './chunks/server-answers.ts';
import { loadScreen } from './screens/load-screen.ts';
import { screenAt } from './screens/table.ts';

const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const launch = readLaunch({
  hash: location.hash,
  navigation: visit?.name ?? null,
  storage: storageOf('sessionStorage'),
});
// A new launch at the same address, perhaps of another user: the browser itself would change only the fragment.
window.addEventListener('hashchange', () => {
  if (parseLaunch(location.hash) !== null) location.reload();
});
let isReloading = false;
// The files have just been fetched, but the engine remembers the failed import for the life of the page.
const onFailure = (failure: unknown): void => {
  if (missingChunkOf(failure)?.status !== 'stuck' || isReloading) return;
  isReloading = true;
  void reloadWhereSafe(visit?.type === 'reload' ? 10_000 : 0);
};
/** The screen that the page itself has is painted, and a form takes digits, before the app's code needs the processor. */
const painted =
  document.querySelector('#root > *') === null ? Promise.resolve() : new Promise<void>(afterPaint);
const start = painted.then(() =>
  loadChunk('the app', () => import('./boot/start.tsx'), { hasStylesInPage: true, onFailure }),
);
const loadLaunchScreens = () =>
  loadChunk('the launch screens', () => import('./boot/launch-screens.tsx'), { onFailure });
if (launch === null) {
  void loadLaunchScreens().then(({ showClosedScreen }) =>
    showClosedScreen({ reason: 'outside', theme: {}, language: languageOf(navigator.language) }),
  );
} else if (gateOf(launch) === 'not_mobile') {
  const { theme } = launch;
  const language = languageOf(launch.user?.languageCode);
  void loadLaunchScreens().then(({ showClosedScreen }) =>
    showClosedScreen({ reason: 'not_mobile', theme, language }),
  );
} else if (launch.user === null) openApp(launch);
else void openForUser(launch, launch.user);

/**
 * Only if the page will load again: a reload without a network and without a service worker would leave an error page.
 */
async function reloadWhereSafe(waitMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  const isControlled = navigator.serviceWorker?.controller != null;
  if (isControlled || (await serverAnswers())) location.reload();
  else void reloadWhereSafe(10_000);
}

/** Outside the messaging app, a link alone opens no account: the user must confirm, and the server must accept. */
async function openForUser(launch: Launch, user: HostUser): Promise<void> {
  await painted;
  if (!(await findBridge(window as object))) {
    const { confirmLaunch } = await loadLaunchScreens();
    const storage = storageOf('localStorage');
    // In the browser's language: the sender of the link chose the link's language.
    await confirmLaunch({ launch, user, storage, language: languageOf(navigator.language) });
  }
  openApp(launch);
}

function openApp(launch: Launch): void {
  const { user } = launch;
  const hints = openBootHints(user === null ? null : storageOf('localStorage'), user?.id ?? 0);
  const hint = hints.read();
  // Without a user, the app is in English.
  const language = user === null ? DEFAULT_LANGUAGE : (hint.language ?? languageOf(user.languageCode));
  askForTexts(language, 'common');
  // Only the server can say that a user is new. It is asked now, before the device's code has arrived.
  const word = user === null || hint.onboarded || hint.completing ? null : askServer(launch);
  if (user !== null) {
    const { pathname } = location;
    const isHome = pathname === '/' || pathname === '/index';
    const screen = screenAt(!isHome ? pathname : hint.onboarded ? '/index' : '/');
    if (screen?.isFirst) {
      // The router reports a failure.
      loadScreen(screen).catch(() => undefined);
      for (const namespace of screen.texts) askForTexts(language, namespace);
    }
  }
  void start.then(({ showApp }) => showApp({ launch, hints, language, word }));
}
