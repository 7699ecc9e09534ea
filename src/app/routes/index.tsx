import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '#i18n/i18n.ts';
import { FIRST_SCREENS } from '../first-screens.ts';

export const Route = createFileRoute('/')({
  loader: () => loadTexts('onboarding'),
  // Split by hand: the entry asks for it before the router is there.
  codeSplitGroupings: [],
  component: lazyRouteComponent(FIRST_SCREENS['/'].code, 'Onboarding'),
});
