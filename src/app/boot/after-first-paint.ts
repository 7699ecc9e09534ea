/** Everything that the first screen does not need, started once it is painted. */
import type { Device } from '#device/model.ts';
import { isConnectionKept, userStorageOf } from '#features/wallet/storage/user-storage.ts';
import { showLanguage, shownLanguage } from '#i18n/i18n.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { Launch } from '#platform/telegram/launch.ts';
import { loadAdapter } from '#platform/telegram/sdk.ts';
import type { TelegramHost } from '#platform/telegram/telegram-host.ts';
import { loadNeededChunk } from '../chunks/load-needed-chunk.ts';
import { feelSelections } from '../haptics.ts';
import type { AppRouter } from '../routing/router.tsx';
import type { AccessState } from './access.ts';
import { keepCompletion } from './access.ts';
import { sendInBackgroundToo } from './background-send.ts';
import type { BootHints } from './boot-hint.ts';
import { firstScreen } from './first-screen.ts';
import { forgetOnDeletion } from './forget-on-deletion.ts';
import { followLanguage, keepChosenLanguage } from './language.ts';
import { openByBrowser } from './page.ts';
import { recoverMirroredEdits } from './recover-edits.ts';
import { openStartScreen } from './start-screen.ts';
import { updateWhenOutdated } from './update-self.ts';
import { nextTask, whenIdle } from './when-idle.ts';

export interface AfterFirstPaintParts {
  readonly launch: Launch;
  readonly host: TelegramHost;
  readonly hints: BootHints;
  readonly device: Device;
  readonly connect: (device: Device) => void;
  readonly access: AccessState;
  readonly router: AppRouter;
}

export function startAfterFirstPaint({
  launch,
  host,
  hints,
  device,
  connect,
  access,
  router,
}: AfterFirstPaintParts): void {
  void loadNeededChunk('the SDK', () => loadAdapter(launch.parameters, openByBrowser)).then(
    async (adapter) => {
      await nextTask();
      host.connect(adapter);
    },
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
    .then(async ({ openDevice }) => {
      await nextTask();
      return openDevice({ userId: id, launchData: launch.data, loadChunk: loadNeededChunk });
    })
    .then(connect);
  recoverMirroredEdits(device);
  void whenIdle().then(async () => {
    // Users without a wallet do not load its code.
    if (!isConnectionKept(userStorageOf(id)) || !navigator.onLine) return;
    const { restoreWallet } = await loadNeededChunk('the wallet', () => import('./restore-wallet.ts'));
    restoreWallet(device, host.colorScheme.current());
  });
  void firstScreen(access).then(async () => {
    await whenIdle();
    const { fetchAhead } = await loadChunk('the fetching ahead', () => import('./fetch-ahead.ts'));
    await fetchAhead();
  });
}
