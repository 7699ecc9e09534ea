/** The shared commit on every adapter: isolation, order, and a full disk. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openLedger } from '#api/ledger/ledger.ts';
import type { Executed, LedgerWriter } from '#api/ledger/types.ts';
import { type Sql, StorageFullError, type Synchronous } from '#api/runtime/sqlite/port.ts';
import { audit } from '#tests/support/audit.ts';
import { hmacHex, sha256Hex } from '#tests/support/hashing.ts';
import {
  HOUR,
  type LedgerRig,
  ledgerRig,
  NOON,
  record,
  register,
  threeFriends,
} from '#tests/support/ledger.ts';
import type { WithSql } from '../runtime/sqlite/sqlite-conformance.ts';

/** An answer without the parts that differ by database because of its random secret. */
function outcome(answer: Executed): unknown {
  if (!answer.ok) return answer.error.type;
  const seqs = [...answer.events, answer.duplicateOf ?? { seq: 0 }].map((event) => event.seq);
  return [...seqs, answer.state.points, answer.state.badges];
}

export function commitConformance(name: string, withSql: WithSql): void {
  const on = (title: string, check: (rig: LedgerRig) => Promise<void>) =>
    it(title, () => withSql((sql) => check(ledgerRig(sql))));

  describe(`${name}: the shared commit`, () => {
    on('answers only after the commit, which all transactions of one turn share', async (rig) => {
      const settled: number[] = [];
      const asked = [1, 2, 3].map((userId) =>
        rig.ledger
          .transact<Executed>((writer) => writer.execute(userId, register()))
          .then(() => settled.push(userId)),
      );
      await Promise.resolve();
      expect(settled).toEqual([]);
      expect(rig.sql.get('SELECT 1 FROM events')).toBeUndefined();
      rig.turn();
      expect(rig.sql.get('SELECT count(*) AS n FROM events')).toEqual({ n: 3 });
      await Promise.all(asked);
      expect(settled).toEqual([1, 2, 3]);
    });

    it('forgets everything if COMMIT itself fails: the next events follow those on disk', () =>
      withSql(async (sql) => {
        let isFull = false;
        let depth = 0;
        const rig = ledgerRig({
          ...sql,
          transaction: <T>(work: () => Synchronous<T>): T =>
            sql.transaction<T>(() => {
              depth += 1;
              try {
                const value = work();
                if (isFull && depth === 1) throw new StorageFullError('full');
                return value;
              } finally {
                depth -= 1;
              }
            }),
        });
        await rig.execute(1, register());
        await rig.execute(2, register(1));
        const before = [1, 2].map((userId) => rig.ledger.read.account(userId));
        isFull = true;
        const asked = [1, 2, 3].map((userId) =>
          rig.ledger.transact<Executed>((writer) =>
            writer.execute(userId, userId === 3 ? register(1) : record('lost')),
          ),
        );
        rig.turn();
        const full = { ok: false, error: { type: 'storage_full' } };
        expect(await Promise.all(asked)).toEqual([full, full, full]);
        isFull = false;
        expect(
          await rig.alone((writer) => [writer.account(1), writer.account(2), writer.account(3)]),
        ).toEqual([...before, null]);
        const head = (userId: number) => before[userId - 1]?.head.seq ?? 0;
        expect(await rig.execute(1, record('kept'))).toMatchObject({ events: [{ seq: head(1) + 1 }] });
        expect(await rig.execute(2, record('kept'))).toMatchObject({ events: [{ seq: head(2) + 1 }] });
        expect(await rig.execute(3, register(1))).toMatchObject({ events: [{ seq: 1 }] });
        expect(audit({ sql, sha256: sha256Hex, hmac: hmacHex })).toMatchObject({ findings: [], pending: 0 });
      }));

    on('keeps the answer if a commit listener fails', async (rig) => {
      const faults: string[] = [];
      const ledger = openLedger({
        sql: rig.sql,
        clock: rig.clock,
        sha256: sha256Hex,
        hmac: hmacHex,
        schedule: queueMicrotask,
        onCommit: () => {
          throw new Error('no alarm');
        },
        onFault: (message) => faults.push(message),
      });
      const both = [1, 2].map((userId) =>
        ledger.transact<Executed>((writer) => writer.execute(userId, register())),
      );
      expect(await Promise.all(both)).toMatchObject([{ ok: true }, { ok: true }]);
      expect(faults).toHaveLength(1);
    });

    on('a transaction that throws undoes only itself, with its rows in other tables', async (rig) => {
      rig.sql.run('CREATE TABLE notes (text TEXT) STRICT');
      await rig.execute(1, register());
      const good = rig.ledger.transact<Executed>((writer) => {
        writer.sql.run("INSERT INTO notes VALUES ('good')");
        return writer.execute(1, record('good'));
      });
      const bad = rig.ledger.transact((writer) => {
        writer.sql.run("INSERT INTO notes VALUES ('bad')");
        writer.execute(1, record('bad'));
        writer.execute(7, register(1));
        throw new Error('a defect');
      });
      const late = rig.ledger.transact<Executed>((writer) => writer.execute(1, record('late')));
      rig.turn();
      await expect(bad).rejects.toThrow('a defect');
      expect(await good).toMatchObject({ ok: true, value: { ok: true, events: [{ seq: 2 }] } });
      expect(await late).toMatchObject({ ok: true, value: { ok: true, events: [{ seq: 3 }] } });
      expect(rig.sql.all('SELECT text FROM notes')).toEqual([{ text: 'good' }]);
      expect(rig.ledger.read.account(7)).toBeNull();
      expect(rig.ledger.read.account(1)?.points).toMatchObject({ activity: 2000, referral: 0 });
    });

    on(
      'when one transaction throws, the others run once and the next commit continues from their state',
      async (rig) => {
        await rig.execute(1, register());
        const works = [
          (writer: LedgerWriter) => writer.execute(1, record('first')),
          (writer: LedgerWriter): Executed => {
            writer.execute(1, record('lost'));
            writer.execute(1, { type: 'claim_check_in' });
            throw new Error('a defect');
          },
          (writer: LedgerWriter) => writer.execute(1, record('second')),
        ];
        const asked = works.map((work) => rig.ledger.transact<Executed>(work));
        rig.turn();
        const answers = await Promise.allSettled(asked);
        expect(answers.map((answer) => answer.status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
        const state = await rig.alone((writer) => ({ is: writer.account(1) }));
        expect(state.is).toEqual(rig.ledger.read.account(1));
        expect(state.is).toMatchObject({ head: { seq: 3 }, points: { activity: 2000, checkin: 0 } });
        expect(await rig.execute(1, { type: 'claim_check_in' })).toMatchObject({ events: [{ seq: 4 }] });
        expect(await rig.execute(1, record('lost'))).toMatchObject({ events: [{ seq: 5 }] });
        expect(audit({ sql: rig.sql, sha256: sha256Hex, hmac: hmacHex }).findings).toEqual([]);
      },
    );

    it('a delivery that throws undoes only itself, is reported, and is retried later', () =>
      withSql(async (sql) => {
        let isBroken = true;
        const rig = ledgerRig({
          ...sql,
          run(text, ...values) {
            if (isBroken && text.startsWith('UPDATE credits SET delivered_at')) throw new Error('a defect');
            return sql.run(text, ...values);
          },
        });
        await rig.execute(1, register());
        expect(await rig.execute(2, register(1))).toMatchObject({ ok: true, events: [{ seq: 1 }] });
        expect(rig.ledger.read.account(1)).toMatchObject({ head: { seq: 1 }, friends: 0 });
        expect(rig.faults).toEqual(['Credit of event 1 of user 2 failed: Error: a defect']);
        isBroken = false;
        await rig.execute(2, record('early'));
        expect(rig.ledger.read.account(1)).toMatchObject({ friends: 0, points: { referral_activity: 100 } });
        rig.clock.at += 1000;
        await rig.execute(2, record('later', rig.clock.at));
        expect(rig.ledger.read.account(1)).toMatchObject({
          friends: 1,
          points: { referral: 50_000, referral_activity: 200 },
        });
        expect(rig.faults).toHaveLength(1);
        expect(audit({ sql, sha256: sha256Hex, hmac: hmacHex }).findings).toEqual([]);
      }));

    on('reads of a transaction see the events appended earlier in the commit', async (rig) => {
      const asked = rig.ledger.transact((writer) => writer.execute(1, register()).ok);
      const seen = rig.ledger.transact((writer) => {
        writer.execute(1, record('r1'));
        return [writer.account(1)?.head.seq, writer.events(1, 0, 9).length, writer.account(2)] as const;
      });
      rig.turn();
      await asked;
      expect(await seen).toEqual({ ok: true, value: [2, 2, null] });
    });

    on('long transactions do not make the rest of the turn wait for one commit', async (rig) => {
      const asked = [0, 1, 2].map((index) =>
        rig.ledger.transact<readonly [number, number]>((writer) => {
          rig.clock.at += 30;
          return [index, writer.now];
        }),
      );
      rig.turn();
      const commits = (await Promise.all(asked)).map((answer) => answer.ok && answer.value);
      expect(commits).toEqual([
        [0, NOON],
        [1, NOON + 30],
        [2, NOON + 60],
      ]);
    });

    on('idle resolves once nothing waits', async (rig) => {
      const asked = rig.ledger.transact((writer) => writer.execute(1, register()).ok);
      const idle = rig.ledger.idle();
      rig.turn();
      await idle;
      await asked;
      expect(rig.ledger.read.account(1)).not.toBeNull();
    });

    it('when any subset of a group fails, the others end as in a run without it', async () => {
      const command = fc.oneof(
        fc.record({
          kind: fc.constant('record' as const),
          user: fc.integer({ min: 1, max: 4 }),
          id: fc.nat(5),
        }),
        fc.record({
          kind: fc.constant('check' as const),
          user: fc.integer({ min: 1, max: 4 }),
          id: fc.nat(0),
        }),
        fc.record({
          kind: fc.constant('join' as const),
          user: fc.integer({ min: 5, max: 8 }),
          id: fc.nat(4),
        }),
      );
      const work = fc.record({ commands: fc.array(command, { maxLength: 4 }), fails: fc.boolean() });
      type Work = typeof work extends fc.Arbitrary<infer W> ? W : never;

      async function run(groups: readonly (readonly Work[])[]): Promise<unknown> {
        let result: unknown;
        await withSql(async (sql) => {
          const rig = ledgerRig(sql);
          for (const user of [1, 2, 3, 4]) await rig.execute(user, register(user === 1 ? null : user - 1));
          const answers: unknown[] = [];
          for (const group of groups) {
            const asked = group.map(({ commands, fails }) =>
              rig.ledger.transact<unknown[]>((writer) => {
                const said = commands.map(({ kind, user, id }) => {
                  if (kind === 'check') return writer.execute(user, { type: 'claim_check_in' });
                  const asked = kind === 'record' ? record(`r${id}`) : register(id === 0 ? null : id);
                  return writer.execute(user, asked);
                });
                if (fails) throw new Error('asked to fail');
                return said.map(outcome);
              }),
            );
            rig.turn();
            for (const answer of await Promise.allSettled(asked)) {
              if (answer.status === 'fulfilled') answers.push(answer.value);
            }
            rig.clock.at += 13 * HOUR;
          }
          const names = 'user_id, seq, type, at, bucket, award';
          result = {
            answers,
            events: sql.all(`SELECT ${names} FROM events ORDER BY user_id, seq`),
            credits: sql.all('SELECT source_user, source_seq, target_user, basis, delivered_at FROM credits'),
            points: sql.all('SELECT user_id, seq, total, level, credits_to FROM accounts ORDER BY user_id'),
            findings: audit({ sql, sha256: sha256Hex, hmac: hmacHex }).findings,
          };
        });
        return result;
      }

      await fc.assert(
        fc.asyncProperty(
          fc.array(fc.array(work, { maxLength: 6 }), { minLength: 1, maxLength: 3 }),
          async (groups) => {
            const without = groups.map((group) => group.filter((one) => !one.fails));
            const [all, good] = [await run(groups), await run(without)];
            expect(all).toEqual(good);
            expect(all).toMatchObject({ findings: [] });
          },
        ),
        { numRuns: 40 },
      );
    });
  });

  describe(`${name}: a full disk`, () => {
    /** The same database, in which every statement from the `left`-th on fails like on a full disk. */
    function filling(sql: Sql): { readonly sql: Sql; left: number } {
      const full = { sql, left: Number.POSITIVE_INFINITY };
      const count = <T>(action: () => T): T => {
        full.left -= 1;
        if (full.left < 0) throw new StorageFullError('database or disk is full');
        return action();
      };
      full.sql = {
        ...sql,
        run: (text, ...values) => count(() => sql.run(text, ...values)),
        transaction: (work) => sql.transaction(work),
      };
      return full;
    }

    it('fails the whole commit with a typed error at any statement, and the next commit succeeds', () =>
      withSql(async (sql) => {
        const full = filling(sql);
        const rig = ledgerRig(full.sql);
        await threeFriends(rig);
        const before = sql.all('SELECT * FROM events');
        let failed = 0;
        for (let left = 0; ; left += 1) {
          full.left = left;
          const asked = [1, 2, 3].map((userId) =>
            rig.ledger.transact<Executed>((writer) =>
              writer.execute(userId, record(`new${left}`, rig.clock.at)),
            ),
          );
          rig.turn();
          const answers = await Promise.all(asked);
          full.left = Number.POSITIVE_INFINITY;
          if (answers.every((answer) => answer.ok)) break;
          failed += 1;
          for (const answer of answers)
            expect(answer).toEqual({ ok: false, error: { type: 'storage_full' } });
          expect(sql.all('SELECT * FROM events')).toEqual(before);
          const state = await rig.alone((writer) => ({ is: writer.account(2) }));
          expect(state.is).toEqual(rig.ledger.read.account(2));
        }
        expect(failed).toBeGreaterThan(8);
        expect(audit({ sql, sha256: sha256Hex, hmac: hmacHex }).findings).toEqual([]);
      }));
  });
}
