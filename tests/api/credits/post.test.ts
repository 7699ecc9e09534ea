/** When and what a user reports to their referrer, the referrer's pages of referrals, and wallet reservations. */
import { beforeEach, describe, expect, test } from 'vitest';
import type { Card } from '#api/credits/message.ts';
import {
  composePost,
  forgetFuture,
  oldestWaiting,
  overlookedCredits,
  type Post,
  postArrived,
  postDueAt,
  postLost,
} from '#api/credits/post.ts';
import { openLedger } from '#api/ledger/ledger.ts';
import { ownDatabase, ownDatabaseMigrations } from '#api/migrations.ts';
import { friendCards, friendName, keepCard } from '#api/referrals/friends.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { savePerson } from '#api/users/users.ts';
import { openReservations, openReservationsOf } from '#api/wallet/reservations.ts';
import type { Command } from '#core/points/commands.ts';
import { initialState, type LedgerState } from '#core/points/evolve.ts';
import { hmacHex, sha256Hex } from '#tests/support/hashing.ts';
import { clockAt, NOON, record, register } from '#tests/support/ledger.ts';

const EVERY = 600_000;

let sql: Sql;
beforeEach(() => {
  sql = openBetterSqlite3(':memory:');
  migrate(sql, ownDatabaseMigrations, NOON);
});

describe('referrals', () => {
  const card = (userId: number): Card => {
    const { points } = initialState(userId);
    const username = userId === 12 ? null : `friend_${userId}`;
    return {
      userId,
      seq: 1,
      registeredAt: NOON + (userId % 3),
      level: 1,
      points,
      username,
      premium: userId === 11,
    };
  };
  beforeEach(() => {
    for (const userId of [10, 11, 12, 13, 14]) keepCard(sql, { card: card(userId), number: 1 });
  });

  test('are listed page by page, newest first, each once', () => {
    const pages: number[][] = [];
    let cursor: string | null = null;
    do {
      const { friends, nextCursor } = friendCards(sql, cursor, 2, 60);
      pages.push(friends.map(({ userId }) => userId));
      cursor = nextCursor;
    } while (cursor !== null);
    expect(pages).toEqual([[14, 11], [13, 10], [12]]);
  });

  test('fill the last page exactly without another cursor', () => {
    expect(friendCards(sql, null, 5, 60)).toMatchObject({ nextCursor: null, maxAgeS: 60 });
    expect(friendCards(sql, null, 5, 60).friends).toHaveLength(5);
  });

  test('appear under the name they reported', () => {
    const names = friendCards(sql, null, 9, 60).friends.map(({ username, premium }) => [username, premium]);
    expect(names.slice(0, 2)).toEqual([
      ['friend_14', false],
      ['friend_11', true],
    ]);
    expect([friendName(sql, 10), friendName(sql, 12), friendName(sql, 99)]).toEqual([
      'friend_10',
      null,
      null,
    ]);
  });
});

describe.each([
  ['made step by step', ownDatabase.stepByStep],
  ['made at once', ownDatabase.atOnce],
])('a message to the referrer, from a database %s', (_, { migrations }) => {
  const clock = clockAt(NOON);
  let state: LedgerState;

  /** Appends as user 2, invited by user 1. */
  async function append(...commands: readonly Command[]): Promise<void> {
    const turns: (() => void)[] = [];
    const ledger = openLedger({
      sql,
      clock,
      sha256: sha256Hex,
      hmac: hmacHex,
      schedule: (flush) => turns.push(flush),
      credits: 'elsewhere',
    });
    const asked = ledger.transact<boolean>((writer) => commands.every((one) => writer.execute(2, one).ok));
    turns.shift()?.();
    expect(await asked).toEqual({ ok: true, value: true });
    state = ledger.read.account(2) ?? initialState(2);
  }
  function send(now: number): Post {
    const post = composePost(sql, state, now, EVERY);
    if (post === null) throw new Error('no message is due');
    return post;
  }
  const arrive = (post: Post, now: number) => postArrived(sql, post, { refused: [] }, now);
  const dueAt = () => postDueAt(sql, state, EVERY);
  const named = (username: string) =>
    savePerson(
      sql,
      {
        id: 2,
        firstName: 'Bea',
        lastName: null,
        username,
        photoUrl: null,
        premium: false,
        languageCode: 'en',
      },
      null,
      NOON,
    );

  beforeEach(() => {
    sql = openBetterSqlite3(':memory:');
    migrate(sql, migrations, NOON);
    return append(register(1));
  });

  test('is due from the first event on and goes to the referrer', () => {
    expect(dueAt()).toBeLessThanOrEqual(NOON);
    const { to, message, credits } = send(NOON);
    expect([to, message.number, credits.length]).toEqual([1, 1, 1]);
    expect(message.card).toMatchObject({ userId: 2, seq: 1, registeredAt: NOON });
  });

  test('follows the previous one no sooner than after the pause', async () => {
    arrive(send(NOON), NOON + 7);
    expect(dueAt()).toBeNull();
    await append(record('a'));
    expect(dueAt()).toBe(NOON + 7 + EVERY);
  });

  test('is sent again after the pause without a receipt, and with growing delays after a failure', () => {
    const first = send(NOON);
    expect(dueAt()).toBe(NOON + EVERY);
    postLost(sql, first, NOON + 1, EVERY);
    expect(dueAt()).toBe(NOON + 1 + 5000);
    const second = send(NOON + 6000);
    postLost(sql, second, NOON + 6000, EVERY);
    expect(dueAt()).toBe(NOON + 6000 + 10_000);
    for (let attempt = 0; attempt < 10; attempt += 1) postLost(sql, send(NOON), NOON, EVERY);
    expect(dueAt()).toBe(NOON + EVERY);
  });

  test('starts its delays anew once one has arrived', () => {
    postLost(sql, send(NOON), NOON, EVERY);
    const arrivedAt = NOON + 5000;
    arrive(send(arrivedAt), arrivedAt);
    const lostAt = arrivedAt + EVERY;
    postLost(sql, send(lostAt), lostAt, EVERY);
    expect(dueAt()).toBe(lostAt + 5000);
  });

  test('with a new card does not wait for a credit that is tried again later', () => {
    postArrived(sql, send(NOON), { refused: [{ sourceSeq: 1, error: 'conflict' }] }, NOON);
    sql.run('UPDATE credits SET retry_at = ?', NOON + 6 * EVERY);
    expect(dueAt()).toBe(NOON + 6 * EVERY);
    named('bea');
    expect(dueAt()).toBe(NOON + EVERY);
  });

  test('keeps its wait at a restart, unless a clock that was ahead started it', () => {
    send(NOON);
    forgetFuture(sql, NOON + 1, EVERY);
    expect(dueAt()).toBe(NOON + EVERY);
    forgetFuture(sql, NOON - 3 * EVERY, EVERY);
    expect(dueAt()).toBe(NOON - 2 * EVERY);
  });

  test('stays due while an earlier one without a receipt may carry an outdated card', () => {
    named('bea');
    arrive(send(NOON), NOON);
    expect(dueAt()).toBeNull();
    named('beatrice');
    expect(dueAt()).not.toBeNull();
    send(NOON + EVERY);
    named('bea');
    expect(dueAt()).not.toBeNull();
  });

  test('settles only its own credits when its receipt arrives late', async () => {
    const first = send(NOON);
    await append(record('a'));
    const second = send(NOON + EVERY);
    arrive(first, NOON + EVERY + 1);
    expect(dueAt()).toBe(NOON + 2 * EVERY);
    postLost(sql, first, NOON + EVERY + 1, EVERY);
    expect(dueAt()).toBe(NOON + 2 * EVERY);
    arrive(second, NOON + EVERY + 2);
    expect(dueAt()).toBeNull();
    expect(sql.all('SELECT 1 FROM credits WHERE delivered_at IS NULL')).toEqual([]);
  });

  test('leaves credits beyond its limit waiting, and they do not count as overlooked', async () => {
    const records = Array.from({ length: 500 }, (_, index) => record(`r${index}`));
    await append(...records);
    // Records after the daily cap cause no credit, so these rows are inserted directly.
    sql.run(
      `INSERT INTO credits (source_user, source_seq, target_user, credit_id, cause, source, basis, premium, created_at)
       SELECT 2, seq, 1, 'more ' || seq, 'friend_activity', 's', 0, 0, at FROM events
       WHERE seq > 1 AND seq NOT IN (SELECT source_seq FROM credits)`,
    );
    expect(sql.all('SELECT 1 FROM credits')).toHaveLength(501);
    const post = send(NOON);
    expect(post.credits).toHaveLength(500);
    arrive(post, NOON);
    expect(dueAt()).toBe(NOON + EVERY);
    expect(overlookedCredits(sql)).toEqual([]);
    sql.run('UPDATE credits SET delivered_at = 1 WHERE source_seq = 1');
    expect(overlookedCredits(sql)).toEqual([{ seq: 501, target: 1 }]);
  });

  test('carries a refused credit again, beside new ones', async () => {
    const refused = { refused: [{ sourceSeq: 1, error: 'conflict' }] };
    postArrived(sql, send(NOON), refused, NOON);
    expect(oldestWaiting(sql, 2)).toBe(NOON);
    await append(record('a'));
    const { credits } = send(NOON + EVERY);
    expect(credits.map(({ sourceSeq, attempts }) => [sourceSeq, attempts]).sort()).toEqual([
      [1, 1],
      [2, 0],
    ]);
  });

  test('that is lost is sent again with its credits', () => {
    const lost = send(NOON);
    postLost(sql, lost, NOON, EVERY);
    expect(oldestWaiting(sql, 2)).toBe(NOON);
    expect(send(NOON + EVERY).credits).toEqual(lost.credits);
  });

  test('leaves none waiting once it has arrived', async () => {
    arrive(send(NOON), NOON);
    await append(record('a'));
    expect(oldestWaiting(sql, 2)).toBe(NOON);
    arrive(send(NOON + EVERY), NOON + EVERY);
    expect([oldestWaiting(sql, 2), dueAt()]).toEqual([null, null]);
  });

  test('is never due without a registered referrer', () => {
    const registered = state.registered;
    if (registered === null) throw new Error('not registered');
    const stranger = { ...state, registered: { ...registered, referrerRegistered: false } };
    for (const alone of [null, { ...state, registered: null }, stranger])
      expect(postDueAt(sql, alone, EVERY)).toBeNull();
    expect(composePost(sql, stranger, NOON, EVERY)).toBeNull();
  });
});

describe('a wallet', () => {
  let bound: string | null;
  let reserve: (userId: number) => Promise<boolean>;
  beforeEach(() => {
    bound = null;
    reserve = async () => true;
  });
  const open = () =>
    openReservations({
      sql,
      clock: clockAt(NOON),
      peers: {
        wallet: () => ({ reserve: (userId) => reserve(userId), holder: async () => null }),
        onFault: () => {},
      },
      bound: () => bound,
    });
  const left = () => openReservationsOf(sql, bound);

  test('stays reserved while it is being linked and as long as it is linked', async () => {
    const { reserving, holds } = open();
    expect(holds('w')).toBe(false);
    const linked = await reserving(2, 'w', async () => {
      expect([holds('w'), holds('other')]).toEqual([true, false]);
      bound = 'w';
      return 'done';
    });
    expect(linked).toEqual({ ok: true, value: 'done' });
    expect([holds('w'), left()]).toEqual([true, []]);
    bound = null;
    expect(holds('w')).toBe(false);
  });

  test('being linked by two calls stays reserved until both are done', async () => {
    const { reserving, holds } = open();
    let settle = () => {};
    const slow = reserving(2, 'w', () => new Promise<void>((resolve) => (settle = resolve)));
    await reserving(2, 'w', async () => {});
    expect(holds('w')).toBe(true);
    settle();
    await slow;
    expect(holds('w')).toBe(false);
  });

  test('of another user is refused: nothing is linked and no note is left', async () => {
    reserve = async () => false;
    const { reserving, holds } = open();
    let isCommitted = false;
    const commit = async () => {
      isCommitted = true;
    };
    expect(await reserving(2, 'w', commit)).toEqual({ ok: false, error: 'taken' });
    expect([isCommitted, holds('w'), left()]).toEqual([false, false, []]);
  });

  test('is not linked when the reservation gets no answer, and the note stays', async () => {
    reserve = async () => {
      throw new Error('no answer');
    };
    const { reserving, holds } = open();
    expect(await reserving(2, 'w', async () => 'done')).toEqual({ ok: false, error: 'unknown' });
    expect([holds('w'), left()]).toEqual([false, ['w']]);
  });

  test('keeps its note after a reservation without an event; a commit that throws releases it', async () => {
    const { reserving, holds } = open();
    await reserving(2, 'v', async () => 'refused');
    const failing = async () => {
      throw new Error('a defect');
    };
    await expect(reserving(2, 'w', failing)).rejects.toThrow('a defect');
    expect([holds('v'), holds('w'), left()]).toEqual([false, false, ['v', 'w']]);
    bound = 'v';
    expect(left()).toEqual(['w']);
  });
});
