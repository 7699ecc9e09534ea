/** Renders a picture of the core. */
import { createElement, type ReactNode } from 'react';
import type { Picture, Shape } from '#core/badge-art/shape.ts';
import './tiers.css';

export interface DrawingProps {
  readonly picture: Picture;
  /** Width in pixels; the container's width if absent. */
  readonly size?: number;
  /** For screen readers; omit it if the name is beside the picture. */
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
      // Set before the picture is drawn, so that nothing below it moves.
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
