/** The audit of ledgers with one user each: it finds faults of double entry between them, and only those. */
import { describe, expect, test, vi } from 'vitest';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { auditDeployment } from '#api/transfer/audit-deployment.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { allEvents, tamper, unguarded } from '#tests/support/attacks.ts';
import { audited, creditsOf, crowd, deploymentOver, forge, objects, setBack, unlist } from './audit-rig.ts';

// File access on a busy machine.
vi.setConfig({ testTimeout: 60_000 });

describe('users missing from the directory', () => {
  test('are found through users who know them, and audited', async () => {
    unlist(2);
    forge(2, (events) =>
      events.map((event, at) => (at === 2 ? { ...event, award: event.award + 10 } : event)),
    );
    const { findings, users } = await audited();
    expect(users).toBe(12);
    expect(findings.filter(({ userId }) => userId === 2).map(({ kind }) => kind)).toContain('user_unlisted');
    expect(findings.some(({ kind, userId }) => userId === 2 && kind !== 'user_unlisted')).toBe(true);
  });

  test('are no finding if they registered since', async () => {
    unlist(2, 1);
    expect((await audited()).findings).toEqual([]);
  });
});

describe('a sound deployment', () => {
  test('has no finding and correct counts', async () => {
    expect(await audited()).toMatchObject({ users: 13, strangers: 0, pending: 0, stale: 0, findings: [] });
  });

  test('may have listed users who never registered', async () => {
    for (const userId of [64, 500]) await objects.directory(userId % 64).enter(userId);
    expect(await audited()).toMatchObject({ users: 13, strangers: 2, findings: [] });
  });

  test('may have credits under way, and one whose receipt was lost', async () => {
    await crowd.act(objects);
    const { sql } = objects.host(9);
    unguarded(sql, () => sql.run('UPDATE credits SET delivered_at = NULL WHERE source_seq = 1'));
    sql.run("UPDATE told SET card = ''");
    const report = await audited();
    expect(report.findings).toEqual([]);
    expect(report.pending).toBeGreaterThan(12);
  });

  test('may run code that does not report clock steps yet', async () => {
    const report = await audited(async (url, init) => {
      const response = await objects.fetchUrl(url, init);
      return new Response((await response.text()).replaceAll(/"clockSteps":\[[^\]]*\],/g, ''), response);
    });
    expect(report).toMatchObject({ users: 13, findings: [] });
  });

  test('may have users who calculate between any two requests', async () => {
    let requests = 0;
    const report = await audited(async (url, init) => {
      requests += 1;
      if (requests > 60) {
        await crowd.act(objects);
        await objects.settle();
      }
      return objects.fetchUrl(url, init);
    });
    expect(report.findings).toEqual([]);
  });
});

test('a wallet that changes hands during the audit is not linked twice', async () => {
  const deployment = deploymentOver(objects.fetchUrl);
  /** By how often they were asked: user 2 passes the wallet on to user 3. */
  const holders = [[2, 3], [3]];
  const passing = {
    ...deployment,
    async ask(asks: readonly { userId: number; ask: { type: string } }[]) {
      const told = (await deployment.ask(asks as never)) as unknown as readonly object[];
      if (asks[0]?.ask.type !== 'audit') return told;
      const now = holders.shift() ?? [];
      return told.map((own, at) => ({ ...own, wallet: now.includes(asks[at]?.userId ?? 0) ? 'w' : null }));
    },
  } as unknown as typeof deployment;
  const { findings } = await auditDeployment(passing, openBetterSqlite3(':memory:'));
  expect([findings, holders]).toEqual([[], []]);
});

describe('a fault is named', () => {
  /** At the end of the ledger of user 1, who has no referrer, so it has no further effect. */
  function append(eventId: (credit: StoredEvent) => string): number {
    const credit = creditsOf(1).findLast(({ bucket }) => bucket === 'referral_activity');
    if (credit === undefined) throw new Error('no credit');
    const seq = allEvents(objects.host(1).sql, 1).length + 1;
    forge(1, (events) => [
      ...events,
      { ...credit, seq, eventId: eventId(credit), at: events.at(-1)?.at ?? 0 },
    ]);
    return seq;
  }

  test('a credit that was never sent', async () => {
    const seq = append(() => 'f'.repeat(32));
    expect((await audited()).findings).toMatchObject([
      {
        kind: 'credit_invented',
        userId: 1,
        seq,
        count: 1,
        detail: `credit ${'f'.repeat(32)} was never sent`,
      },
    ]);
  });

  test('a delivered credit that is gone', async () => {
    const credit = creditsOf(1).findLast(({ bucket }) => bucket === 'referral_activity');
    forge(1, (events) => events.filter(({ eventId }) => eventId !== credit?.eventId));
    expect((await audited()).findings).toMatchObject([
      {
        kind: 'credit_lost',
        userId: 1,
        seq: null,
        count: 1,
        detail: expect.stringMatching(
          new RegExp(`^credit ${credit?.eventId}, caused by event \\d+ of user [234]$`),
        ),
      },
    ]);
  });

  test('a credit that differs from what was sent', async () => {
    const credit = creditsOf(1).findLast(({ bucket }) => bucket === 'referral_activity');
    forge(1, (events) =>
      events.map((event) =>
        event.eventId === credit?.eventId
          ? { ...event, award: 900, data: event.data.replace('"basis":1000', '"basis":9000') }
          : event,
      ),
    );
    expect((await audited()).findings).toMatchObject([
      { kind: 'credit_changed', userId: 1, seq: credit?.seq, count: 1 },
    ]);
  });

  test('a credit that is in a ledger twice', async () => {
    objects.host(1).sql.run('DROP INDEX events_by_id');
    const seq = append(({ eventId }) => eventId);
    expect((await audited()).findings).toMatchObject([
      { kind: 'schema', userId: 1 },
      { kind: 'event_id', userId: 1, seq, detail: expect.stringMatching(/is in the ledger twice$/) },
    ]);
  });

  test("a credit missing in its sender's outbox, and a changed ledger", async () => {
    const { sql } = objects.host(4);
    unguarded(sql, () => sql.run('DELETE FROM credits WHERE source_seq = 3'));
    tamper(objects.host(13).sql, 13, (events) =>
      events.map((event) => (event.seq === 3 ? { ...event, award: 9000 } : event)),
    );
    const { findings } = await audited();
    expect(findings).toMatchObject([
      { kind: 'credit_missing', userId: 4, seq: 3 },
      { kind: 'chain', userId: 13, seq: 3 },
      { kind: 'credit_invented', userId: 1 },
    ]);
  });

  test('a missing credit whose sender says that it still waits', async () => {
    const credit = creditsOf(1).findLast(({ bucket }) => bucket === 'referral_activity');
    const sender = [2, 3, 4].find((userId) =>
      objects
        .host(userId)
        .sql.get('SELECT 1 AS found FROM credits WHERE credit_id = ?', credit?.eventId ?? ''),
    );
    const { sql } = objects.host(sender ?? 0);
    forge(1, (events) => events.filter(({ eventId }) => eventId !== credit?.eventId));
    const undeliver = (retryAt: number) =>
      unguarded(sql, () =>
        sql.run(
          'UPDATE credits SET delivered_at = NULL, retry_at = ? WHERE credit_id = ?',
          retryAt,
          credit?.eventId ?? '',
        ),
      );
    undeliver(0);
    const waiting = { kind: 'credit_waiting', userId: sender, seq: expect.any(Number), count: 1 };
    expect((await audited()).findings).toMatchObject([waiting]);
    // Without knowledge of what the referrer was told, a wait of years is the evidence.
    sql.run("UPDATE told SET card = ''");
    undeliver(9e15);
    expect((await audited()).findings).toMatchObject([waiting]);
  });

  test('a registration that counts a referrer without a ledger', async () => {
    forge(2, () => []);
    const { findings, strangers } = await audited();
    expect(strangers).toBe(1);
    const missing = findings.find(({ kind }) => kind === 'referrer_later');
    expect(missing).toMatchObject({ userId: 5, seq: 1, count: 3 });
  });

  test('a registration that counts a later referrer', async () => {
    forge(2, (events) =>
      events.map((event, index) => (index === 0 ? { ...event, at: event.at + 1 } : event)),
    );
    const { findings } = await audited();
    expect(findings).toMatchObject([{ kind: 'referrer_later', userId: 5, seq: 1, count: 3 }]);
  });

  test('becomes a note if a ledger shows that the clock was set back in between', async () => {
    const { at, later } = setBack();
    const kept = openBetterSqlite3(':memory:');
    const whole = await auditDeployment(deploymentOver(objects.fetchUrl), kept, undefined, later);
    // User 1, whose registration is from the clock ahead as well, invited users 3 and 4, and user 2 invited
    // three.
    expect(whole).toMatchObject({
      findings: [],
      explained: { registrations: 5, steps: [{ before: later, after: at, userId: 1 }] },
    });
    // The audit's own clock has not reached that time.
    const early = await auditDeployment(
      deploymentOver(objects.fetchUrl),
      openBetterSqlite3(':memory:'),
      undefined,
      at,
    );
    expect(early).toMatchObject({
      findings: [{ kind: 'referrer_later', userId: 3, seq: 1, count: 5 }],
      explained: { registrations: 0, steps: [] },
    });
  });

  test('an audit started by an earlier version without clock steps starts over', async () => {
    const { later } = setBack();
    const kept = openBetterSqlite3(':memory:');
    const whole = await auditDeployment(deploymentOver(objects.fetchUrl), kept, undefined, later);
    for (const known of [[], ['audit-004']]) {
      kept.run('DROP TABLE clock_steps');
      if (known.length > 0) kept.run('CREATE TABLE clock_steps (before INTEGER, after INTEGER) STRICT');
      kept.run("DELETE FROM migrations WHERE name IN ('audit-004', 'audit-005')");
      for (const name of known) kept.run('INSERT INTO migrations (name, applied_at) VALUES (?, 0)', name);
      // It was stopped after all ledgers had reported and before any comparison.
      kept.run("UPDATE progress SET value = json_set(json_remove(value, '$.explained'), '$.compared', NULL)");
      expect(await auditDeployment(deploymentOver(objects.fetchUrl), kept, undefined, later)).toEqual(whole);
    }
  });

  test('the address of a wallet that the ledger has not linked', async () => {
    objects.host(3).sql.run('UPDATE people SET wallet_address = ?', `0:${'b'.repeat(64)}`);
    expect((await audited()).findings).toMatchObject([{ kind: 'wallet_address', userId: 3, count: 1 }]);
  });

  test('a trigger added in one object', async () => {
    objects.host(3).sql.run('CREATE TRIGGER gift AFTER INSERT ON events BEGIN DELETE FROM notices; END');
    expect((await audited()).findings).toMatchObject([
      { kind: 'schema', userId: 3, detail: expect.stringContaining('gift'), count: 1 },
    ]);
  });

  test('the first of each kind with a count', async () => {
    forge(1, (events) => events.filter((event) => event.bucket !== 'referral_activity'));
    expect((await audited()).findings).toMatchObject([{ kind: 'credit_lost', userId: 1, count: 3 }]);
  });
});
