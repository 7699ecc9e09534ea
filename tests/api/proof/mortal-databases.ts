/** Databases in memory, by name, whose process can die before any statement; copies of all of them begin again from one moment. */
import Database from 'better-sqlite3';
import { type NodeSqlite, sqliteOn } from '#api/runtime/sqlite/better-sqlite3.ts';
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
    pages: (): Pages => new Map([...made].map(([name, one]) => [name, one.raw.serialize()])),
  };
}

interface Mortal {
  readonly raw: Database.Database;
  readonly view: NodeSqlite;
  readonly onDeath: (() => void)[];
  readonly process: () => FragileSql;
  readonly revive: () => void;
}

function mortalOn(pages: Buffer | undefined): Mortal {
  const raw = new Database(pages ?? ':memory:');
  const base = sqliteOn(raw, ':memory:');
  const onDeath: (() => void)[] = [];
  const begin = () =>
    fragileSql(
      base,
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
    revive() {
      onDeath.length = 0;
      process = begin();
    },
  };
}
