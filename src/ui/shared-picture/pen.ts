/** Writes, fills and draws lines on a canvas with the page's design tokens. */

export interface Writing {
  /** Pixels; reduced if the text would be wider than `width`. */
  readonly size: number;
  readonly width: number;
  readonly weight?: number;
  /** A design token. */
  readonly colour?: string;
  /** What of the text stands at `x`. */
  readonly align?: 'left' | 'center' | 'right';
}

export interface Stroke {
  readonly colour: string;
  readonly width: number;
  readonly opacity?: number;
  /** Lengths of dashes and gaps. */
  readonly dash?: readonly number[];
}

export type Pen = ReturnType<typeof openPen>;

export function openPen(context: CanvasRenderingContext2D) {
  const style = getComputedStyle(document.documentElement);
  const font = getComputedStyle(document.body).fontFamily;
  const colour = (token: string) => style.getPropertyValue(token).trim();
  const setFont = (pixels: number, weight: number) => {
    context.font = `${weight} ${pixels}px ${font}`;
  };
  const measure = (text: string, size: number, weight = 400): number => {
    setFont(size, weight);
    return context.measureText(text).width;
  };

  return {
    context,
    colour,
    measure,

    fill(token: string, shape: Path2D, opacity = 1): void {
      context.globalAlpha = opacity;
      context.fillStyle = colour(token);
      context.fill(shape);
      context.globalAlpha = 1;
    },

    stroke(shape: Path2D, { colour: token, width, opacity = 1, dash = [] }: Stroke): void {
      context.globalAlpha = opacity;
      context.strokeStyle = colour(token);
      context.lineWidth = width;
      context.lineCap = 'round';
      context.lineJoin = 'round';
      context.setLineDash([...dash]);
      context.stroke(shape);
      context.globalAlpha = 1;
    },

    write(text: string, x: number, y: number, { size, width, weight = 400, ...more }: Writing): void {
      const needed = measure(text, size, weight);
      if (needed > width) setFont((size * width) / needed, weight);
      context.textAlign = more.align ?? 'left';
      context.fillStyle = colour(more.colour ?? '--picture-text');
      context.fillText(text, x, y);
    },

    /** The lines of a text that is broken between words. */
    wrapped(text: string, size: number, width: number): readonly string[] {
      const lines: string[] = [];
      for (const word of text.split(' ')) {
        const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`;
        if (lines.length > 0 && measure(longer, size) <= width) lines[lines.length - 1] = longer;
        else lines.push(word);
      }
      return lines;
    },
  };
}

export function box(x: number, y: number, width: number, height: number, radius = 0): Path2D {
  const path = new Path2D();
  path.roundRect(x, y, width, height, radius);
  return path;
}
