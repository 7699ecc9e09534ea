/**
 * Attacks on a ledger by somebody with write access to the file: what finds each, raw and with everything after it hashed
 * anew and the projection rebuilt; and what nothing but saved heads finds. The README's table says the same.
 */
import { describe, expect, it, vi } from 'vitest';
import { audit } from '#api/ledger/audit.ts';
import { creditNames } from '#api/ledger/credit-rows.ts';
import { creditSecret } from '#api/ledger/credit-secret.ts';
import { currentHeads, type SavedHead } from '#api/ledger/heads.ts';
import { rebuild } from '#api/ledger/rebuild.ts';
import { walletAddresses } from '#api/people/wallet-addresses.ts';
import { openBetterSqlite3 } from '#api/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/sqlite/port.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { allEvents, insertAt, rebuildAll, rehash, tamper, unguarded } from '../../support/attacks.ts';
import { hmacHex, sha256Hex } from '../../support/hashing.ts';
import { ledgerRig, record, register, threeFriends } from '../../support/ledger.ts';

// Processes, threads and disks of a busy machine.
vi.setConfig({ testTimeout: 60_000 });

interface Attack {
  readonly name: string;
  /** Whose ledger: 1 invited 2, who invited 3. */
  readonly userId: number;
  readonly attack: (sql: Sql, userId: number) => void;
  /** What the audit finds right after it, without saved heads. */
  readonly raw: readonly string[];
  /** What it finds once the ledger is numbered and hashed anew and the projection rebuilt. */
  readonly rehashed: readonly string[];
  /** What saved heads add after that. */
  readonly heads: readonly string[];
}

const isRecord = (event: StoredEvent) => event.type === 'CalculationRecorded.v1';
const isCredit = (event: StoredEvent) => event.type === 'CreditReceived.v1';

function edit(pick: (event: StoredEvent) => boolean, change: (event: StoredEvent) => Partial<StoredEvent>) {
  return (sql: Sql, userId: number) =>
    tamper(sql, userId, (events) => {
      const index = events.findIndex(pick);
      return events.map((event, at) => (at === index ? { ...event, ...change(event) } : event));
    });
}

function remove(pick: (event: StoredEvent) => boolean) {
  return (sql: Sql, userId: number) =>
    tamper(sql, userId, (events) => {
      const index = events.findIndex(pick);
      return events.filter((_, at) => at !== index);
    });
}

/** A record that was never made, such as the server itself would have written. */
function invent(events: readonly StoredEvent[]): StoredEvent {
  const model = events.find(isRecord);
  if (model === undefined) throw new Error('There is no record to copy');
  return { ...model, eventId: 'invented' };
}

const attacks: readonly Attack[] = [
  {
    name: 'edit: the award of a record',
    userId: 1,
    attack: edit(isRecord, () => ({ award: 2000 })),
    raw: ['chain'],
    rehashed: ['award'],
    heads: ['head_rewritten'],
  },
  {
    name: 'edit: a day that the times do not give',
    userId: 1,
    attack: edit(isRecord, (event) => ({ data: event.data.replace(/"day":\d+/, '"day":20000') })),
    raw: ['chain'],
    rehashed: ['data'],
    heads: ['head_rewritten'],
  },
  {
    name: 'edit: a fact that awards the same, such as which calculator it was',
    userId: 1,
    attack: edit(isRecord, (event) => ({ data: event.data.replace('RiskMoney', 'Staking') })),
    raw: ['chain'],
    rehashed: [],
    heads: ['head_rewritten'],
  },
  {
    name: 'edit: who invited a user',
    userId: 3,
    attack: edit(
      (event) => event.seq === 1,
      (event) => ({ data: event.data.replace('"referrer":2', '"referrer":1') }),
    ),
    raw: ['chain'],
    rehashed: ['credit_wrong'],
    heads: ['head_rewritten'],
  },
  {
    name: 'edit: the amount that a credit is a tenth of',
    userId: 1,
    attack: edit(
      (event) => event.data.includes('"basis":75000'),
      (event) => ({ award: 8500, data: event.data.replace('75000', '85000') }),
    ),
    raw: ['credit_changed', 'chain'],
    rehashed: ['credit_changed'],
    heads: ['head_rewritten'],
  },
  {
    name: 'deletion of a record of a user whom nobody invited',
    userId: 1,
    attack: remove(isRecord),
    raw: ['sequence'],
    rehashed: [],
    heads: ['head_cut'],
  },
  {
    name: 'deletion of a record of an invited user',
    userId: 2,
    attack: remove(isRecord),
    raw: ['credit_without_source', 'sequence'],
    rehashed: ['credit_missing', 'credit_without_source'],
    heads: ['head_cut'],
  },
  {
    name: 'deletion of a credit',
    userId: 1,
    attack: remove(isCredit),
    raw: ['sequence', 'credit_lost'],
    rehashed: ['credit_lost'],
    heads: ['head_cut'],
  },
  {
    name: 'swap of two records',
    userId: 1,
    attack: (sql, userId) =>
      tamper(sql, userId, (events) => {
        const [first, second] = events.filter(isRecord);
        if (first === undefined || second === undefined) throw new Error('There are no two records');
        return events
          .map((event) => (event === first ? second : event === second ? first : event))
          .map((event, index) => ({ ...event, seq: index + 1 }));
      }),
    raw: ['chain'],
    rehashed: [],
    heads: ['head_rewritten'],
  },
  {
    name: 'insertion of a record for a user whom nobody invited',
    userId: 1,
    attack: (sql, userId) => tamper(sql, userId, (events) => insertAt(events, 4, invent(events))),
    raw: ['chain'],
    rehashed: [],
    heads: ['head_rewritten'],
  },
  {
    name: 'insertion of a record for an invited user',
    userId: 2,
    attack: (sql, userId) => tamper(sql, userId, (events) => insertAt(events, 4, invent(events))),
    raw: ['chain'],
    rehashed: ['credit_missing', 'credit_without_source'],
    heads: ['head_rewritten'],
  },
  {
    name: 'insertion of a check-in for a day that was claimed',
    userId: 3,
    attack: (sql, userId) =>
      tamper(sql, userId, (events) => {
        const index = events.findIndex((event) => event.type === 'CheckInClaimed.v1');
        const model = events[index];
        if (model === undefined) throw new Error('There is no check-in');
        return insertAt(events, index + 1, { ...model, eventId: `${model.eventId}0` });
      }),
    raw: ['chain'],
    rehashed: ['refused'],
    heads: ['head_rewritten'],
  },
  {
    name: 'cut tail of records',
    userId: 3,
    attack: (sql, userId) => tamper(sql, userId, (events) => events.slice(0, -1)),
    raw: ['account_wrong'],
    rehashed: [],
    heads: ['head_cut'],
  },
  {
    name: 'cut tail that held credits',
    userId: 1,
    attack: (sql, userId) => tamper(sql, userId, (events) => events.slice(0, events.findLastIndex(isCredit))),
    raw: ['account_wrong', 'credit_lost'],
    rehashed: ['credit_lost'],
    heads: ['head_cut'],
  },
  {
    name: 'a whole ledger removed',
    userId: 3,
    attack: (sql, userId) => tamper(sql, userId, () => []),
    raw: ['credit_without_source', 'account_without_events'],
    rehashed: ['credit_without_source'],
    heads: ['head_missing'],
  },
  {
    name: 'edited projection',
    userId: 2,
    attack: (sql, userId) =>
      sql.run(
        `UPDATE accounts SET total = total + 1000,
           state = json_set(state, '$.points.checkin', json_extract(state, '$.points.checkin') + 1000)
         WHERE user_id = ?`,
        userId,
      ),
    raw: ['account_wrong'],
    rehashed: [],
    heads: [],
  },
  {
    name: 'invented credit',
    userId: 3,
    attack: (sql, userId) => tamper(sql, userId, (events) => [...events, inventCredit(sql, userId)]),
    raw: ['credit_invented', 'chain'],
    rehashed: ['credit_invented'],
    heads: [],
  },
  {
    name: 'invented credit with an invented link to a friend who does not exist',
    userId: 3,
    attack: (sql, userId) => {
      tamper(sql, userId, (events) => [...events, inventCredit(sql, userId)]);
      link(sql, 77, 1, userId);
    },
    raw: ['chain', 'credit_without_source'],
    rehashed: ['credit_without_source'],
    heads: [],
  },
  {
    name: 'invented credit with an invented link to somebody whom another invited',
    userId: 3,
    attack: (sql, userId) => {
      tamper(sql, userId, (events) => [...events, inventCredit(sql, userId)]);
      const { seq } = allEvents(sql, 1).find(isRecord) ?? { seq: 0 };
      link(sql, 1, seq, userId);
    },
    raw: ['credit_without_source', 'chain'],
    rehashed: ['credit_without_source'],
    heads: [],
  },
  {
    name: 'a credit deleted, and its outbox row made undelivered',
    userId: 1,
    attack: (sql, userId) => {
      const { eventId } = allEvents(sql, userId).findLast(isCredit) ?? { eventId: '' };
      tamper(sql, userId, (events) => events.filter((event) => event.eventId !== eventId));
      unguarded(sql, () =>
        sql.run('UPDATE credits SET delivered_at = NULL, retry_at = ? WHERE credit_id = ?', 9e15, eventId),
      );
    },
    raw: ['sequence', 'credit_waiting'],
    rehashed: ['credit_waiting'],
    heads: ['head_cut'],
  },
  {
    name: 'a credit under another id, at both its ends',
    userId: 1,
    attack: (sql, userId) => {
      const { eventId } = allEvents(sql, userId).find(isCredit) ?? { eventId: '' };
      edit(isCredit, () => ({ eventId: 'd'.repeat(32) }))(sql, userId);
      unguarded(sql, () =>
        sql.run('UPDATE credits SET credit_id = ? WHERE credit_id = ?', 'd'.repeat(32), eventId),
      );
    },
    raw: ['chain'],
    rehashed: [],
    heads: ['head_rewritten'],
  },
  {
    name: 'a friend who registered first, counted as invited, with all credits',
    userId: 1,
    attack: (sql) => countAsInvited(sql),
    raw: ['account_wrong', 'referrer_later'],
    rehashed: ['referrer_later'],
    heads: ['head_rewritten'],
  },
  {
    name: 'an invited friend counted as not invited, with all credits removed',
    userId: 5,
    attack: (sql, userId) => {
      edit(
        (event) => event.seq === 1,
        ({ data }) => ({ data: data.replace('"referrerRegistered":true', '"referrerRegistered":false') }),
      )(sql, 6);
      rehash(sql, 6);
      tamper(sql, userId, (events) => events.filter((event) => !isCredit(event)));
      unguarded(sql, () => sql.run('DELETE FROM credits WHERE source_user = 6'));
    },
    raw: ['account_wrong', 'sequence'],
    rehashed: [],
    heads: ['head_cut', 'head_rewritten'],
  },
  {
    name: 'an invented credit from a source that no user id reaches',
    userId: 3,
    attack: (sql, userId) => {
      tamper(sql, userId, (events) => [...events, inventCredit(sql, userId)]);
      link(sql, -9e18, 1, userId);
    },
    raw: ['chain', 'no_user'],
    rehashed: ['no_user'],
    heads: [],
  },
  {
    name: 'the address of a wallet that another ledger has linked',
    userId: 2,
    attack: (sql, userId) =>
      sql.run('UPDATE people SET wallet_address = ? WHERE user_id = ?', `0:${'b'.repeat(64)}`, userId),
    raw: ['wallet_address'],
    rehashed: ['wallet_address'],
    heads: [],
  },
  {
    name: 'the address of a wallet where none is linked',
    userId: 3,
    attack: (sql, userId) => {
      sql.run('INSERT INTO people (user_id, premium, updated_at) VALUES (?, 0, 0)', userId);
      sql.run('UPDATE people SET wallet_address = ? WHERE user_id = ?', `0:${'b'.repeat(64)}`, userId);
    },
    raw: ['wallet_address'],
    rehashed: ['wallet_address'],
    heads: [],
  },
  {
    name: 'a projection edited, and marked as of an older version',
    userId: 2,
    attack: (sql, userId) =>
      sql.run('UPDATE accounts SET total = 9000000, version = 1 WHERE user_id = ?', userId),
    raw: ['account_wrong'],
    rehashed: [],
    heads: [],
  },
  {
    name: 'a friend made premium, with both ends of the credit',
    userId: 1,
    attack: (sql, userId) => {
      const credit = (event: StoredEvent) => event.data.includes('"cause":"friend_registered"');
      const premium = (event: StoredEvent) => ({
        data: event.data.replace('"premium":false', '"premium":true'),
      });
      edit((event) => event.seq === 1, premium)(sql, 2);
      edit(credit, (event) => ({ ...premium(event), award: 75_000 }))(sql, userId);
      unguarded(sql, () =>
        sql.run('UPDATE credits SET premium = 1 WHERE source_user = 2 AND source_seq = 1'),
      );
      rehash(sql, 2);
    },
    raw: ['account_wrong', 'chain'],
    rehashed: [],
    heads: ['head_rewritten'],
  },
  {
    name: 'a check-in inserted for a day that was missed',
    userId: 1,
    attack: (sql, userId) =>
      tamper(sql, userId, (events) => {
        const model = allEvents(sql, 3).find(({ type }) => type === 'CheckInClaimed.v1');
        const index = events.findIndex(isRecord);
        const { at = 0 } = events[index] ?? {};
        if (model === undefined) throw new Error('There is no check-in');
        return insertAt(events, index + 1, { ...model, userId, at });
      }),
    raw: ['chain'],
    rehashed: [],
    heads: ['head_rewritten'],
  },
  {
    name: 'a credit kept from its referrer: the outbox row removed with the credit',
    userId: 1,
    attack: (sql, userId) => {
      const { eventId } = allEvents(sql, userId).findLast(isCredit) ?? { eventId: '' };
      tamper(sql, userId, (events) => events.filter((event) => event.eventId !== eventId));
      unguarded(sql, () => sql.run('DELETE FROM credits WHERE credit_id = ?', eventId));
    },
    raw: ['sequence', 'credit_missing'],
    rehashed: ['credit_missing'],
    heads: ['head_cut'],
  },
];

/** User 4 named user 5 as referrer, who came later: makes that registration count, with credits for all that user 4 did. */
function countAsInvited(sql: Sql): void {
  const names = creditNames(creditSecret(sql), hmacHex);
  const first = (event: StoredEvent) => event.seq === 1;
  const flip = (event: StoredEvent) => ({
    data: event.data.replace('"referrerRegistered":false', '"referrerRegistered":true'),
  });
  edit(first, flip)(sql, 4);
  rehash(sql, 4);
  for (const { seq, eventId, at, award } of allEvents(sql, 4)) {
    if (seq !== 1 && award === 0) continue;
    const cause = seq === 1 ? 'friend_registered' : 'friend_activity';
    const [creditId, source] = [names.creditId(4, eventId), names.source(4)];
    sql.run(
      `INSERT INTO credits
         (source_user, source_seq, target_user, credit_id, cause, source, basis, premium, created_at, delivered_at)
       VALUES (4, ?, 5, ?, ?, ?, ?, 0, ?, ?)`,
      seq,
      creditId,
      cause,
      source,
      award,
      at,
      at,
    );
    tamper(sql, 5, (events) => {
      const last = events.at(-1);
      if (last === undefined) throw new Error('There is no ledger');
      const data = `{"basis":${award},"cause":"${cause}","premium":false,"source":"${source}"}`;
      const paid = seq === 1 ? (['referral', 50_000] as const) : (['referral_activity', award / 10] as const);
      const [bucket, amount] = paid;
      const type = 'CreditReceived.v1';
      return [
        ...events,
        { ...last, seq: last.seq + 1, eventId: creditId, type, bucket, award: amount, data },
      ];
    });
  }
  rehash(sql, 5);
}

function inventCredit(sql: Sql, userId: number): StoredEvent {
  const events = allEvents(sql, userId);
  const last = events.at(-1);
  if (last === undefined) throw new Error('There is no ledger');
  return {
    ...last,
    seq: last.seq + 1,
    eventId: 'c'.repeat(32),
    type: 'CreditReceived.v1',
    bucket: 'referral_activity',
    award: 100,
    data: `{"basis":1000,"cause":"friend_activity","premium":false,"source":"${'5'.repeat(32)}"}`,
  };
}

function link(sql: Sql, sourceUser: number, sourceSeq: number, target: number): void {
  sql.run(
    `INSERT INTO credits
       (source_user, source_seq, target_user, credit_id, cause, source, basis, premium, created_at, delivered_at)
     VALUES (?, ?, ?, ?, 'friend_activity', ?, 1000, 0, 0, 0)`,
    sourceUser,
    sourceSeq,
    target,
    'c'.repeat(32),
    '5'.repeat(32),
  );
}

function kinds(sql: Sql, heads?: readonly SavedHead[], chunk = 2000): string[] {
  const options = heads === undefined ? { chunk } : { chunk, heads: heads.values() };
  const report = audit({ sql, sha256: sha256Hex, hmac: hmacHex, addresses: walletAddresses }, options);
  return report.findings.map((finding) => finding.kind);
}

async function sound(): Promise<{ sql: ReturnType<typeof openBetterSqlite3>; heads: SavedHead[] }> {
  const sql = openBetterSqlite3(':memory:');
  const rig = ledgerRig(sql);
  await threeFriends(rig);
  await rig.execute(4, { ...register(5), referrerRegistered: false });
  await rig.execute(4, { type: 'complete_onboarding' });
  await rig.execute(4, record('r1', rig.clock.at));
  rig.clock.at += 1;
  await rig.execute(5, register());
  await rig.execute(6, register(5));
  await rig.execute(5, { type: 'complete_onboarding' });
  for (const [userId, digit] of [
    [2, 'a'],
    [4, 'b'],
  ] as const) {
    const address = `0:${digit.repeat(64)}`;
    await rig.execute(userId, { type: 'link_wallet', wallet: rig.ledger.walletName(address) });
    sql.run(
      'INSERT INTO people (user_id, premium, wallet_address, updated_at) VALUES (?, 0, ?, 0)',
      userId,
      address,
    );
  }
  await rig.execute(1, record('last', rig.clock.at));
  for (const _ of rebuild(sql));
  return { sql, heads: [...currentHeads(sql)] };
}

describe('attacks on a ledger', () => {
  it('a sound ledger holds its saved heads', async () => {
    const { sql, heads } = await sound();
    expect(heads.map((head) => head.userId)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(kinds(sql, heads)).toEqual([]);
    expect(kinds(sql, heads, 1)).toEqual([]);
    expect(kinds(sql, heads.slice(1, 2))).toEqual([]);
  });

  it.each(attacks)('$name', async ({ userId, attack, raw, rehashed, heads }) => {
    const { sql, heads: saved } = await sound();
    attack(sql, userId);
    expect(kinds(sql).toSorted()).toEqual([...raw].toSorted());
    expect(kinds(sql, undefined, 1).toSorted()).toEqual([...raw].toSorted());
    rehash(sql, userId);
    rebuildAll(sql);
    expect(kinds(sql).toSorted()).toEqual([...rehashed].toSorted());
    expect(kinds(sql, saved, 2).toSorted()).toEqual([...rehashed, ...heads].toSorted());
    sql.close();
  });

  it('a guard of the schema that is gone', async () => {
    const { sql } = await sound();
    sql.run('DROP TRIGGER events_never_leave');
    expect(kinds(sql)).toEqual(['schema']);
    sql.run('DROP INDEX events_by_id');
    const { findings } = audit({ sql, sha256: sha256Hex, hmac: hmacHex });
    expect(findings).toMatchObject([{ kind: 'schema', userId: null, count: 2 }]);
    sql.close();
  });

  it('a trigger that was added, or altered', async () => {
    const { sql } = await sound();
    sql.run('CREATE TRIGGER gift AFTER INSERT ON events BEGIN UPDATE accounts SET total = total + 1; END');
    const { findings } = audit({ sql, sha256: sha256Hex, hmac: hmacHex });
    expect(findings).toMatchObject([{ kind: 'schema', count: 1, detail: expect.stringContaining('gift') }]);
    sql.run('DROP TRIGGER gift');
    expect(kinds(sql)).toEqual([]);
    const guard = sql.get<{ text: string }>(
      "SELECT sql AS text FROM sqlite_master WHERE name = 'events_never_replaced'",
    );
    sql.run('DROP TRIGGER events_never_replaced');
    sql.run((guard?.text ?? '').replace('NEW.seq', 'NEW.seq + 1'));
    expect(audit({ sql, sha256: sha256Hex, hmac: hmacHex }).findings).toMatchObject([
      { kind: 'schema', count: 2 },
    ]);
    sql.close();
  });

  it('what nothing finds: a new record, appended as the server would have, after the last saved heads', async () => {
    const { sql, heads } = await sound();
    tamper(sql, 1, (events) => [...events, { ...invent(events), seq: events.length + 1 }]);
    rehash(sql, 1);
    rebuildAll(sql);
    expect(kinds(sql, heads)).toEqual([]);
    sql.close();
  });
});
