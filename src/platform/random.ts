/** The port for random numbers. */

export interface Random {
  /** At least 0, below 1. Not for secrets. */
  next(): number;
}

export const systemRandom: Random = { next: () => Math.random() };
