/** The log as routes ask for it: in this process, or in an object of its own. */
import type { ProofAnswer } from '#core/contract/proof.ts';
import type { PublishedSeal } from '#core/contract/seals.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { logFile } from './log-store.ts';
import { publishedSeal } from './published-seal.ts';
import { savedProof } from './saved-proof.ts';

export interface LogPeer {
  /** A static file, by its path below `/proof/`; null where there is none. */
  file(path: string): Promise<Uint8Array | null>;
  /** See `savedProof`. */
  proof(userId: number, day: string | null): Promise<ProofAnswer | null>;
  /** See `publishedSeal`. */
  seal(day: string, seal: string): Promise<PublishedSeal | null>;
}

/** @param keyChanges the file `keys`; null where the key was never replaced. */
export function logInDatabase(sql: Sql, keyChanges: string | null): LogPeer {
  return {
    file: async (path) => {
      if (path !== 'keys') return logFile(sql, path);
      return keyChanges === null ? null : new TextEncoder().encode(keyChanges);
    },
    seal: async (day, seal) => publishedSeal(sql, day, seal),
    proof: async (userId, day) => savedProof(sql, userId, day),
  };
}
