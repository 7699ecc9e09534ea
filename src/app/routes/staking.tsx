import { createFileRoute, lazyRouteComponent } from '@tanstack/react-router';
import { loadTexts } from '#i18n/i18n.ts';
import { FIRST_SCREENS } from '../routing/first-screens.ts';
import { recordOf } from '../routing/search.ts';

export const Route = createFileRoute('/staking')({
  loader: () => loadTexts('calculators'),
  validateSearch: recordOf,
  // Split by hand: the entry requests this code before the router is ready.
  codeSplitGroupings: [],
  component: lazyRouteComponent(FIRST_SCREENS['/staking'].code, 'Staking'),
});
