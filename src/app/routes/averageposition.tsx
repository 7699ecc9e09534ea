import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '#i18n/i18n.ts';
import { FIRST_SCREENS } from '../first-screens.ts';
import { recordOf } from '../search.ts';

export const Route = createFileRoute('/averageposition')({
  loader: () => loadTexts('calculators'),
  validateSearch: recordOf,
  // Split by hand: the entry asks for it before the router is there.
  codeSplitGroupings: [],
  component: lazyRouteComponent(FIRST_SCREENS['/averageposition'].code, 'AveragePosition'),
});
