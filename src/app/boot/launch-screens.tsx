/** The screens before the app in a plain browser: the app is closed here, or the user must confirm the account. */

import type { Language } from '#core/languages.ts';
import { AskScreen } from '#features/launch/ask-screen.tsx';
import { ClosedScreen } from '#features/launch/closed-screen.tsx';
import { fetchTexts } from '#i18n/files.ts';
import { loadTexts, startTexts } from '#i18n/i18n.ts';
import { loadChunk } from '#platform/chunks/load-chunk.ts';
import type { HostUser } from '#platform/host.ts';
import type { Launch } from '#platform/telegram/launch.ts';
import { type HostTheme, paletteOf } from '#platform/telegram/theme.ts';
import { serverAnswers } from '../chunks/server-answers.ts';
import { isAccepted, keepAccepted } from './accepted-launches.ts';
import { askServer } from './ask-server.ts';
import { createPage } from './page.ts';
import { rootOfPage } from './root.ts';

export interface ClosedStart {
  readonly reason: 'outside' | 'not_mobile';
  readonly theme: HostTheme;
  readonly language: Language;
}

/** Shows that the app is closed here, in the host's colours if there is a host. */
export async function showClosedScreen({ reason, theme, language }: ClosedStart): Promise<void> {
  if (reason === 'outside') {
    void loadChunk('the log text', () => import('#platform/telegram/no-launch.ts')).then((text) =>
      console.error(text.NO_LAUNCH_PARAMETERS),
    );
  }
  const page = createPage();
  page.showPalette(paletteOf(theme, page.prefersDark() ? 'dark' : 'light', null));
  await Promise.all([startTexts(language, fetchTexts, serverAnswers), loadTexts('launch')]);
  rootOfPage().render(<ClosedScreen reason={reason} />);
}

export interface AskStart {
  readonly launch: Launch;
  readonly user: HostUser;
  readonly storage: Storage | null;
  readonly language: Language;
}

/** Resolves once the user has confirmed the launch and the server has accepted it, now or on an earlier visit. */
export async function confirmLaunch({ launch, user, storage, language }: AskStart): Promise<void> {
  if (await isAccepted(storage, launch)) return;
  const page = createPage();
  // The link's own colours could hide the question.
  page.showPalette(paletteOf({}, page.prefersDark() ? 'dark' : 'light', null));
  await Promise.all([startTexts(language, fetchTexts, serverAnswers), loadTexts('launch')]);
  const root = rootOfPage();
  await new Promise<void>((resolve) => {
    const ask = async () => {
      const word = await askServer(launch);
      if (word === 'refused' || word === 'unknown') return word;
      await keepAccepted(storage, launch);
      resolve();
      return new Promise<never>(() => undefined);
    };
    root.render(<AskScreen user={user} onContinue={ask} />);
  });
  root.unmount();
}
