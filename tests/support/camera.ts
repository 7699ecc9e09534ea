/** Pictures as a phone's camera takes them of a code on another phone's screen: pixels, without any browser. */

export interface Shot {
  /** Of the code with its light border, on the screen. */
  readonly millimetres: number;
  /** From the lens to the middle of the code. */
  readonly distance: number;
  /** Degrees about the upright and the level axis, and in the plane of the picture. */
  readonly yaw: number;
  readonly pitch: number;
  readonly roll: number;
  /** Of focus and hand, standard deviation in pixels of the picture. */
  readonly blur: number;
  /** Of the sensor, standard deviation in steps of 256. */
  readonly noise: number;
}

interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8ClampedArray<ArrayBuffer>;
}

/** Full HD, which scanners take from the camera. */
export const FRAME = { width: 1920, height: 1080 };
/** A phone's main camera, across the long side. */
const FIELD_OF_VIEW = 65;
/** Pixels of the screen in a millimetre: 400 in an inch. */
const SCREEN = 400 / 25.4;
/** What the sensor sees of black and white on a screen in a bright room, from one corner to the other. */
const [BLACK, WHITE, GLARE] = [30, 200, 40];
/** Of the room around the code. */
const GREY = 70;

/** @param rows dark squares, with the light border */
export function photograph(rows: readonly (readonly boolean[])[], shot: Shot): Pixels {
  const { width, height } = FRAME;
  const light = new Float32Array(width * height);
  const screen = screenOf(rows, shot.millimetres);
  const place = placeOn(shot);
  // Each pixel gathers light over its area: four rays.
  const rays = [-0.25, 0.25];
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      let sum = 0;
      for (const dy of rays) for (const dx of rays) sum += screen(...place(x + dx, y + dy));
      light[y * width + x] = sum / 4 + (GLARE * x * y) / (width * height);
    }
  }
  const seen = blurred(light, shot.blur);
  const data = new Uint8ClampedArray(4 * width * height).fill(255);
  const random = gaussian();
  for (let at = 0; at < seen.length; at += 1) {
    const value = (seen[at] ?? 0) + shot.noise * random();
    data.fill(value, 4 * at, 4 * at + 3);
  }
  return { width, height, data };
}

/** Light at a place of the screen, in millimetres from the code's middle. A square's edges fall on pixels of the screen. */
function screenOf(rows: readonly (readonly boolean[])[], millimetres: number) {
  const side = Math.round(millimetres * SCREEN);
  const squareAt = Int16Array.from({ length: side }, (_, pixel) =>
    Math.min(rows.length - 1, Math.floor(((pixel + 0.5) * rows.length) / side)),
  );
  return (x: number, y: number): number => {
    const column = squareAt[Math.floor((x / millimetres + 0.5) * side)];
    const row = squareAt[Math.floor((y / millimetres + 0.5) * side)];
    if (column === undefined || row === undefined) return GREY;
    return rows[row]?.[column] === true ? BLACK : WHITE;
  };
}

/** Where a ray through a pixel meets the tilted screen. */
function placeOn({ distance, yaw, pitch, roll }: Shot) {
  const focal = FRAME.width / 2 / Math.tan(radians(FIELD_OF_VIEW / 2));
  const [sinY, cosY] = sinCos(yaw);
  const [sinP, cosP] = sinCos(pitch);
  const [sinR, cosR] = sinCos(roll);
  // The screen's own axes, as the camera sees them: rolled, then pitched, then yawed.
  const axis = (x: number, y: number) => {
    const [rx, ry] = [cosR * x - sinR * y, sinR * x + cosR * y];
    const [py, pz] = [cosP * ry, sinP * ry];
    return [cosY * rx + sinY * pz, py, cosY * pz - sinY * rx] as const;
  };
  const [u, v] = [axis(1, 0), axis(0, 1)];
  const normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]] as const;
  return (px: number, py: number): [x: number, y: number] => {
    const ray = [(px - FRAME.width / 2) / focal, (py - FRAME.height / 2) / focal, 1] as const;
    const depth = (distance * normal[2]) / (ray[0] * normal[0] + ray[1] * normal[1] + normal[2]);
    const at = [ray[0] * depth, ray[1] * depth, depth - distance] as const;
    return [at[0] * u[0] + at[1] * u[1] + at[2] * u[2], at[0] * v[0] + at[1] * v[1] + at[2] * v[2]];
  };
}

function blurred(light: Float32Array, deviation: number): Float32Array {
  if (deviation === 0) return light;
  const { width, height } = FRAME;
  const reach = Math.ceil(3 * deviation);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-(((at - reach) / deviation) ** 2) / 2),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const along = (from: Float32Array, step: number, isInside: (at: number, offset: number) => boolean) =>
    from.map((own, at) => {
      let sum = 0;
      for (let offset = -reach; offset <= reach; offset += 1) {
        const value = isInside(at, offset) ? (from[at + offset * step] ?? own) : own;
        sum += value * (weights[offset + reach] ?? 0);
      }
      return sum / total;
    });
  const level = along(light, 1, (at, offset) => {
    const x = (at % width) + offset;
    return x >= 0 && x < width;
  });
  return along(level, width, (at, offset) => {
    const y = Math.floor(at / width) + offset;
    return y >= 0 && y < height;
  });
}

/** The same numbers every time. */
function gaussian(): () => number {
  let state = 20_261_127;
  const uniform = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return (state + 1) / 2 ** 32;
  };
  return () => Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}

const radians = (degrees: number) => (degrees * Math.PI) / 180;
const sinCos = (degrees: number) => [Math.sin(radians(degrees)), Math.cos(radians(degrees))] as const;
