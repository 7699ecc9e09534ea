/** A drawing as wide as its container, in CSS pixels, with an equivalent text. */
import type { ReactNode } from 'react';
import { useLayoutEffect, useRef, useState } from 'react';
import './picture.css';

export interface PictureProps {
  readonly height: number;
  /** Describes the drawing. */
  readonly label: string;
  readonly children: (width: number) => ReactNode;
}

const FIRST_WIDTH = 326;

export function Picture({ height, label, children }: PictureProps) {
  const place = useRef<HTMLElement>(null);
  const [width, setWidth] = useState(FIRST_WIDTH);

  useLayoutEffect(() => {
    const element = place.current;
    if (element === null) return;
    const measure = () => setWidth(Math.max(1, Math.round(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  return (
    <figure ref={place} className="picture">
      <svg width={width} height={height} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {children(width)}
      </svg>
    </figure>
  );
}
