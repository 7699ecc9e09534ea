/** The keys of the log: those that this phone knows, and what the log says of changes. */
import { toHex } from '#core/proof/bytes.ts';
import { readNote } from '#core/proof/note.ts';
import { changeProofs, readProofs } from '../store/proofs.ts';
import { fetchKeyChanges } from '../verify/log-files.ts';
import type { KnownKeys } from '../verify/messages.ts';
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
    const changes = (await readProofs(store))?.changes ?? '';
    const isOfThisLog = changes.split('\n', 2)[1] === pins.origin;
    return { ...pins, changes: isOfThisLog ? changes : '' };
  }

  async function learned(): Promise<KnownKeys | null> {
    const before = await known();
    const given = await fetchKeyChanges({ fetch, baseUrl, clock, log });
    if (given === null) return null;
    // Neither an older file nor one that a thief of a replaced key has signed undoes what was followed.
    const isLonger = given.startsWith(before.changes) && given !== before.changes;
    const leadsOn = isLonger && (await verifier.judge({ type: 'changes', known: before, given }));
    if (!leadsOn) return before;
    await changeProofs(store, clock.now(), (row) => ({
      // Another tab may have kept later ones meanwhile.
      changes: row.changes.startsWith(given) ? row.changes : given,
    }));
    return known();
  }

  async function areSignedBy(keys: KnownKeys, notes: readonly string[]): Promise<boolean> {
    for (const note of notes) {
      const given = { notes: [note], hashes: new Uint8Array() };
      if ((await verifier.judge({ type: 'view', known: keys, given })).newest === null) return false;
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
