/**
 * One object: the first call or alarm starts it, and it can die between any two statements or awaits. Then only
 * its storage and alarm remain.
 */
import type { Alarm } from '#api/runtime/scheduler.ts';
import { durableObjectSql } from '#api/runtime/sqlite/durable-object.ts';
import { type Sql, StorageFullError } from '#api/runtime/sqlite/port.ts';
import type { Chance } from './chance.ts';
import { type FragileSql, fragileSql, ProcessDied } from './fragile-sql.ts';
import { type SetAlarm, type TurnStorage, turnStorage } from './object-storage.ts';
import type { Reach } from './paths.ts';
import type { VirtualTime } from './virtual-time.ts';

export interface Weather {
  readonly time: VirtualTime;
  readonly chance: Chance;
  readonly trace: (line: string) => void;
  /** The time as objects see it. */
  readonly clock: { now(): number };
  readonly reach: Reach;
  /** Whether faults may happen. */
  troubled: boolean;
}

/** The runtime's services for a living object. */
export interface Living {
  readonly sql: FragileSql;
  readonly alarm: Alarm;
  /** Resolves when all writes so far are durable, which answers have to wait for. */
  durable(): Promise<void>;
}

export interface SimulatedObject<T> {
  /** Null if the object died before its answer could leave. */
  call<A>(work: (object: T) => Promise<A>): Promise<{ readonly answer: A } | null>;
  /** It dies some steps from now, if it lives. */
  dieSoon(): void;
  /** Its storage is full for a few commits. */
  fillDisk(): void;
  /** From now on it does not die of planned faults. */
  heal(): void;
  evict(): void;
  /** The clock was set. */
  clockSet(): void;
  isAlarmSet(): boolean;
  /** Its storage, for outside observers. */
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
  /** The alarm on the platform's list. */
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

  /** Puts the stored alarm on the platform's list, which is rarely on time. */
  function list(): void {
    unlist();
    const alarm = storage.alarm();
    listed = alarm;
    if (alarm === null) return;
    const late = weather.troubled ? chance.wait(chance.pick([10, 10, 1_000, MINUTE, 60 * MINUTE])) : 0;
    unlist = time.after(alarm.at - clock.now() + late, () => void ring(alarm));
  }

  /** At least once and until the handler finishes; a death lists it again. */
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
