import { createFileRoute, useRouter } from '@tanstack/react-router';
import { LanguageScreen } from '#features/language/screen.tsx';
import { type Language as Choice, failuresOf, loadTexts, showLanguage } from '#i18n/i18n.ts';
import { missingChunkOf } from '#platform/chunks/import-chunk.ts';
import { systemClock } from '#platform/clock.ts';
import { painted } from '#ui/after-paint.ts';
import { isGone } from '../chunks/is-gone.ts';
import { useAppParts } from '../device-context.tsx';
import { chooseLanguage } from '../language.ts';

export const Route = createFileRoute('/language')({
  // The profile's texts too: that is where the choice leads.
  loader: () => loadTexts('language', 'profile', 'levels'),
  component: Language,
});

/** Every text on the screen changes: the tap is answered first. */
async function showAfterPaint(language: Choice): Promise<boolean> {
  await painted();
  return showLanguage(language);
}

function Language() {
  const { device, hints } = useAppParts();
  const router = useRouter();
  return (
    <LanguageScreen
      onChoose={async (language) => {
        const choice = await chooseLanguage(
          { device, hints, show: showAfterPaint },
          language,
          systemClock.now(),
        );
        // Whoever has gone elsewhere while the texts came stays there.
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
