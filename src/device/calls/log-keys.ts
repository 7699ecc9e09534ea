/** The keys of the log: those that this phone knows, and what the log says of changes. */
import { toHex } from '#core/proof/bytes.ts';
import { readNote } from '#core/proof/note.ts';
import { changeProofs, readProofs } from '../store/proofs.ts';
import type { KnownKeys } from '../verify/known-keys.ts';
import { fetchKeyChanges } from '../verify/log-files.ts';
import type { TotalOptions } from './totals.ts';

export interface LogKeys {
  known(): Promise<KnownKeys>;
  /** Asks the log for changes of its key, and keeps them. Null if they did not arrive. */
  learned(): Promise<KnownKeys | null>;
  /**
   * The keys for these notes: the known ones, with changes where a note names a key of the log that is unknown. Null if those
   * did not arrive, and no known key has signed a note: it may be by a new key, or by a wrong one.
   */
  knownFor(notes: readonly string[]): Promise<KnownKeys | null>;
}

export function logKeys({ context, verifier, pins, fetch, baseUrl }: TotalOptions): LogKeys {
  const { store, clock, log } = context;

  async function known(): Promise<KnownKeys> {
    return { ...pins, changes: (await readProofs(store))?.changes ?? '' };
  }

  async function learned(): Promise<KnownKeys | null> {
    const before = await known();
    const given = await fetchKeyChanges({ fetch, baseUrl, clock, log });
    if (given === null) return null;
    if (given === '') return before;
    const changes = await verifier.changes(before, given);
    if (changes === before.changes) return before;
    // Another tab may have kept later ones meanwhile.
    await changeProofs(store, clock.now(), (row) => (row.changes === before.changes ? { changes } : {}));
    return known();
  }

  async function areSignedBy(keys: KnownKeys, notes: readonly string[]): Promise<boolean> {
    for (const note of notes) {
      const { newest } = await verifier.view(keys, { notes: [note], hashes: new Uint8Array() });
      if (newest === null) return false;
    }
    return true;
  }

  return {
    known,
    learned,
    async knownFor(notes) {
      const keys = await known();
      if (!hasUnknownKey(keys, notes)) return keys;
      return (await learned()) ?? ((await areSignedBy(keys, notes)) ? keys : null);
    },
  };
}

/** Whether one of these notes names a key of the log that is not among the known ones. */
function hasUnknownKey(known: KnownKeys, notes: readonly string[]): boolean {
  const keys = `${known.keys} ${known.witnesses} ${known.changes}`;
  return notes.some((note) =>
    readNote(note)?.signatures.some(
      ({ name, id }) => name === known.origin && !keys.includes(`${name}+${toHex(id)}+`),
    ),
  );
}
