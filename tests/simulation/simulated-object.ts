/**
 * One object: it comes to life with the first call or alarm, can die between any two statements and any two awaits, and
 * keeps nothing then but its storage and the alarm in it.
 */
import type { Alarm } from '#api/objects/alarm.ts';
import { durableObjectSql } from '#api/sqlite/durable-object.ts';
import { type Sql, StorageFullError } from '#api/sqlite/port.ts';
import type { Chance } from './chance.ts';
import { type FragileSql, fragileSql, ProcessDied } from './fragile-sql.ts';
import { type SetAlarm, type TurnStorage, turnStorage } from './object-storage.ts';
import type { Reach } from './paths.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Weather {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly trace: (line: string) => void;
  /** What the objects take for the time. */
  readonly clock: { now(): number };
  readonly reach: Reach;
  /** Whether anything may go wrong. */
  troubled: boolean;
}

/** What an object has of its runtime while it lives. */
export interface Living {
  readonly sql: FragileSql;
  readonly alarm: Alarm;
  /** Settles when everything written so far is kept: only then may anything leave. */
  durable(): Promise<void>;
}

export interface SimulatedObject<T> {
  /** Null where the object died before its answer could leave. */
  call<A>(work: (object: T) => Promise<A>): Promise<{ readonly answer: A } | null>;
  /** It dies some steps from now, if it lives. */
  dieSoon(): void;
  /** Its storage takes nothing for a few commits. */
  fillDisk(): void;
  /** From now on it does not die of what was planned. */
  heal(): void;
  evict(): void;
  /** The clock was set. */
  clockSet(): void;
  isAlarmSet(): boolean;
  /** What it keeps, for whoever looks from outside. */
  readonly sql: Sql;
  close(): void;
}

const MINUTE = 60_000;
const NEVER = Number.POSITIVE_INFINITY;

export function simulatedObject<T>(
  name: string,
  weather: Weather,
  options: {
    readonly open: (living: Living) => T;
    readonly onAlarm?: (object: T) => Promise<void>;
    readonly breakSql?: (sql: Sql) => Sql;
    readonly onFault: (message: string) => void;
  },
): SimulatedObject<T> {
  const { time, chance, clock } = weather;
  let process: { readonly sql: FragileSql; readonly death: Promise<null>; readonly object: T } | null = null;
  /** The alarm that the platform has on its list. */
  let listed: SetAlarm | null = null;
  let unlist = () => {};

  const storage = turnStorage(
    (keep) =>
      time.after(chance.pick([0, 0, 1, 4]), () => {
        if (process?.sql.breathe() === false) return;
        keep();
        process?.sql.breathe();
      }),
    () => {
      if (storage.alarm() !== listed) list();
    },
  );
  const base = durableObjectSql(storage);

  function wake(): typeof process {
    if (process !== null) return process;
    let die: (nothing: null) => void = () => {};
    const death = new Promise<null>((resolve) => {
      die = resolve;
    });
    const sql = fragileSql(
      options.breakSql?.(base) ?? base,
      () => {
        weather.trace(`${name} died`);
        process = null;
        storage.lose();
        list();
        die(null);
      },
      weather.reach,
    );
    if (weather.troubled && chance.happens(0.02)) sql.dieAfter(chance.between(0, 5));
    const alive = (): TurnStorage => {
      if (!sql.breathe()) throw new ProcessDied();
      return storage;
    };
    const alarm: Alarm = { set: (at) => alive().set(at), clear: () => alive().clear() };
    try {
      const object = options.open({ sql, alarm, durable: storage.durable });
      process = { sql, death, object };
    } catch (cause) {
      if (!sql.isDead()) throw cause;
    }
    return process;
  }

  async function call<A>(work: (object: T) => Promise<A>): Promise<{ readonly answer: A } | null> {
    const living = wake();
    if (living === null) return null;
    const { sql, object, death } = living;
    if (weather.troubled && chance.happens(0.12)) dieSoon();
    const answering = work(object).then(async (answer) => {
      await storage.durable();
      return { answer };
    });
    try {
      const outcome = await Promise.race([answering, death]);
      return sql.breathe() ? outcome : null;
    } catch (cause) {
      const isExpected = cause instanceof StorageFullError;
      if (!sql.isDead() && !isExpected)
        options.onFault(`${name}: ${cause instanceof Error ? cause.stack : cause}`);
      return null;
    }
  }

  function dieSoon(): void {
    process?.sql.dieAfter(chance.between(0, 60));
  }

  /** Puts the alarm that is kept on the platform's list, which is hardly ever in time. */
  function list(): void {
    unlist();
    const alarm = storage.alarm();
    listed = alarm;
    if (alarm === null) return;
    const late = weather.troubled ? chance.wait(chance.pick([10, 10, 1_000, MINUTE, 60 * MINUTE])) : 0;
    unlist = time.after(alarm.at - clock.now() + late, () => void ring(alarm));
  }

  /** At least once, and until the handler has come to its end: a death lists it again. */
  async function ring(alarm: SetAlarm): Promise<void> {
    weather.trace(`${name} is woken`);
    if (weather.troubled && chance.happens(0.15)) {
      time.after(chance.wait(chance.pick([1, 50, 5_000, 10 * MINUTE])), () => void call(wakeUp));
    }
    const outcome = await call(wakeUp);
    if (outcome !== null && storage.alarm() === alarm) storage.clear();
  }

  const wakeUp = async (object: T) => options.onAlarm?.(object);

  return {
    call,
    dieSoon,
    fillDisk: () => process?.sql.failCommits(chance.between(1, 4)),
    heal() {
      process?.sql.dieAfter(NEVER);
      process?.sql.failCommits(0);
    },
    evict: () => process?.sql.die(),
    clockSet: list,
    isAlarmSet: () => storage.alarm() !== null,
    sql: base,
    close() {
      process?.sql.die();
      unlist();
      storage.close();
    },
  };
}
