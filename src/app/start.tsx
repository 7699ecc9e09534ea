/**
 * The app itself. In this order: the colours, the texts, the first screen; and only after it is painted the device, the
 * host's SDK, and the code of the other screens.
 */
import { RouterProvider } from '@tanstack/react-router';
import { fetchTexts } from '#i18n/files.ts';
import { type Language, startTexts } from '#i18n/i18n.ts';
import { HostProvider } from '#platform/host-context.tsx';
import type { Launch } from '#platform/telegram/launch.ts';
import { createTelegramHost } from '#platform/telegram/telegram-host.ts';
import { followAccess, NOBODY } from './access.ts';
import { AfterFirstPaint } from './after-first-paint.tsx';
import type { BootHints } from './boot-hint.ts';
import { Boundary } from './boundary.tsx';
import { loadNeededChunk } from './chunks/load-needed-chunk.ts';
import { keepReloadsOf } from './chunks/reload-once.ts';
import { serverAnswers } from './chunks/server-answers.ts';
import { deferDevice } from './deferred-device.ts';
import { AppPartsProvider } from './device-context.tsx';
import { createPage, storageOf } from './page.ts';
import { leaveUnreadableAddress } from './readable-address.ts';
import { rootOfPage } from './root.ts';
import { createAppRouter } from './router.ts';
import { openWanted } from './wanted.ts';

export interface AppStart {
  readonly launch: Launch;
  readonly hints: BootHints;
  readonly language: Language;
}

export async function showApp({ launch, hints, language }: AppStart): Promise<void> {
  leaveUnreadableAddress();
  const userId = launch.user?.id ?? 0;
  const host = createTelegramHost(launch, hints.read().theme, createPage());
  const { device, connect } = deferDevice(userId);
  keepReloadsOf(device);
  const access =
    launch.user === null
      ? NOBODY
      : followAccess(device, hints, openWanted(storageOf('sessionStorage'), userId));
  const router = createAppRouter({ access });

  await Promise.all([startTexts(language, fetchTexts, serverAnswers), router.load()]);
  const startTheRest = async () => {
    const { startRest } = await loadNeededChunk('the rest of the app', () => import('./rest.ts'));
    startRest({ launch, host, hints, device, connect, access, router });
  };
  rootOfPage().render(
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
