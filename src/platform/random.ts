/** Chance as handed in, and ids made on the device before anything is sent. */
import { v7 } from 'uuid';

export interface Random {
  /** At least 0, below 1. Not for secrets. */
  next(): number;
}

export const systemRandom: Random = { next: () => Math.random() };

/** A UUID version 7: ids of later records sort after those of earlier ones. */
export function newRecordId(): string {
  return v7();
}
