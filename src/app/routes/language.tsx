import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { LanguageScreen } from '#features/language/screen.tsx';
import { loadTexts, showLanguage } from '#i18n/i18n.ts';
import { systemClock } from '#platform/clock.ts';
import { useAppParts } from '../device-context.tsx';
import { chooseLanguage } from '../language.ts';
import { serverAnswers } from '../missing-code.ts';

export const Route = createFileRoute('/language')({
  // The profile's texts too: that is where the choice leads.
  loader: () => loadTexts('language', 'profile', 'levels'),
  component: Language,
});

function Language() {
  const { device, hints } = useAppParts();
  const navigate = useNavigate();
  return (
    <LanguageScreen
      onChoose={async (language) => {
        const choice = await chooseLanguage(
          { device, hints, show: showLanguage },
          language,
          systemClock.now(),
        );
        if (choice === 'shown') void navigate({ to: '/profile', replace: true });
        if (choice !== 'missing') return 'chosen';
        return (await serverAnswers()) ? 'gone' : 'missing';
      }}
    />
  );
}
