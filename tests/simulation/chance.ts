/** Seeded randomness: the same seed gives the same numbers on every machine. */

export interface Chance {
  /** At least 0, below 1. */
  next(): number;
  /** A whole number, both ends included. */
  between(from: number, to: number): number;
  /** True with this probability. */
  happens(probability: number): boolean;
  pick<T>(choices: readonly T[]): T;
  /** A waiting time in milliseconds: mostly short, at times very long. */
  wait(meanMs: number): number;
  /** A UUID in the form of version 7. */
  uuid(): string;
}

/** sfc32, seeded by splitmix32. */
export function chanceOf(seed: number): Chance {
  let state = seed >>> 0;
  const split = () => {
    state = (state + 0x9e3779b9) | 0;
    let t = state ^ (state >>> 16);
    t = Math.imul(t, 0x21f0aaad);
    t ^= t >>> 15;
    t = Math.imul(t, 0x735a2d97);
    return (t ^ (t >>> 15)) >>> 0;
  };
  let a = split();
  let b = split();
  let c = split();
  let d = 1;
  function bits(): number {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return t >>> 0;
  }
  for (let i = 0; i < 12; i++) bits();
  const next = () => bits() / 4294967296;
  const between = (from: number, to: number) => from + Math.floor(next() * (to - from + 1));
  const hex = (digits: number) => Array.from({ length: digits }, () => between(0, 15).toString(16)).join('');
  return {
    next,
    between,
    happens: (probability) => next() < probability,
    pick<T>(choices: readonly T[]): T {
      const choice = choices[between(0, choices.length - 1)];
      if (choice === undefined) throw new Error('Nothing to pick from');
      return choice;
    },
    wait: (meanMs) => Math.ceil(-Math.log(1 - next()) * meanMs),
    uuid: () => `${hex(8)}-${hex(4)}-7${hex(3)}-8${hex(3)}-${hex(12)}`,
  };
}
