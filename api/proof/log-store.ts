/** The log as it is kept: its entries, the hashes over them, and the signed checkpoints. */
import { DAY_MS } from '#core/points/days.ts';
import { ascii, type Hash, joined } from '#core/proof/bytes.ts';
import { checkpointText, readCheckpoint } from '#core/proof/checkpoint.ts';
import { GROUP, type Groups, type NodeKind, nodeAbove, pathIn, rootIn } from '#core/proof/grouped-tree.ts';
import { entryHash } from '#core/proof/log-tree.ts';
import { signatureLine } from '#core/proof/note.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Signer } from './signer.ts';
import { PROOF_PORTS } from './verify.ts';

export interface LogRow {
  readonly origin: string;
  /** The last day that is published, or had no users. */
  readonly done: number;
  /** The published checkpoint. */
  readonly newest: string | null;
  /** Signed; witnesses are asked before it is published. */
  readonly next: string | null;
  /** When witnesses are asked again, milliseconds. */
  readonly askAt: number | null;
}

export interface KeptEntry {
  /** From 0. */
  readonly place: number;
  readonly day: number;
  readonly text: string;
}

const { hash } = PROOF_PORTS;
const HASH_BYTES = 32;

/** Nodes of the tree over the entries: RFC 6962, section 2.1. */
export const LOG_NODES: NodeKind = {
  bytes: HASH_BYTES,
  parent: (nodes, at, into, to) => into.set(parentHash(nodes.subarray(at, at + 2 * HASH_BYTES), hash), to),
};
const parentHash = (pair: Uint8Array, of: Hash) => of(joined(Uint8Array.of(1), pair));

/** `YYYY-MM-DD`. */
export const dayText = (day: number) => new Date(day * DAY_MS).toISOString().slice(0, 10);

export function logRow(sql: Sql): LogRow | null {
  return sql.get<LogRow>('SELECT origin, done, newest, next, ask_at AS askAt FROM log') ?? null;
}

export function logSize(sql: Sql): number {
  return sql.get<{ size: number }>('SELECT count(*) AS size FROM entries')?.size ?? 0;
}

const ENTRY = 'SELECT place, day, text FROM entries';

export function newestEntry(sql: Sql): KeptEntry | null {
  return sql.get<KeptEntry>(`${ENTRY} ORDER BY place DESC LIMIT 1`) ?? null;
}

export function entryOf(sql: Sql, day: number): KeptEntry | null {
  return sql.get<KeptEntry>(`${ENTRY} WHERE day = ?`, day) ?? null;
}

/** Appends an entry, inside a transaction. */
export function appendEntry(sql: Sql, day: number, text: string): void {
  const size = logSize(sql);
  sql.run('INSERT INTO entries (place, day, text) VALUES (?, ?, ?)', size, day, text);
  let node = entryHash(ascii(text), hash);
  for (let level = 0, place = size; ; level += 1) {
    sql.run('INSERT INTO hashes (level, place, hash) VALUES (?, ?, ?)', level, place, node);
    if ((place + 1) % GROUP > 0) return;
    place = Math.floor(place / GROUP);
    node = nodeAbove(LOG_NODES, groupsOf(sql)(level, place));
  }
}

/** Puts a whole log into a database that has none; a day that was begun there is forgotten. */
export function importLog(
  sql: Sql,
  {
    origin,
    days,
    note,
  }: {
    readonly origin: string;
    /** At least one, in order. */
    readonly days: readonly { readonly day: number; readonly text: string }[];
    /** The checkpoint over all of them. */
    readonly note: string;
  },
): void {
  sql.transaction(() => {
    for (const table of ['log', 'days', 'shards', 'groups', 'seals', 'seal_nodes'])
      sql.run(`DELETE FROM ${table}`);
    for (const { day, text } of days) appendEntry(sql, day, text);
    const last = days.at(-1)?.day ?? 0;
    sql.run('INSERT INTO log (only, origin, done, newest) VALUES (1, ?, ?, ?)', origin, last, note);
  });
}

/** Hashes of entries and of full groups above them. */
function groupsOf(sql: Sql): Groups {
  return (level, group) => {
    const rows = sql.all<{ hash: Uint8Array }>(
      'SELECT hash FROM hashes WHERE level = ? AND place >= ? AND place < ? ORDER BY place',
      level,
      group * GROUP,
      (group + 1) * GROUP,
    );
    return joined(...rows.map((row) => row.hash));
  };
}

/** The root over the first `size` entries. @param size at least 1 */
export function logRoot(sql: Sql, size: number): Uint8Array {
  return rootIn(LOG_NODES, groupsOf(sql), size);
}

/** Hashes of the first `size` entries. */
export function entryHashes(sql: Sql, size: number): Uint8Array[] {
  return sql
    .all<{ hash: Uint8Array }>('SELECT hash FROM hashes WHERE level = 0 AND place < ? ORDER BY place', size)
    .map((row) => row.hash);
}

/** From the entry at `place` to the root over the first `size`. */
export function inclusionOf(sql: Sql, size: number, place: number): Uint8Array[] {
  return pathIn(LOG_NODES, groupsOf(sql), size, place).map(({ node }) => node);
}

/** Signs the whole log, newest key first. */
export function signLog(sql: Sql, origin: string, signers: readonly Signer[]): string {
  const size = logSize(sql);
  const text = checkpointText({ origin, size, root: logRoot(sql, size) });
  return `${text}\n${signers.map(({ key, sign }) => signatureLine(key, sign(ascii(text)))).join('')}`;
}

/** The size of a checkpoint that this log has signed. */
export function sizeOf(note: string): number {
  return readCheckpoint(note)?.size ?? 0;
}

/** Whether a log may have such a file; any other path is asked of nobody. */
export function isLogPath(path: string): boolean {
  return path === 'checkpoint' || path === 'keys' || readTilePath(path) !== null;
}

/** A static file of the log: `checkpoint`, `tile/…` (c2sp.org/tlog-tiles). Null for one that it does not have. */
export function logFile(sql: Sql, path: string): Uint8Array | null {
  if (path === 'checkpoint') {
    const newest = logRow(sql)?.newest ?? null;
    return newest === null ? null : encoder.encode(newest);
  }
  const tile = readTilePath(path);
  if (tile === null) return null;
  const bytes = tile.level === 'entries' ? bundle(sql, tile) : hashTile(sql, tile.level, tile);
  return bytes;
}

interface AskedTile {
  readonly level: number | 'entries';
  readonly index: number;
  readonly width: number;
}

/** Null for a path that `tilePath` does not write; no log of days reaches a second group of digits. */
function readTilePath(path: string): AskedTile | null {
  const [, level = '', index = '', width] =
    /^tile\/(entries|\d|[1-5]\d|6[0-3])\/(\d{3})(?:\.p\/([1-9]\d{0,2}))?$/.exec(path) ?? [];
  if (level === '' || Number(width) >= GROUP) return null;
  return {
    level: level === 'entries' ? level : Number(level),
    index: Number(index),
    width: width === undefined ? GROUP : Number(width),
  };
}

function hashTile(sql: Sql, level: number, { index, width }: AskedTile): Uint8Array | null {
  const bytes = groupsOf(sql)(level, index).slice(0, width * HASH_BYTES);
  return bytes.length === width * HASH_BYTES ? bytes : null;
}

function bundle(sql: Sql, { index, width }: AskedTile): Uint8Array | null {
  const from = index * GROUP;
  const rows = sql.all<KeptEntry>(
    `${ENTRY} WHERE place >= ? AND place < ? ORDER BY place`,
    from,
    from + width,
  );
  if (rows.length < width) return null;
  const entries = rows.map(({ text }) => ascii(text));
  return joined(
    ...entries.flatMap((entry) => [Uint8Array.of(entry.length >> 8, entry.length & 0xff), entry]),
  );
}

const encoder = new TextEncoder();
