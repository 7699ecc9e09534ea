/** Coin marks: our own simple signs, white on a coloured disc, shown when there is no image of the coin. */
import { line as lineIn, type Picture, type Shape, shape } from './shape.ts';

export interface CoinMark {
  /** Number of the `--coin-…` token that colours the disc. */
  readonly colour: number;
  readonly picture: Picture;
}

const BOX = [-16, -16, 32, 32] as const;
const INK = 'var(--on-coin)';

function line(d: string, width: number): Shape {
  return lineIn(d, INK, width);
}

function area(d: string, opacity = 1): Shape {
  return shape('path', { d, fill: INK, fillOpacity: opacity, fillRule: 'evenodd' });
}

function mark(colour: number, ...shapes: readonly Shape[]): CoinMark {
  return { colour, picture: { box: BOX, shapes } };
}

/** One of the paths around a nucleus. */
const ORBIT = 'M0-10.6A4 10.6 0 0 1 0 10.6 4 10.6 0 0 1 0-10.6z';

const MARKS: ReadonlyMap<string, CoinMark> = new Map(
  Object.entries({
    // A letter with two strokes through it, leaning.
    BTC: mark(
      0,
      shape(
        'g',
        { transform: 'rotate(13)' },
        line(
          'M-5.4-6.2H1.2a3.1 3.1 0 0 1 0 6.2H-3.2M1.6 0a3.1 3.1 0 0 1 0 6.2h-7M-3.2-6.2V6.2M-1-9v2.8M2-9v2.8M-1 6.2V9M2 6.2V9',
          2.1,
        ),
      ),
    ),
    // Two pyramids, foot to foot.
    ETH: mark(
      4,
      area('M0-11 6.6.3 0 4.1z'),
      area('M0-11-6.6.3 0 4.1z', 0.7),
      area('M0 6.1 6.6 2.3 0 11.2z'),
      area('M0 6.1-6.6 2.3 0 11.2z', 0.7),
    ),
    // Two bowls, back to back.
    XRP: mark(3, line('M-8-7.4-4.2-3.7a6 6 0 0 0 8.4 0L8-7.4M-8 7.4-4.2 3.7a6 6 0 0 1 8.4 0L8 7.4', 2.3)),
    // A cut gem.
    TON: mark(7, line('M-8-6.8H8q1.3.2.7 1.5L.6 8.4q-.6.8-1.2 0L-8.7-5.3Q-9.3-6.6-8-6.8zM0-6.8V8.4', 2.1)),
    // A drop with a wave in it.
    SUI: mark(
      4,
      line('M0-10.2C4-5.6 6.8-1.8 6.8 2.4a6.8 6.8 0 0 1-13.6 0C-6.8-1.8-4-5.6 0-10.2z', 2.1),
      line('M-4.2 2.6C-1.8 0-.4 6.4 4.2 2.2', 1.9),
    ),
    // A frog.
    PEPE: mark(
      1,
      area(
        'M-9.8 2.6c0-2.7 1-4.6 2.4-5.7C-7.6-6.4-6-8.4-3.8-8.4c1.6 0 3 .9 3.8 2.3.8-1.4 2.2-2.3 3.8-2.3 2.2 0 3.8 2 3.6 5.3 1.4 1.1 2.4 3 2.4 5.7 0 4.2-4.4 6.2-9.8 6.2s-9.8-2-9.8-6.2zM-3.8-5.6a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM3.8-5.6a1.7 1.7 0 1 0 0 3.4 1.7 1.7 0 0 0 0-3.4zM-5.8 2.2q5.8 2 11.6 0 1.2.8 0 1.9Q0 6.5-5.8 4.1q-1.2-1.1 0-1.9z',
      ),
    ),
    // A letter on six corners.
    ARB: mark(
      7,
      line('M0-10.6 9.2-5.3V5.3L0 10.6-9.2 5.3V-5.3z', 1.7),
      line('M-4.4 4.8-.4-5h.8l4 9.8M.9 4.8-.9.6', 2.1),
    ),
    // A nucleus and three paths around it.
    ATOM: mark(
      5,
      line(ORBIT, 1.5),
      shape('g', { transform: 'rotate(60)' }, line(ORBIT, 1.5)),
      shape('g', { transform: 'rotate(120)' }, line(ORBIT, 1.5)),
      shape('circle', { cx: 0, cy: 0, r: 1.9, fill: INK }),
    ),
    // A long letter with two bars.
    FIL: mark(
      7,
      line('M5.6-8.6C2.8-10.4.6-8.6 0-5.4L-2 5.2C-2.6 8.6-4 10.2-6.2 9M-5-2.6 4.8-.9M-5.8 1.6 4 3.3', 2.1),
    ),
    // Four layers, two of them with a step.
    APT: mark(
      6,
      line('M-6.4-7.2H6.4M-9.4-2.2h6.6L-.9-.3 1-2.2h8.4M-9.4 2.8h3.6l1.9 1.9L-2 2.8H9.4M-6 7.8H6', 2),
    ),
  }),
);

/** Returns the same object for the same symbol; null for a coin without a mark. */
export function coinMark(symbol: string): CoinMark | null {
  return MARKS.get(symbol.toUpperCase()) ?? null;
}
