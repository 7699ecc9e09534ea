/**
 * An operator: the machine with its ledgers and its log, whose process can die before any statement, and whose databases
 * the operator can copy, set back and change by hand.
 */

import Database from 'better-sqlite3';
import { migrations, proofMigrations } from '#api/migrations.ts';
import { witnessesOf } from '#api/proof/cosign.ts';
import { logFile } from '#api/proof/log-store.ts';
import { newSignerText, readSigner, type Signer } from '#api/proof/signer.ts';
import type { createWitness } from '#api/proof/witness.ts';
import { sha256 } from '#api/runtime/hashing.ts';
import { type NodeSqlite, sqliteOn } from '#api/runtime/sqlite/better-sqlite3.ts';
import { type Migration, migrateOrThrow } from '#api/runtime/sqlite/migrations.ts';
import { SIGNATURE, type SignatureType, vkeyText } from '#core/proof/note.ts';
import type { PinTexts } from '#core/proof/pins.ts';
import { mortalDatabases, type Pages } from '#tests/api/proof/mortal-databases.ts';
import { CONFIG } from '#tests/api/support.ts';
import { openMachineDeployment } from '#tests/support/machine-deployment.ts';
import { noLimits } from '#tests/support/no-limits.ts';
import type { TestClock, TestDeployment } from '#tests/support/test-deployment.ts';
import type { Chance } from '../chance.ts';

export const ORIGIN = 'points.example/irich';
export const LOG = newKey(ORIGIN, SIGNATURE.ed25519);
export const OTHER_LOG = newKey(ORIGIN, SIGNATURE.ed25519);
export const WITNESS = newKey('witness.example/w', SIGNATURE.cosignature);

/** What the phones of a world pin. */
export function pinsOf(isWitnessed: boolean): PinTexts {
  const witnesses = isWitnessed ? vkeyText(WITNESS.key) : '';
  return { origin: ORIGIN, keys: vkeyText(LOG.key), witnesses, quorum: isWitnessed ? '1' : '0' };
}

function newKey(name: string, type: SignatureType): Signer {
  const made = readSigner(newSignerText(name, type));
  if (made === null) throw new Error('Not a key');
  return made;
}

/** The witness of a world, and what it remembers. */
export interface Witness {
  readonly ask: ReturnType<typeof createWitness>;
  readonly newest: () => string | null;
}

export interface OperatorOptions {
  readonly clock: TestClock;
  readonly chance: Chance;
  /** Null without one. */
  readonly witness: Witness | null;
  /** What its databases hold; empty at first. */
  readonly pages?: Pages;
  /** In place of the databases as they are: a mistake that the simulation must notice. */
  readonly breakSql?: (name: DatabaseName, sql: NodeSqlite) => NodeSqlite;
}

/** What a process is started with. */
export interface Start {
  readonly pages?: Pages;
  readonly signer?: Signer;
  /** False for an operator who does not ask the witness: it would not sign what they do. */
  readonly asksWitness?: boolean;
}

export interface Operator {
  readonly clock: TestClock;
  /** Faults that a living process has reported. */
  readonly faults: readonly string[];
  /** Another process takes over, by default over the same databases. */
  readonly begin: (next?: Start) => Promise<void>;
  /** All databases as they are on the disk. */
  readonly pages: () => Pages;
  /** A network error where no process answers. */
  readonly fetch: (path: string, init: RequestInit) => Promise<Response>;
  /** Lets time pass. A process that died is followed by the next one at the end of it. */
  readonly until: (at: number) => Promise<void>;
  /** The process dies before its statement of this database number `after` from now. */
  readonly dieAfter: (name: DatabaseName, after: number) => void;
  /** By hand, in a database, while the process runs. */
  readonly edit: (name: DatabaseName, work: (sql: NodeSqlite) => void) => void;
  /** A second history from here on, by the same keys, which no witness sees. */
  readonly twin: (clock: TestClock) => Promise<Operator>;
}

const FILES = '/proof/';

export type DatabaseName = 'proof' | 'ledgers';

let empty: Pages | null = null;

/** Databases with all tables and without rows: their migrations take longer than a day of the simulation. */
function emptyPages(): Pages {
  empty ??= new Map([
    ['ledgers', emptyDatabase(migrations)],
    ['proof', emptyDatabase(proofMigrations)],
  ]);
  return empty;
}

/** With small pages: copies are made often. */
function emptyDatabase(list: readonly Migration[]): Buffer {
  const database = new Database(':memory:');
  database.pragma('page_size = 512');
  migrateOrThrow(sqliteOn(database, ':memory:'), list, 0);
  return database.serialize();
}

export async function openOperator(options: OperatorOptions): Promise<Operator> {
  const { clock, chance, witness } = options;
  const faults: string[] = [];
  const witnessCalls = {
    witnesses: [{ key: WITNESS.key, url: 'https://witness.example' }],
    fetch: askWitness,
    onFault: () => {},
  };
  let databases = mortalDatabases(options.pages ?? emptyPages());
  let signer = LOG;
  let asksWitness = witness !== null;
  let deployment = await start();

  function start(): Promise<TestDeployment> {
    const log = opened('proof');
    const own = databases;
    return openMachineDeployment(
      {
        config: CONFIG,
        clock,
        limiter: noLimits,
        // No other process writes here.
        longestMs: Number.POSITIVE_INFINITY,
        onRequest: () => {},
        onFault: (message, cause) => {
          if (!own.isDead('proof')) faults.push(`${message}: ${cause}`);
        },
        proof: {
          sql: log,
          signers: [signer],
          newSecret: () => Uint8Array.from({ length: 32 }, () => chance.between(0, 255)),
          ...(asksWitness ? { cosign: witnessesOf(log, [signer.key], witnessCalls) } : {}),
        },
      },
      opened('ledgers'),
    );
  }

  function opened(name: DatabaseName): NodeSqlite {
    const sql = databases.database(name);
    return options.breakSql?.(name, sql) ?? sql;
  }

  async function askWitness(url: string, init: RequestInit): Promise<Response> {
    const newest = witness?.newest() ?? null;
    if (url.endsWith(`/${sha256(ORIGIN)}/checkpoint`))
      return new Response(newest, { status: newest === null ? 404 : 200 });
    const answer = await witness?.ask(String(init.body));
    return new Response(answer?.body ?? '', { status: answer?.status ?? 503 });
  }

  /** A file of the log, without the routes around it. */
  async function logFileAt(path: string): Promise<Response> {
    const bytes = logFile(databases.database('proof'), path);
    return new Response(bytes === null ? '' : new Uint8Array(bytes), { status: bytes === null ? 404 : 200 });
  }

  const isDead = () => databases.isDead('proof');

  async function begin({
    pages,
    signer: by = signer,
    asksWitness: asks = asksWitness,
  }: Start = {}): Promise<void> {
    const isSame = pages === undefined && by === signer && asks === asksWitness;
    if (pages === undefined) databases.revive();
    else {
      for (const name of databases.names()) databases.database(name).close();
      databases = mortalDatabases(pages);
    }
    [signer, asksWitness] = [by, witness !== null && asks];
    if (isSame) await deployment.restart();
    else deployment = await start();
  }

  return {
    clock,
    faults,
    begin,
    pages: () => databases.pages(),
    async fetch(path, init) {
      if (isDead()) throw new TypeError('no server');
      if (path.startsWith(FILES)) return logFileAt(path.slice(FILES.length));
      const answer = await deployment.fetch(new Request(`https://irich.example${path}`, init));
      if (isDead()) throw new TypeError('no answer');
      return answer;
    },
    async until(at) {
      await deployment.until?.(at, isDead);
      clock.at = Math.max(clock.at, at);
      while (isDead()) {
        await begin();
        await deployment.until?.(at, isDead);
      }
    },
    dieAfter: (name, after) => databases.dieAfter(name, after, [name === 'proof' ? 'ledgers' : 'proof']),
    edit: (name, work) => work(databases.database(name)),
    twin: (of) => openOperator({ clock: of, chance, witness: null, pages: databases.pages() }),
  };
}
