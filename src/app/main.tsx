/**
 * Composition root of the browser, as small as it can be: it finds out who opened us and asks for everything that the
 * first screen needs at once, rather than file by file. `start.tsx` puts it together.
 */
import { askForTexts, languageOf } from '#i18n/files.ts';
import { missingChunkOf } from '#platform/chunks/import-chunk.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { HostUser } from '#platform/host.ts';
import { findBridge } from '#platform/telegram/bridge.ts';
import { type Launch, parseLaunch, readLaunch } from '#platform/telegram/launch.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import { openBootHints } from './boot-hint.ts';
import { serverAnswers } from './chunks/server-answers.ts';
import { askForScreen } from './first-screens.ts';
import { gateOf } from './gate.ts';
import { storageOf } from './page.ts';

const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
const launch = readLaunch({
  hash: location.hash,
  navigation: visit?.name ?? null,
  storage: storageOf('sessionStorage'),
});
// Opened anew at the same address, perhaps by somebody else: the browser itself would change nothing but the fragment.
window.addEventListener('hashchange', () => {
  if (parseLaunch(location.hash) !== null) location.reload();
});
let isReloading = false;
// Its files have just come, but the engine keeps the failed import for the life of the page.
const onFailure = (failure: unknown): void => {
  if (missingChunkOf(failure)?.status !== 'stuck' || isReloading) return;
  isReloading = true;
  void reloadWhereSafe(visit?.type === 'reload' ? 10_000 : 0);
};
const start = loadChunk('the app', () => import('./start.tsx'), { onFailure });
const loadDoors = () => loadChunk('the doors', () => import('./doors.tsx'), { onFailure });
if (launch === null) {
  void loadDoors().then(({ showClosed }) =>
    showClosed({ reason: 'outside', theme: {}, language: languageOf(navigator.language) }),
  );
} else if (gateOf(launch) === 'not_mobile') {
  const { theme } = launch;
  const language = languageOf(launch.user?.languageCode ?? null);
  void loadDoors().then(({ showClosed }) => showClosed({ reason: 'not_mobile', theme, language }));
} else if (launch.user === null) openApp(launch);
else void openForUser(launch, launch.user);

/** Only where the page comes back: a reload without a network and without a service worker would leave nothing of it. */
async function reloadWhereSafe(waitMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  const isControlled = navigator.serviceWorker?.controller != null;
  if (isControlled || (await serverAnswers())) location.reload();
  else void reloadWhereSafe(10_000);
}

/** Without the messaging app around the page, a link alone opens no account: the user is asked, and then the server. */
async function openForUser(launch: Launch, user: HostUser): Promise<void> {
  if (!(await findBridge(window as object))) {
    const { askWhereUnknown } = await loadDoors();
    const storage = storageOf('localStorage');
    // In the language of the browser: the link's own is the sender's choice.
    await askWhereUnknown({ launch, user, storage, language: languageOf(navigator.language) });
  }
  openApp(launch);
}

function openApp(launch: Launch): void {
  const { user } = launch;
  const hints = openBootHints(user === null ? null : storageOf('localStorage'), user?.id ?? 0);
  const hint = hints.read();
  // A launch that names nobody is in English.
  const language = user === null ? 'en' : (hint.language ?? languageOf(user.languageCode));
  askForTexts(language, 'common');
  if (user !== null) {
    const { pathname } = location;
    const isHome = pathname === '/' || pathname === '/index';
    const texts = askForScreen(!isHome ? pathname : hint.onboarded ? '/index' : '/');
    if (texts !== null) askForTexts(language, texts);
  }
  void start.then(({ showApp }) => showApp({ launch, hints, language }));
}
