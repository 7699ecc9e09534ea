/** Writes and fills on a canvas with the page's design tokens. */

export interface Writing {
  /** Pixels; reduced if the text would be wider than `width`. */
  readonly size: number;
  readonly width: number;
  readonly weight?: number;
  /** A design token. */
  readonly colour?: string;
  /** The text ends at `x` instead of starting there. */
  readonly isEnd?: boolean;
}

export type Pen = ReturnType<typeof openPen>;

export function openPen(context: CanvasRenderingContext2D) {
  const style = getComputedStyle(document.documentElement);
  const font = getComputedStyle(document.body).fontFamily;
  const colour = (token: string) => style.getPropertyValue(token).trim();

  return {
    colour,

    fill(token: string, x: number, y: number, width: number, height: number, radius: number): void {
      context.fillStyle = colour(token);
      context.beginPath();
      context.roundRect(x, y, width, height, radius);
      context.fill();
    },

    write(text: string, x: number, y: number, { size, width, weight = 400, ...more }: Writing): void {
      const setFont = (pixels: number) => {
        context.font = `${weight} ${pixels}px ${font}`;
      };
      setFont(size);
      const needed = context.measureText(text).width;
      if (needed > width) setFont((size * width) / needed);
      context.textAlign = more.isEnd === true ? 'right' : 'left';
      context.fillStyle = colour(more.colour ?? '--text');
      context.fillText(text, x, y);
    },
  };
}

/** The bars of the app's mark, as in public/mark.svg, which is a square of 512. */
const BARS = [
  'M256 56a34 34 0 0 1 0 68a34 34 0 0 1 0-68z',
  'M229 152h54v304h-54z',
  'M211 211v165.5l-57 21.4q-22 8-22-14v-126q0-17 16-23z',
  'M301 177.3l57-21.4q22-8 22 14v126q0 17-16 23l-63 23.6z',
];

export function drawMark(
  context: CanvasRenderingContext2D,
  x: number,
  y: number,
  size: number,
  colour: Pen['colour'],
): void {
  context.save();
  context.translate(x, y);
  context.scale(size / 512, size / 512);
  context.fillStyle = colour('--mark-ground');
  context.beginPath();
  context.roundRect(0, 0, 512, 512, 112);
  context.fill();
  context.fillStyle = colour('--mark-2');
  for (const bar of BARS) context.fill(new Path2D(bar));
  context.restore();
}
