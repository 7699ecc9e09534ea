/** Attacks on links between two ledgers: credits, referrals and wallets. */
import { creditNames } from '#api/ledger/credit-rows.ts';
import { creditSecret } from '#api/ledger/credit-secret.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { allEvents, rehash, tamper, unguarded } from '../../support/attacks.ts';
import { hmacHex } from '../../support/hashing.ts';
import { type Attack, edit, isCredit, isRecord } from './attack.ts';

export const attacksBetweenLedgers: readonly Attack[] = [
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
    name: 'invented credit with an invented link to a user whom another user invited',
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
    name: 'an invented credit from a source that is no user id',
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
    name: 'the wallet address of another user',
    userId: 2,
    attack: (sql, userId) =>
      sql.run('UPDATE people SET wallet_address = ? WHERE user_id = ?', `0:${'b'.repeat(64)}`, userId),
    raw: ['wallet_address'],
    rehashed: ['wallet_address'],
    heads: [],
  },
  {
    name: 'a wallet address without a linked wallet',
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
    name: 'a projection edited and marked as an older version',
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
    name: 'a credit withheld from its referrer: the outbox row removed with the credit',
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

/**
 * User 4 named user 5 as referrer, who registered later. This makes that registration count, with credits for
 * all that user 4 did.
 */
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
