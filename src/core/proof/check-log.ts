/** Checks a whole log from its static files: every entry, every tile, and the checkpoint over them. */
import { areEqual, asciiText } from './bytes.ts';
import type { ProofPorts } from './check-proof.ts';
import { type Checkpoint, readCheckpoint, signersOf, type Trusted } from './checkpoint.ts';
import { type DayEntry, readEntry } from './entry.ts';
import { followKeys } from './key-change.ts';
import { entryHash, treeHash } from './log-tree.ts';
import type { VerifierKey } from './note.ts';
import { levelAbove, readBundle, type Tile, tilePath, tilesOf, WIDTH } from './tiles.ts';

/** The files of a log by their path, such as `tile/0/000` or `keys` (the changes of its key); null for one that is missing. */
export interface LogFiles {
  readonly text: (path: string) => Promise<string | null>;
  readonly bytes: (path: string) => Promise<Uint8Array | null>;
}

export interface LogChecked {
  readonly checkpoint: Checkpoint;
  readonly entries: readonly DayEntry[];
  /** The key that signed: a trusted one, or one that replaced it. */
  readonly key: VerifierKey;
  /** The pins, with the keys that replaced theirs where the log had to be asked for them. */
  readonly trusted: Trusted;
  /** Names of the witnesses whose cosignatures hold. */
  readonly witnesses: readonly string[];
}

export interface LogFault {
  readonly fault:
    | 'missing'
    | 'format'
    | 'signature'
    | 'quorum'
    /** A day that is not after the one before. */
    | 'order'
    /** A tile that holds other hashes than its entries have. */
    | 'tile'
    /** Other entries than the checkpoint signs. */
    | 'root'
    /** The log is no extension of the known checkpoint. */
    | 'fork';
  /** The file, or the day of an entry. */
  readonly at: string;
  /** Of a fork: the hashes of the log's entries, which show that it does not extend the known checkpoint. */
  readonly hashes?: readonly Uint8Array[];
}

/** 273 years of days: the checks hold them all, and more would fill a phone's memory. */
const MOST_ENTRIES = 100_000;

/**
 * Where no trusted key signed a checkpoint, the log's `keys` may lead from one of them to the one that did.
 * @param known an earlier checkpoint, which this log must extend.
 */
export async function checkLog(
  files: LogFiles,
  pinned: Trusted,
  { hash, verify }: ProofPorts,
  known?: Checkpoint,
): Promise<
  { readonly ok: true; readonly value: LogChecked } | { readonly ok: false; readonly error: LogFault }
> {
  const refused = (fault: LogFault['fault'], at: string) => ({ ok: false, error: { fault, at } }) as const;
  const note = await files.text('checkpoint');
  if (note === null) return refused('missing', 'checkpoint');
  const checkpoint = readCheckpoint(note);
  if (checkpoint === null || checkpoint.size > MOST_ENTRIES) return refused('format', 'checkpoint');
  let trusted = pinned;
  let signers = await signersOf(checkpoint, trusted, verify);
  const isKnown = async () => known === undefined || (await signersOf(known, trusted, verify)) !== null;
  if (signers === null || !(await isKnown())) {
    const changes = await files.text('keys');
    trusted = (changes === null ? null : await followKeys(changes, pinned, { hash, verify })) ?? pinned;
    signers = await signersOf(checkpoint, trusted, verify);
  }
  if (signers === null) return refused('signature', 'checkpoint');
  const witnesses = signers.witnesses.map(({ key }) => key.name);
  if (witnesses.length < trusted.quorum) return refused('quorum', 'checkpoint');
  // A checkpoint that the log never signed is no evidence against it.
  if (!(await isKnown())) return refused('signature', 'known checkpoint');

  const tiles = tilesOf(checkpoint.size);
  const entries: DayEntry[] = [];
  const leaves: Uint8Array[] = [];
  for (const tile of tiles.filter(({ level }) => level === 'entries')) {
    const path = tilePath(tile);
    const file = await fileOf(files, tile);
    if (file === null) return refused('missing', path);
    const texts = readBundle(file.bytes);
    if (texts?.length !== file.width) return refused('format', path);
    for (const bytes of texts.slice(0, tile.width)) {
      const entry = readEntry(asciiText(bytes) ?? '');
      if (entry === null) return refused('format', path);
      if (entry.day <= (entries.at(-1)?.day ?? '')) return refused('order', entry.day);
      entries.push(entry);
      leaves.push(entryHash(bytes, hash));
    }
  }

  let level = leaves;
  for (let height = 0; level.length > 0; height += 1) {
    for (const tile of tiles.filter((one) => one.level === height)) {
      const path = tilePath(tile);
      const file = await fileOf(files, tile);
      if (file === null) return refused('missing', path);
      const { bytes, width } = file;
      const from = tile.index * WIDTH;
      const isRight = level
        .slice(from, from + tile.width)
        .every((one, at) => areEqual(bytes.slice(32 * at, 32 * (at + 1)), one));
      if (!isRight || bytes.length !== 32 * width) return refused('tile', path);
    }
    level = levelAbove(level, hash);
  }
  if (!areEqual(treeHash(leaves, hash), checkpoint.root)) return refused('root', 'checkpoint');
  if (known !== undefined) {
    const isExtension =
      known.size <= checkpoint.size && areEqual(treeHash(leaves.slice(0, known.size), hash), known.root);
    if (!isExtension)
      return { ok: false, error: { fault: 'fork', at: 'checkpoint', hashes: leaves } } as const;
  }
  return { ok: true, value: { checkpoint, entries, key: signers.log.key, trusted, witnesses } };
}

/** A tile with its true width: a partial one may be gone once the full one exists. */
async function fileOf(files: LogFiles, tile: Tile) {
  for (const width of new Set([tile.width, WIDTH])) {
    const bytes = await files.bytes(tilePath({ ...tile, width }));
    if (bytes !== null) return { bytes, width };
  }
  return null;
}
