/** Connects the choice of a language to the texts and the boot hint. */
import { useRouter } from '@tanstack/react-router';
import type { Language } from '#core/languages.ts';
import { useDevice } from '#device/device-context.ts';
import { LanguageScreen } from '#features/language/language-screen.tsx';
import { failuresOf, showLanguage } from '#i18n/i18n.ts';
import { missingChunkOf } from '#platform/chunks/import-chunk.ts';
import { systemClock } from '#platform/clock.ts';
import { painted } from '#ui/after-paint.ts';
import { chooseLanguage } from '../boot/language.ts';
import { isGone } from '../chunks/chunk-errors.ts';
import { useAppParts } from '../device-context.tsx';

/** Every text on the screen changes, so paint the tap's feedback first. */
async function showAfterPaint(language: Language): Promise<boolean> {
  await painted();
  return showLanguage(language);
}

export function Screen() {
  const device = useDevice();
  const { hints } = useAppParts();
  const router = useRouter();
  return (
    <LanguageScreen
      onChoose={async (language) => {
        const choice = await chooseLanguage(
          { device, hints, show: showAfterPaint },
          language,
          systemClock.now(),
        );
        // A user who went elsewhere while the texts loaded stays there.
        if (choice === 'shown' && router.latestLocation.pathname === '/language')
          void router.navigate({ to: '/profile', replace: true });
        if (choice !== 'missing') return 'chosen';
        const gone = await Promise.all(
          failuresOf(language).map((tries) => isGone(missingChunkOf(tries.at(-1)), tries.length)),
        );
        return gone.includes(true) ? 'gone' : 'missing';
      }}
    />
  );
}
