/**
 * Starts the app: the colours, the texts and the first screen. Only once that is painted, the device, the host's SDK
 * and the code of the other screens follow.
 */
import { RouterProvider } from '@tanstack/react-router';
import { startTransition } from 'react';
import type { Root } from 'react-dom/client';
import type { Language } from '#core/languages.ts';
import { DeviceProvider } from '#device/device-context.ts';
import type { Device } from '#device/model.ts';
import { fetchTexts } from '#i18n/files.ts';
import { startTexts } from '#i18n/i18n.ts';
import { HostProvider } from '#platform/host-context.tsx';
import type { Launch } from '#platform/telegram/launch.ts';
import { createTelegramHost } from '#platform/telegram/telegram-host.ts';
import { Boundary } from '../boundary.tsx';
import { loadNeededChunk } from '../chunks/load-needed-chunk.ts';
import { keepReloadsOf } from '../chunks/reload-once.ts';
import { reloadAt } from '../chunks/reload-page.ts';
import { serverAnswers } from '../chunks/server-answers.ts';
import { AppPartsProvider } from '../device-context.tsx';
import { leaveUnreadableAddress } from '../routing/readable-address.ts';
import { openReturnPath } from '../routing/return-path.ts';
import { createAppRouter } from '../routing/router.tsx';
import { followAccess, NO_USER } from './access.ts';
import type { ServerWord } from './ask-server.ts';
import type { BootHints } from './boot-hint.ts';
import { deferDevice } from './deferred-device.ts';
import { createPage, storageOf } from './page.ts';
import { rootOfPage } from './root.ts';
import { StartAfterPaint } from './start-after-paint.tsx';
import { nextTask } from './when-idle.ts';

export interface AppStart {
  readonly launch: Launch;
  readonly hints: BootHints;
  readonly language: Language;
  /** What the server says of a user whom the hints do not know; null if it was not asked. */
  readonly word: Promise<ServerWord> | null;
}

/** For tests, which end the app without closing its page. */
export interface ShownApp {
  readonly root: Root;
  readonly device: Device;
}

/** In a task for each part: between them, the page that shows a screen already scrolls and answers. */
export async function showApp({ launch, hints, language, word }: AppStart): Promise<ShownApp> {
  await nextTask();
  leaveUnreadableAddress();
  const userId = launch.user?.id ?? 0;
  const host = createTelegramHost(
    launch,
    hints.read().theme,
    createPage(launch.parameters['tgWebAppThemeParams']),
  );
  const { device, connect } = deferDevice(userId);
  keepReloadsOf(device);
  const access =
    launch.user === null
      ? NO_USER
      : followAccess(device, hints, openReturnPath(storageOf('sessionStorage'), userId));
  reloadAt(access.returnPath);
  await nextTask();
  const texts = startTexts(language, fetchTexts, serverAnswers);
  await nextTask();
  const router = createAppRouter({ access });
  await nextTask();
  await Promise.all([texts, router.load()]);
  // Not earlier: a redirect within the first load would leave the page empty until the other screen has arrived.
  void word?.then(access.hear);
  const loadAfterFirstPaint = async () => {
    const { startAfterFirstPaint } = await loadNeededChunk(
      'the code after the first paint',
      () => import('./after-first-paint.ts'),
    );
    startAfterFirstPaint({ launch, host, hints, device, connect, access, router });
  };
  await nextTask();
  const root = rootOfPage();
  const app = (
    <Boundary>
      <StartAfterPaint work={loadAfterFirstPaint} />
      <HostProvider value={host}>
        <DeviceProvider value={device}>
          <AppPartsProvider value={{ host, hints, access }}>
            <RouterProvider router={router} />
          </AppPartsProvider>
        </DeviceProvider>
      </HostProvider>
    </Boundary>
  );
  const show = () => root.render(app);
  // In slices where the page shows a screen already, so that a scroll does not wait; an empty page waits for all of it.
  if (document.getElementById('root')?.hasChildNodes()) startTransition(show);
  else show();
  return { root, device };
}
