/**
 * The app itself. In this order: the colours, the texts, the first screen; and only after it is painted the device, the
 * host's SDK, and the code of the other screens.
 */
import { RouterProvider } from '@tanstack/react-router';
import { createRoot, type Root } from 'react-dom/client';
import { fetchTexts } from '#i18n/files.ts';
import { type Language, loadTexts, startTexts } from '#i18n/i18n.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { HostUser } from '#platform/host.ts';
import { HostProvider } from '#platform/host-context.tsx';
import type { Launch } from '#platform/telegram/launch.ts';
import { createTelegramHost } from '#platform/telegram/telegram-host.ts';
import { type HostTheme, paletteOf } from '#platform/telegram/theme.ts';
import { askServer, keepAccepted } from './accepted-launches.ts';
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

export interface ClosedStart {
  readonly reason: 'outside' | 'not_mobile';
  readonly theme: HostTheme;
  readonly language: Language;
}

/** The door that stays closed, in the host's colours where there is one. */
export async function showClosed({ reason, theme, language }: ClosedStart): Promise<void> {
  if (reason === 'outside') {
    void loadChunk('the text for the log', () => import('#platform/telegram/no-launch.ts')).then((text) =>
      console.error(text.NO_LAUNCH_PARAMETERS),
    );
  }
  const page = createPage();
  page.showPalette(paletteOf(theme, page.prefersDark() ? 'dark' : 'light', null));
  const [{ ClosedScreen }] = await Promise.all([
    loadNeededChunk('the closed door', () => import('#features/launch/closed-screen.tsx')),
    startTexts(language, fetchTexts, serverAnswers),
    loadTexts('launch'),
  ]);
  rootOfPage().render(<ClosedScreen reason={reason} />);
}

export interface AskStart {
  readonly launch: Launch;
  readonly user: HostUser;
  readonly storage: Storage | null;
  readonly language: Language;
}

/** Settles once the user has confirmed the launch and the server has accepted it. */
export async function showAsk({ launch, user, storage, language }: AskStart): Promise<void> {
  const page = createPage();
  // The link's own colours could hide the question.
  page.showPalette(paletteOf({}, page.prefersDark() ? 'dark' : 'light', null));
  const [{ AskScreen }] = await Promise.all([
    loadNeededChunk('the question whose account it is', () => import('#features/launch/ask-screen.tsx')),
    startTexts(language, fetchTexts, serverAnswers),
    loadTexts('launch'),
  ]);
  const root = rootOfPage();
  await new Promise<void>((resolve) => {
    const ask = async () => {
      const verdict = await askServer(launch);
      if (verdict !== 'accepted') return verdict;
      await keepAccepted(storage, launch);
      resolve();
      return new Promise<never>(() => undefined);
    };
    root.render(<AskScreen user={user} onContinue={ask} />);
  });
  root.unmount();
}

function rootOfPage(): Root {
  const container = document.getElementById('root');
  if (container === null) throw new Error('index.html has no #root');
  return createRoot(container);
}
