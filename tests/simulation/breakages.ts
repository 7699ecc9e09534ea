/** Deliberate bugs, all plausible, each of which the simulation has to notice. */
import type { SqlValue, Synchronous } from '#api/runtime/sqlite/port.ts';
import type { Store, Writing } from '#device/store/port.ts';
import type { TableName, TableRows } from '#device/store/rows.ts';
import type { Breakage } from './run-seed.ts';

/** The device removes a record from the outbox when it sends it, not when it is answered. */
export function forgetsUnanswered(): Breakage {
  return {
    store: (store) => ({
      ...store,
      async read(tables, work) {
        const answer = await store.read(tables, work);
        // The read that collects a batch.
        if (tables.length === 2 && tables.includes('outbox') && tables.includes('records')) {
          await store.write(['outbox'], async (writing) => {
            const sent = await writing.list('outbox', { from: '4:record:', to: '4:record:~' });
            await writing.remove(
              'outbox',
              sent.map(({ key }) => key),
            );
          });
        }
        return answer;
      },
    }),
  };
}

/** The device stores the record and its outbox entry in two transactions, and the entry is sometimes lost. */
export function recordsWithoutOutbox(): Breakage {
  let count = 0;
  return {
    store: (store) =>
      changingWrites(store, (table, rows) => (table === 'outbox' && ++count % 5 === 0 ? [] : rows)),
  };
}

/** The device trusts a restored server and does not send lost records again. */
export function believesRestoredServer(): Breakage {
  return {
    store: (store) => ({
      ...store,
      write: <T>(tables: readonly TableName[], work: (writing: Writing) => Promise<T>) =>
        store.write(tables, (writing) => {
          // Only resending reads many records by id and writes to the outbox.
          let isAgain = false;
          return work({
            ...writing,
            getMany(table, keys) {
              isAgain = table === 'records' && tables.length === 3 && tables.includes('outbox');
              return writing.getMany(table, keys);
            },
            put: <Name extends TableName>(table: Name, rows: readonly TableRows[Name][]) =>
              writing.put(table, isAgain && table === 'outbox' ? [] : rows),
          });
        }),
    }),
  };
}

/** The device stores only the newest launch data, so the referrer is lost with the first failed registration. */
export function forgetsFirstLaunch(): Breakage {
  return {
    store: (store) =>
      changingWrites(store, (_, rows) =>
        rows.map((row) => ('firstLaunch' in row ? { ...row, firstLaunch: row.launchData } : row)),
      ),
  };
}

/** The client makes a new id when it sends a record again, so a record whose answer was lost counts twice. */
export function newIdPerRetry(): Breakage {
  const sent = new Map<string, number>();
  return {
    body(url, body) {
      if (url !== '/api/sync' || body === undefined) return body;
      return body.replaceAll(/"id":"([0-9a-f]{8})-([0-9a-f]{4})/g, (whole: string, first: string) => {
        const times = sent.get(whole) ?? 0;
        sent.set(whole, times + 1);
        return times === 0 ? whole : `"id":"${first}-${times.toString(16).padStart(4, '0')}`;
      });
    },
  };
}

/**
 * Delivered credits are not always marked, and are identified by delivery instead of by event, so some are paid
 * twice.
 */
export function creditsTwice(): Breakage {
  let count = 0;
  return {
    sql: (sql) => ({
      ...sql,
      run(text: string, ...values: readonly SqlValue[]) {
        const isMark = text.includes('UPDATE credits SET delivered_at');
        return isMark && ++count % 3 === 0 ? { changes: 1 } : sql.run(text, ...values);
      },
      all<T extends object>(text: string, ...values: readonly SqlValue[]): T[] {
        const rows = sql.all<T>(text, ...values);
        if (!text.includes('attempts, credit_id')) return rows;
        return rows.map((row) => ({ ...row, credit_id: (count++).toString(16).padStart(32, '0') }));
      },
    }),
  };
}

/** The server answers before the commit, which then fails at times. */
export function answersBeforeCommit(): Breakage {
  let count = 0;
  let depth = 0;
  return {
    sql: (sql) => ({
      ...sql,
      transaction<T>(work: () => Synchronous<T>): T {
        if (depth > 0) return sql.transaction(work);
        depth += 1;
        const lost: { readonly value: T }[] = [];
        try {
          return sql.transaction<T>(() => {
            const value = work();
            if (++count % 7 !== 0) return value;
            lost.push({ value });
            throw new Error('the disk was gone');
          });
        } catch (cause) {
          const [answered] = lost;
          if (answered === undefined) throw cause;
          return answered.value;
        } finally {
          depth -= 1;
        }
      },
    }),
  };
}

/** A projection row is edited outside of the ledger. */
export function editedProjection(): Breakage {
  let count = 0;
  return {
    sql: (sql) => ({
      ...sql,
      run(text: string, ...values: readonly SqlValue[]) {
        const result = sql.run(text, ...values);
        if (text.includes('accounts') && ++count % 5 === 0)
          sql.run('UPDATE accounts SET total = total + 1000');
        return result;
      },
    }),
  };
}

/** A notice is stored outside of its event's commit and is sometimes lost. */
export function noticesOutsideCommit(): Breakage {
  let count = 0;
  return {
    sql: (sql) => ({
      ...sql,
      run: (text: string, ...values: readonly SqlValue[]) =>
        text.includes('INTO notices') && ++count % 3 === 0 ? { changes: 1 } : sql.run(text, ...values),
    }),
  };
}

/** Notices are removed when they are sent, not when they are acknowledged. */
export function noticesGoneWhenTold(): Breakage {
  return {
    sql: (sql) => ({
      ...sql,
      all<T extends object>(text: string, ...values: readonly SqlValue[]): T[] {
        const rows = sql.all<T>(text, ...values);
        if (text.startsWith('SELECT notice'))
          sql.run('DELETE FROM notices WHERE user_id = ?', values[0] ?? null);
        return rows;
      },
    }),
  };
}

function changingWrites(
  store: Store,
  change: (table: TableName, rows: readonly TableRows[TableName][]) => readonly TableRows[TableName][],
): Store {
  return {
    ...store,
    write: <T>(tables: readonly TableName[], work: (writing: Writing) => Promise<T>) =>
      store.write(tables, (writing) =>
        work({
          ...writing,
          put: <Name extends TableName>(table: Name, rows: readonly TableRows[Name][]) =>
            writing.put(table, change(table, rows) as readonly TableRows[Name][]),
        }),
      ),
  };
}

/** The device takes a full day for a final answer and removes the record from the outbox. */
export function dropsHeldBack(): Breakage {
  return {
    store: (store) => ({
      ...store,
      async write(tables, work) {
        const done = await store.write(tables, work);
        if (!tables.includes('outbox')) return done;
        await store.write(['outbox'], async (writing) => {
          const held = await writing.list('outbox', { where: (row) => 'until' in row });
          await writing.remove(
            'outbox',
            held.map(({ key }) => key),
          );
        });
        return done;
      },
    }),
  };
}

/** The server appends any number of events per day. */
export function admitsAll(): Breakage {
  return { admitsAll: true };
}
