/** A route for every calculator in the catalogue, beside the routes that have files. */
import { type AnyRoute, createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { CALCULATION_TYPES, type CalculationType, pathOf } from '#core/calculators/catalogue.ts';
import { loadCalculator } from '#features/calculators/screens.ts';
import { loadTexts } from '#i18n/i18n.ts';
import { useCalculator } from '../use-calculator.ts';
import { recordOf } from './search.ts';

/** The same tree, with the routes of the calculators. Links to them are plain texts: see `pathOf`. */
export function withCalculators<Tree extends AnyRoute>(tree: Tree): Tree {
  const calculators = CALCULATION_TYPES.map((type) =>
    createRoute({
      getParentRoute: () => tree,
      path: pathOf(type),
      loader: () => loadTexts('calculators'),
      validateSearch: recordOf,
      component: lazyRouteComponent(() => connected(type), 'Calculator'),
    }),
  );
  const files: readonly AnyRoute[] = Object.values(tree.children ?? {});
  tree.addChildren([...files, ...calculators]);
  return tree;
}

/** The screen of a calculator, connected to the app. */
async function connected(type: CalculationType) {
  const Screen = await loadCalculator(type);
  return {
    Calculator() {
      return <Screen {...useCalculator()} />;
    },
  };
}
