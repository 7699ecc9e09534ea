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
import { isAccepted } from './accepted-launches.ts';
import { openBootHints } from './boot-hint.ts';
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
const start = loadChunk('the app', () => import('./start.tsx'), {
  // Its files have just come, but the engine keeps the failed import for the life of the page.
  onFailure: (failure) => {
    if (missingChunkOf(failure)?.status !== 'stuck' || isReloading) return;
    isReloading = true;
    void reloadWhereSafe(visit?.type === 'reload' ? 10_000 : 0);
  },
});
if (launch === null) {
  void start.then(({ showClosed }) =>
    showClosed({ reason: 'outside', theme: {}, language: languageOf(navigator.language) }),
  );
} else if (gateOf(launch) === 'not_mobile') {
  const { theme } = launch;
  const language = languageOf(launch.user?.languageCode ?? null);
  void start.then(({ showClosed }) => showClosed({ reason: 'not_mobile', theme, language }));
} else if (launch.user === null) openApp(launch);
else void openForUser(launch, launch.user);

/** Only where the page comes back: a reload without a network and without a service worker would leave nothing of it. */
async function reloadWhereSafe(waitMs: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, waitMs));
  const isControlled = navigator.serviceWorker?.controller != null;
  const asked = { method: 'HEAD', cache: 'no-store' } as const;
  if (
    isControlled ||
    (await fetch('/api/health', asked).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    location.reload();
  else void reloadWhereSafe(10_000);
}

/** Without the messaging app around the page, a link alone opens no account: the user is asked, and then the server. */
async function openForUser(launch: Launch, user: HostUser): Promise<void> {
  const storage = storageOf('localStorage');
  if (!(await findBridge(window as object)) && !(await isAccepted(storage, launch))) {
    const { showAsk } = await start;
    // In the language of the browser: the link's own is the sender's choice.
    await showAsk({ launch, user, storage, language: languageOf(navigator.language) });
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
