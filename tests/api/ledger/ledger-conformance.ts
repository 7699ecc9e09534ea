/** The ledger on every adapter of the SQLite port. */
import { describe, expect, it } from 'vitest';
import { needsRebuild, rebuild } from '#api/ledger/rebuild.ts';
import type { Executed } from '#api/ledger/types.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { unguarded } from '#tests/support/attacks.ts';
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

export function ledgerConformance(name: string, withSql: WithSql): void {
  const on = (title: string, check: (rig: LedgerRig) => Promise<void>) =>
    it(title, () => withSql((sql) => check(ledgerRig(sql))));

  describe(`${name}: one ledger`, () => {
    on('appends, awards and answers with the new state', async (rig) => {
      expect(rig.ledger.read.account(1)).toBeNull();
      const first = await rig.execute(1, register());
      expect(first).toMatchObject({ ok: true, events: [{ seq: 1, eventId: 'registered' }] });
      await rig.execute(1, { type: 'complete_onboarding' });
      const third = await rig.execute(1, record('r1'));
      expect(third).toMatchObject({
        ok: true,
        events: [{ seq: 3, eventId: 'r1', bucket: 'activity', award: 1000 }],
        state: { points: { activity: 1000 }, badges: [{ id: 'lev_1' }] },
      });
      const { read } = rig.ledger;
      expect(read.account(1)).toEqual(third.ok ? third.state : null);
      expect(read.events(1, 1, 10).map((event) => event.seq)).toEqual([2, 3]);
      expect(read.events(1, 0, 2).map((event) => event.seq)).toEqual([1, 2]);
      expect(read.eventById(1, 'r1')).toEqual(third.ok ? third.events[0] : null);
      expect(read.eventById(2, 'r1')).toBeNull();
      await rig.execute(1, record('r2'));
      const ofType = (before: number | null, limit: number) =>
        read.eventsOfType(1, 'CalculationRecorded.v1', before, limit).map((event) => event.eventId);
      expect(ofType(null, 10)).toEqual(['r2', 'r1']);
      expect(ofType(4, 10)).toEqual(['r1']);
      expect(ofType(null, 1)).toEqual(['r2']);
    });

    on('a refusal changes nothing', async (rig) => {
      expect(await rig.execute(1, record('r1'))).toEqual({ ok: false, error: { type: 'not_registered' } });
      await rig.execute(1, register());
      expect(await rig.execute(1, register())).toEqual({ ok: false, error: { type: 'already_registered' } });
      expect(rig.ledger.read.events(1, 0, 10)).toHaveLength(1);
    });

    on(
      'repeating a record is a duplicate, other content a conflict, also within one transaction',
      async (rig) => {
        await rig.execute(1, register());
        const [first, again, other] = await rig.alone<Executed[]>((writer) => [
          writer.execute(1, record('r1')),
          writer.execute(1, { ...record('r1'), sentAt: NOON }),
          writer.execute(1, { ...record('r1'), calculationType: 'Staking' }),
        ]);
        const stored = first?.ok === true ? first.events[0] : undefined;
        expect(again).toMatchObject({ ok: true, events: [], duplicateOf: stored });
        expect(other).toEqual({ ok: false, error: { type: 'conflict', existing: stored } });
        expect(await rig.execute(1, record('r1'))).toMatchObject({ ok: true, duplicateOf: stored });
        expect(rig.ledger.read.account(1)?.points.activity).toBe(1000);
      },
    );

    on('records of a batch are answered and kept as one by one', async (rig) => {
      await rig.execute(3, register());
      for (const userId of [1, 2]) await rig.execute(userId, register(3));
      const batch = Array.from({ length: 27 }, (_, index) => record(`r${index}`, NOON - index));
      batch[13] = record('r4', NOON - 4);
      batch[25] = { ...record('r5', NOON - 5), calculationType: 'Staking' };
      const [together, alone] = await rig.alone<(readonly Executed[])[]>((writer) => [
        writer.recordAll(1, batch),
        batch.map((one) => writer.execute(2, one)),
      ]);
      const told = (all: readonly Executed[] | undefined) =>
        all?.map((one) =>
          one.ok
            ? { facts: one.facts, seq: one.state.head.seq, duplicateOf: one.duplicateOf?.seq }
            : one.error.type,
        );
      expect(told(together)).toEqual(told(alone));
      expect(told(together)).toMatchObject({ 13: { duplicateOf: 6 }, 25: 'conflict', 26: { seq: 26 } });
      const { read } = rig.ledger;
      const kept = (userId: number) =>
        read.events(userId, 0, 100).map(({ userId: _, hash: __, ...event }) => event);
      expect(kept(1)).toHaveLength(26);
      expect(kept(1)).toEqual(kept(2));
      expect(read.account(1)?.points).toEqual(read.account(2)?.points);
      expect(audit({ sql: rig.sql, sha256: sha256Hex, hmac: hmacHex })).toMatchObject({
        findings: [],
        pending: 0,
      });
    });

    on('record ids are per user and never clash between users', async (rig) => {
      for (const userId of [1, 2]) await rig.execute(userId, register());
      await rig.execute(1, record('same'));
      expect(await rig.execute(2, record('same'))).toMatchObject({
        ok: true,
        events: [{ userId: 2, seq: 2 }],
      });
    });

    on('of two check-ins at the same moment only one counts', async (rig) => {
      await rig.execute(1, register());
      const claims = [0, 1].map(() =>
        rig.ledger.transact<Executed>((writer) => writer.execute(1, { type: 'claim_check_in' })),
      );
      rig.turn();
      const answers = await Promise.all(claims);
      expect(answers.map((answer) => answer.ok && answer.value.ok)).toEqual([true, false]);
      expect(rig.ledger.read.account(1)?.points.checkin).toBe(10_000);
    });

    on('a correction takes effect once, however often it is sent', async (rig) => {
      await rig.execute(1, register());
      await rig.execute(1, record('r1'));
      const back = {
        type: 'correct',
        correctionId: 'c',
        bucket: 'activity',
        amount: -1000,
        reason: 'a test',
      } as const;
      expect(await rig.execute(1, back)).toMatchObject({ ok: true, events: [{ award: -1000 }] });
      expect(await rig.execute(1, back)).toMatchObject({
        ok: true,
        events: [],
        duplicateOf: { award: -1000 },
      });
      expect(rig.ledger.read.account(1)?.points.activity).toBe(0);
    });

    on('events can neither be changed, deleted nor replaced', async (rig) => {
      await rig.execute(1, register());
      await rig.execute(1, record('r1'));
      const before = rig.sql.all('SELECT * FROM events');
      expect(() => rig.sql.run('UPDATE events SET award = 1')).toThrow(/never changed/);
      expect(() => rig.sql.run('UPDATE OR REPLACE events SET seq = 1')).toThrow(/never changed/);
      expect(() => rig.sql.run('DELETE FROM events')).toThrow(/never deleted/);
      const copy = (verb: string, columns: string) =>
        `${verb} INTO events SELECT ${columns} FROM events WHERE event_id = 'r1'`;
      const sameNumber = "user_id, seq, 'other', type, rules, at, bucket, 9000, data, hash";
      const sameId = 'user_id, 9, event_id, type, rules, at, bucket, 9000, data, hash';
      for (const verb of ['INSERT OR REPLACE', 'REPLACE', 'INSERT OR IGNORE', 'INSERT']) {
        expect(() => rig.sql.run(copy(verb, sameNumber)), verb).toThrow(/never replaced/);
        expect(() => rig.sql.run(copy(verb, sameId)), verb).toThrow(/never replaced/);
      }
      expect(rig.sql.all('SELECT * FROM events')).toEqual(before);
    });

    on('credits can neither be changed, deleted, replaced nor made undelivered', async (rig) => {
      await rig.execute(1, register());
      await rig.execute(2, register(1));
      const before = rig.sql.all('SELECT * FROM credits');
      expect(before).toHaveLength(1);
      for (const change of [
        'basis = 9',
        'target_user = 3',
        "credit_id = 'x'",
        'premium = 1',
        'created_at = 0',
      ])
        expect(() => rig.sql.run(`UPDATE credits SET ${change}`), change).toThrow(/never changed/);
      expect(() => rig.sql.run('UPDATE credits SET delivered_at = NULL')).toThrow(/stays delivered/);
      expect(() => rig.sql.run('DELETE FROM credits')).toThrow(/never deleted/);
      const rest = 'cause, source, basis, premium, created_at, NULL, 0, 0 FROM credits';
      for (const keys of ["source_user, source_seq, 7, 'x'", '7, 7, target_user, credit_id'])
        expect(() => rig.sql.run(`REPLACE INTO credits SELECT ${keys}, ${rest}`), keys).toThrow(
          /never replaced/,
        );
      expect(rig.sql.all('SELECT * FROM credits')).toEqual(before);
    });

    on('a writer is unusable after its transaction', async (rig) => {
      const writer = await rig.alone<{ it: unknown; late: () => void }>((it) => ({
        it,
        late: () => it.execute(1, register()),
      }));
      expect(writer.late).toThrow(/after its work/);
    });
  });

  describe(`${name}: credits`, () => {
    on('go one level up for work and two for a registration', async (rig) => {
      await threeFriends(rig);
      const points = (userId: number) => rig.ledger.read.account(userId)?.points;
      // Boris: 75 for Clara, a tenth of her 4. Anna: 50 for Boris, a tenth of his 4, a tenth of his 75.
      expect(points(2)).toMatchObject({ referral: 75_000, referral_activity: 400, referral_referral: 0 });
      expect(points(1)).toMatchObject({ referral: 50_000, referral_activity: 400, referral_referral: 7500 });
      expect(rig.ledger.read.account(1)?.friends).toBe(1);
      expect(rig.faults).toEqual([]);
    });

    on('hold no user id and tell friends apart', async (rig) => {
      await rig.execute(1, register());
      for (const friend of [20, 30]) await rig.execute(friend, register(1));
      await rig.execute(20, record('r1'));
      const received = rig.ledger.read.eventsOfType(1, 'CreditReceived.v1', null, 10);
      const sources = received.map((event) => JSON.parse(event.data)['source'] as string);
      expect(new Set(sources).size).toBe(2);
      for (const event of received) {
        expect(event.eventId).toMatch(/^[0-9a-f]{32}$/);
        expect(event.data).toMatch(/"source":"[0-9a-f]{32}"/);
      }
    });

    on('take effect once, however often they are delivered', async (rig) => {
      await threeFriends(rig);
      const before = [1, 2, 3].map((userId) => rig.ledger.read.account(userId));
      unguarded(rig.sql, () => rig.sql.run('UPDATE credits SET delivered_at = NULL'));
      const after = rig.reopen();
      after.turn();
      expect([1, 2, 3].map((userId) => after.ledger.read.account(userId))).toEqual(before);
      expect(after.sql.get('SELECT 1 FROM credits WHERE delivered_at IS NULL')).toBeUndefined();
    });

    on('left over from a crash are delivered at the next start', async (rig) => {
      await threeFriends(rig);
      const before = rig.ledger.read.account(1);
      const [last] = rig.ledger.read.eventsOfType(1, 'CreditReceived.v1', null, 1);
      unguarded(rig.sql, () => {
        rig.sql.run('DELETE FROM events WHERE user_id = 1 AND seq >= ?', last?.seq ?? 0);
        rig.sql.run('DELETE FROM accounts WHERE user_id = 1');
        rig.sql.run('UPDATE credits SET delivered_at = NULL WHERE credit_id = ?', last?.eventId ?? '');
      });
      expect(rig.ledger.read.account(1)).not.toEqual(before);
      const after = rig.reopen();
      after.turn();
      expect(after.ledger.read.account(1)?.points).toEqual(before?.points);
    });

    on('that cannot be delivered are reported, wait, and hold up no others', async (rig) => {
      await rig.execute(1, register());
      await rig.execute(2, { ...register(99), referrerRegistered: true });
      expect(rig.faults).toEqual(['Credit of event 1 of user 2 was refused: not_registered']);
      await rig.execute(3, register(1));
      expect(rig.ledger.read.account(1)?.points.referral).toBe(50_000);
      expect(rig.faults).toHaveLength(1);
      await rig.execute(99, register());
      rig.clock.at += HOUR;
      await rig.execute(1, record('r1'));
      expect(rig.ledger.read.account(99)?.points.referral).toBe(50_000);
    });

    on('are taken back by a correction', async (rig) => {
      await threeFriends(rig);
      await rig.execute(2, {
        type: 'correct',
        correctionId: 'c',
        bucket: 'referral',
        amount: -75_000,
        reason: 'a test',
      });
      expect(rig.ledger.read.account(1)?.points.referral_referral).toBe(0);
    });

    on('list friends newest first, page by page', async (rig) => {
      await rig.execute(1, register());
      for (let friend = 10; friend < 15; friend += 1) {
        rig.clock.at += friend === 12 ? 0 : 1000;
        await rig.execute(friend, register(1));
      }
      await rig.execute(9, register(2));
      await rig.execute(14, record('r1'));
      const seen: number[] = [];
      let cursor: string | null = null;
      do {
        const page = rig.ledger.read.friends(1, cursor, 2);
        expect(page.total).toBe(5);
        seen.push(...page.friends.map((friend) => friend.userId));
        cursor = page.nextCursor;
      } while (cursor !== null);
      expect(seen).toEqual([14, 13, 12, 11, 10]);
      expect(rig.ledger.read.friends(1, null, 1).friends[0]).toEqual({
        userId: 14,
        registeredAt: NOON + 4000,
        total: 1000,
        level: 1,
      });
      expect(rig.ledger.read.friends(1, 'nonsense', 1).friends[0]?.userId).toBe(14);
    });
  });

  describe(`${name}: the accounts projection`, () => {
    const rows = (sql: Sql) => sql.all('SELECT * FROM accounts ORDER BY user_id');

    on('is folded on read and rebuilt step by step if its version differs or it is missing', async (rig) => {
      await threeFriends(rig);
      const right = rows(rig.sql);
      const states = [1, 2, 3].map((userId) => rig.ledger.read.account(userId));
      rig.sql.run("UPDATE accounts SET version = 0, state = '{}', total = 7 WHERE user_id < 3");
      rig.sql.run('DELETE FROM accounts WHERE user_id = 3');
      rig.sql.run("UPDATE meta SET value = '0' WHERE name = 'projection_version'");
      rig.sql.run(
        'INSERT INTO accounts SELECT 44, version, seq, hash, total, level, registered_at, NULL, state FROM accounts LIMIT 1',
      );
      const after = rig.reopen();
      expect([1, 2, 3].map((userId) => after.ledger.read.account(userId))).toEqual(states);
      expect(rows(rig.sql)).not.toEqual(right);
      expect(needsRebuild(rig.sql)).toBe(true);
      for (const _ of rebuild(rig.sql)) await after.execute(1, { type: 'complete_onboarding' });
      expect(needsRebuild(rig.sql)).toBe(false);
      expect(rows(rig.sql)).toEqual(right);
      expect(after.faults).toEqual([]);
    });

    on('catches up at the next append with events of another process', async (rig) => {
      await threeFriends(rig);
      const old = rig.sql.get<{ state: string; seq: number }>(
        'SELECT state, seq FROM accounts WHERE user_id = 1',
      );
      await rig.execute(1, record('newer', rig.clock.at));
      rig.sql.run(
        'UPDATE accounts SET state = ?, seq = ? WHERE user_id = 1',
        old?.state ?? '',
        old?.seq ?? 0,
      );
      const answer = await rig.execute(1, record('newest', rig.clock.at));
      expect(answer).toMatchObject({ ok: true, events: [{ seq: (old?.seq ?? 0) + 2 }] });
      expect(audit({ sql: rig.sql, sha256: sha256Hex, hmac: hmacHex }).findings).toEqual([]);
    });
  });

  describe(`${name}: the audit`, () => {
    on('of a sound ledger finds nothing with any chunk size', async (rig) => {
      await threeFriends(rig);
      const deps = { sql: rig.sql, sha256: sha256Hex, hmac: hmacHex };
      const whole = audit(deps);
      expect(whole).toMatchObject({ users: 3, pending: 0, stale: 0, findings: [] });
      expect(whole.events).toBe(rig.sql.all('SELECT 1 FROM events').length);
      expect(whole.credits).toBe(rig.sql.all('SELECT 1 FROM credits').length);
      for (const chunk of [1, 2, 3, 7]) expect(audit(deps, { chunk })).toEqual(whole);
    });

    on('names the first wrong row', async (rig) => {
      await threeFriends(rig);
      rig.sql.run('UPDATE accounts SET total = total + 1');
      for (const chunk of [1, 2, 1000]) {
        const { findings } = audit({ sql: rig.sql, sha256: sha256Hex, hmac: hmacHex }, { chunk });
        expect(findings).toMatchObject([{ kind: 'account_wrong', userId: 1, seq: null, count: 3 }]);
      }
    });
  });
}
