/** Everything that the first screen does not need, started once it is painted. */
import type { Device } from '#data/model.ts';
import { isConnectionKept, userStorageOf } from '#features/wallet/kept/user-storage.ts';
import { showLanguage, shownLanguage } from '#i18n/i18n.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { Launch } from '#platform/telegram/launch.ts';
import { loadAdapter } from '#platform/telegram/sdk.ts';
import type { TelegramHost } from '#platform/telegram/telegram-host.ts';
import type { AccessState } from './access.ts';
import { whenIdle } from './after-paint.ts';
import { sendInBackgroundToo } from './background-send.ts';
import type { BootHints } from './boot-hint.ts';
import { loadNeededChunk } from './chunks/load-needed-chunk.ts';
import { keepCompletion } from './completion.ts';
import { forgetOnDeletion } from './forget-on-deletion.ts';
import { feelSelections } from './haptics.ts';
import { followLanguage, keepChosenLanguage } from './language.ts';
import { openByBrowser } from './page.ts';
import { type PrefetchedScreen, prefetchScreens, workerKeepsFiles } from './prefetch.ts';
import type { AppRouter } from './router.ts';
import { openStartScreen } from './start-screen.ts';
import { updateWhenOutdated } from './update-self.ts';

export interface RestParts {
  readonly launch: Launch;
  readonly host: TelegramHost;
  readonly hints: BootHints;
  readonly device: Device;
  readonly connect: (device: Device) => void;
  readonly access: AccessState;
  readonly router: AppRouter;
}

/** How long a service worker may take to fetch the app's files before the page does so too. */
const WORKER_PATIENCE_MS = 5000;

export function startRest({ launch, host, hints, device, connect, access, router }: RestParts): void {
  void loadNeededChunk('the SDK', () => loadAdapter(launch.parameters, openByBrowser)).then((adapter) =>
    host.connect(adapter),
  );
  feelSelections(host);
  if (launch.user === null) return;
  const { id } = launch.user;
  openStartScreen(launch.startParameter, access, router);
  void keepCompletion({ device, hints });
  void keepChosenLanguage({ device, hints });
  device.live.language.subscribe(
    () => void followLanguage({ hints, show: showLanguage }, device.live.language.current(), shownLanguage()),
  );
  forgetOnDeletion(id, access);
  sendInBackgroundToo(device);
  updateWhenOutdated(device);
  void loadNeededChunk('the device', () => import('#data/device.ts'))
    .then(({ openDevice }) => openDevice({ userId: id, launchData: launch.data }))
    .then(connect);
  void whenIdle().then(async () => {
    // Whoever has no wallet is spared the code for it.
    if (!isConnectionKept(userStorageOf(id)) || !navigator.onLine) return;
    const { restoreWallet } = await loadChunk('the wallet', () => import('./restore-wallet.ts'));
    restoreWallet(device, host.colorScheme.current());
  });
  void whenIdle().then(async () => {
    if (await workerKeepsFiles(WORKER_PATIENCE_MS)) return;
    await prefetchScreens((screen) => preload(router, screen));
    await loadChunk('what screens ask of the device', () => import('#data/asked.ts'));
    await loadChunk('the check of the points', () => import('#data/verify/in-place.ts'));
  });
}

/** Rejects where the code or the texts of a screen cannot be fetched; the router's own preload would only log it. */
async function preload(router: AppRouter, to: PrefetchedScreen): Promise<void> {
  const { component, loader } = router.routesByPath[to].options;
  const loadTexts: unknown = loader;
  await Promise.all([component?.preload?.(), typeof loadTexts === 'function' ? loadTexts() : null]);
  // A preload that failed resolves all the same; one that succeeded takes itself away.
  if (component?.preload !== undefined) throw new Error(`the code of ${to} did not come`);
}
