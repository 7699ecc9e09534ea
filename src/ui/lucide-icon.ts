/**
 * Draws lucide's icons in place of the library's own code (see vite.config.ts), which is seven times as long because of
 * unused features: stroke sizes, contexts, classes.
 */
import { createElement, type SVGProps } from 'react';

/** Lucide's data of an icon: elements of a picture 24 by 24, each with a key among its attributes. */
export interface IconData {
  readonly node: readonly (readonly [tag: string, attributes: Readonly<Record<string, string>>])[];
}

// biome-ignore lint/style/noDefaultExport: lucide's icons import it so
export default function createLucideIcon({ node }: IconData) {
  return ({ size = 24, ...rest }: SVGProps<SVGSVGElement> & { readonly size?: number }) =>
    createElement(
      'svg',
      {
        width: size,
        height: size,
        viewBox: '0 0 24 24',
        fill: 'none',
        stroke: 'currentColor',
        strokeWidth: 1.75,
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        // An icon with a name is not decorative.
        'aria-hidden': rest['aria-label'] === undefined ? true : undefined,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
