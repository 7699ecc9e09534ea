/** Everything that the first screen does not need, started once it is painted. */
import type { AnyRoute } from '@tanstack/react-router';
import type { Device } from '#device/model.ts';
import { isConnectionKept, userStorageOf } from '#features/wallet/storage/user-storage.ts';
import { showLanguage, shownLanguage } from '#i18n/i18n.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { Launch } from '#platform/telegram/launch.ts';
import { loadAdapter } from '#platform/telegram/sdk.ts';
import type { TelegramHost } from '#platform/telegram/telegram-host.ts';
import { loadNeededChunk } from '../chunks/load-needed-chunk.ts';
import { feelSelections } from '../haptics.ts';
import { prefetchScreens, workerKeepsFiles } from '../routing/prefetch.ts';
import type { AppRouter } from '../routing/router.ts';
import type { AccessState } from './access.ts';
import { sendInBackgroundToo } from './background-send.ts';
import type { BootHints } from './boot-hint.ts';
import { keepCompletion } from './completion.ts';
import { forgetOnDeletion } from './forget-on-deletion.ts';
import { followLanguage, keepChosenLanguage } from './language.ts';
import { openByBrowser } from './page.ts';
import { openStartScreen } from './start-screen.ts';
import { updateWhenOutdated } from './update-self.ts';
import { whenIdle } from './when-idle.ts';

export interface AfterFirstPaintParts {
  readonly launch: Launch;
  readonly host: TelegramHost;
  readonly hints: BootHints;
  readonly device: Device;
  readonly connect: (device: Device) => void;
  readonly access: AccessState;
  readonly router: AppRouter;
}

/** How long to wait for a service worker to fetch the app's files before the page does so too. */
const WORKER_PATIENCE_MS = 5000;

export function startAfterFirstPaint({
  launch,
  host,
  hints,
  device,
  connect,
  access,
  router,
}: AfterFirstPaintParts): void {
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
  void loadNeededChunk('the device', () => import('#device/device.ts'))
    .then(({ openDevice }) => openDevice({ userId: id, launchData: launch.data }))
    .then(connect);
  void whenIdle().then(async () => {
    // Users without a wallet do not load its code.
    if (!isConnectionKept(userStorageOf(id)) || !navigator.onLine) return;
    const { restoreWallet } = await loadChunk('the wallet', () => import('./restore-wallet.ts'));
    restoreWallet(device, host.colorScheme.current());
  });
  void whenIdle().then(async () => {
    if (await workerKeepsFiles(WORKER_PATIENCE_MS)) return;
    await prefetchScreens((screen) => preload(router, screen));
    await loadChunk('the on-demand device code', () => import('#device/on-demand.ts'));
    await loadChunk('the points check', () => import('#device/verify/in-place.ts'));
  });
}

/** Rejects if the code or the texts of a screen cannot be fetched; the router's own preload would only log it. */
async function preload(router: AppRouter, to: string): Promise<void> {
  const routes: Partial<Record<string, AnyRoute>> = { ...router.routesByPath };
  const { component, loader } = routes[to]?.options ?? {};
  const loadTexts: unknown = loader;
  await Promise.all([component?.preload?.(), typeof loadTexts === 'function' ? loadTexts() : null]);
  // The router's preload resolves even after a failure, but removes itself after a success.
  if (component?.preload !== undefined) throw new Error(`cannot load the code of ${to}`);
}
