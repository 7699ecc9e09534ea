/**
 * Draws lucide's icons in place of its own code (see vite.config.ts), which is seven times as long for what no screen asks
 * of it: its sizes of strokes, its contexts, its classes.
 */
import { createElement, type SVGProps } from 'react';

/** What lucide keeps of an icon: elements of a picture 24 by 24, each with a key among its attributes. */
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
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        // One that has a name is not there for its looks alone.
        'aria-hidden': rest['aria-label'] === undefined ? true : undefined,
        ...rest,
      },
      node.map(([tag, attributes]) => createElement(tag, attributes)),
    );
}
