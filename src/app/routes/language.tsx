import { createFileRoute, useNavigate } from '@tanstack/react-router';
import { LanguageScreen } from '#features/language/screen.tsx';
import { loadTexts } from '#i18n/i18n.ts';
import { useAppParts } from '../device-context.tsx';

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
      device={device}
      onChosen={(language) => {
        hints.write({ language });
        void navigate({ to: '/profile', replace: true });
      }}
    />
  );
}
