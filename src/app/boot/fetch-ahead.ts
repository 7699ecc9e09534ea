/** Once the first screen stands and the browser is idle: warms up the app, and fetches the code that must work without a network. */
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import { MAIN_SCREENS, prefetchScreens, workerKeepsFiles } from '../routing/prefetch.ts';
import { warmInput } from './warm-input.ts';

/** How long to wait for a service worker to begin fetching the app's files before the page does so itself. */
const WORKER_PATIENCE_MS = 5000;
/** How long it may take for them. */
const WORKER_LIMIT_MS = 3 * 60_000;

/** Long enough for a tunnel. The page is not reloaded while the user is at work: what needs the code fetches it again. */
const AHEAD = { patience: 10 * 60_000 };
const notAhead = (failure: unknown) => console.warn('code was not fetched ahead', failure);

export async function fetchAhead(): Promise<void> {
  warmInput();
  // A tap on the bottom bar then finds code that has run already. Without a worker the most missed code comes first.
  if (navigator.serviceWorker?.controller != null) await prefetchScreens(MAIN_SCREENS);
  if (await workerKeepsFiles(WORKER_PATIENCE_MS, WORKER_LIMIT_MS)) return;
  await prefetchScreens();
  await loadChunk("the device's calls", () => import('#device/calls/browser-calls.ts'), AHEAD).catch(
    notAhead,
  );
  await loadChunk('the points check', () => import('#device/verify/in-place.ts'), AHEAD).catch(notAhead);
  await loadChunk(
    'the plan scanner',
    () => import('#features/calculators/plans/scan-sheet.tsx'),
    AHEAD,
  ).catch(notAhead);
}
