/** Puts a picture of the core on the screen. */
import { createElement, type ReactNode } from 'react';
import type { Picture, Shape } from '#core/pictures/shape.ts';
import './tiers.css';

export interface DrawingProps {
  readonly picture: Picture;
  /** Width in pixels; the container's width where left out. */
  readonly size?: number;
  /** Read out; leave it out where the name stands beside the picture. */
  readonly label?: string;
  /** Drawn behind the picture. */
  readonly children?: ReactNode;
}

export function Drawing({ picture: { box, shapes }, size, label, children }: DrawingProps) {
  const [, , width, height] = box;
  return (
    <svg
      viewBox={box.join(' ')}
      width={size ?? '100%'}
      // Known before it is drawn: nothing below it moves.
      height={size === undefined ? undefined : (size * height) / width}
      role="img"
      aria-label={label ?? ''}
      aria-hidden={label === undefined}
    >
      {children}
      {shapes.map(elementOf)}
    </svg>
  );
}

function elementOf({ tag, attributes, children }: Shape, key: number): ReactNode {
  return createElement(tag, { ...attributes, key }, ...children.map(elementOf));
}
