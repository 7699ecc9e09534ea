/** Databases in memory, by name, whose process can die before any statement; copies of all of them begin again from one moment. */
import Database from 'better-sqlite3';
import { type NodeSqlite, sqliteOn } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { type FragileSql, fragileSql } from '#tests/simulation/fragile-sql.ts';

export type Pages = ReadonlyMap<string, Buffer>;

/** @param pages what they hold; others are empty at first. */
export function mortalDatabases(pages: Pages = new Map()) {
  const made = new Map<string, Mortal>();

  /** The living process's view of the database, by its name. */
  function database(name: string): NodeSqlite {
    return mortal(name).view;
  }

  function mortal(name: string): Mortal {
    const known = made.get(name) ?? mortalOn(pages.get(name));
    made.set(name, known);
    return known;
  }

  return {
    database,
    names: () => [...made.keys()],
    /** The process of the database, and of these others, dies before its statement or commit number `after`, from 0. */
    dieAfter(name: string, after: number, others: readonly string[] = []): void {
      const { onDeath, process } = mortal(name);
      onDeath.length = 0;
      onDeath.push(...others.map((other) => () => mortal(other).process().die()));
      process().dieAfter(after);
    },
    isDead: (name: string) => mortal(name).process().isDead(),
    /** The next process of each one that died finds what was committed; none is to die. */
    revive(): void {
      for (const one of made.values()) one.revive();
    },
    pages(): Pages {
      const now = new Map(pages);
      for (const [name, { raw }] of made) now.set(name, raw.serialize());
      return now;
    },
    /** How often each one was written to: alike for two runs that left the same behind, if they began from the same pages. */
    commits: () => [...made].map(([name, { commits }]) => `${name} ${commits()}`).sort(),
  };
}

interface Mortal {
  readonly raw: Database.Database;
  readonly view: NodeSqlite;
  readonly onDeath: (() => void)[];
  readonly process: () => FragileSql;
  readonly commits: () => number;
  readonly revive: () => void;
}

function mortalOn(pages: Buffer | undefined): Mortal {
  const { raw, base } = opened(pages);
  const onDeath: (() => void)[] = [];
  let [commits, depth] = [0, 0];

  function committing<T>(work: () => T): T {
    depth += 1;
    try {
      const value = work();
      if (depth === 1) commits += 1;
      return value;
    } finally {
      depth -= 1;
    }
  }

  const counted: Sql = {
    ...base,
    run: (text, ...values) => committing(() => base.run(text, ...values)),
    transaction: (work) => committing(() => base.transaction(work)),
    unsynced: (work) => committing(() => base.unsynced(work)),
  };
  const begin = () =>
    fragileSql(
      counted,
      () => {
        for (const die of onDeath) die();
      },
      () => {},
    );
  let process = begin();
  const view = new Proxy(base, {
    get: (_, name) => Reflect.get(Object.hasOwn(process, name) ? process : base, name),
  });
  return {
    raw,
    view,
    onDeath,
    process: () => process,
    commits: () => commits,
    revive() {
      onDeath.length = 0;
      process = begin();
    },
  };
}

interface Opened {
  readonly raw: Database.Database;
  readonly base: NodeSqlite;
}

const hasWritten = (raw: Database.Database) => raw.prepare('SELECT total_changes()').pluck().get() !== 0;
const openedBefore = new WeakMap<Buffer, Opened>();

/** A connection on which a run wrote nothing serves the next run from the same pages: most objects are only read. */
function opened(pages: Buffer | undefined): Opened {
  const before = pages === undefined ? undefined : openedBefore.get(pages);
  if (before?.raw.open && !hasWritten(before.raw)) return before;
  const raw = new Database(pages ?? ':memory:');
  const made = { raw, base: sqliteOn(raw, ':memory:') };
  if (pages !== undefined) openedBefore.set(pages, made);
  return made;
}
