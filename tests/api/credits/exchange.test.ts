/**
 * Messages between referrals and referrers: which card is newer, who may be told, and how long a refused credit
 * waits.
 */
import Database from 'better-sqlite3';
import { describe, expect, test } from 'vitest';
import type { Card, ReferralMessage } from '#api/credits/message.ts';
import { composePost, overlookedCredits, postArrived } from '#api/credits/post.ts';
import { receiveMessage } from '#api/credits/receive.ts';
import { markDelivered, markFailed, nextCreditAt, pendingCredits } from '#api/ledger/credit-rows.ts';
import { ownDatabaseMigrations } from '#api/migrations.ts';
import { friendCards, keepCard } from '#api/referrals/friends.ts';
import { openBetterSqlite3, sqliteOn } from '#api/runtime/sqlite/better-sqlite3.ts';
import { unguarded } from '#tests/support/attacks.ts';
import { ledgerRig, NOON, register } from '#tests/support/ledger.ts';

const points = { activity: 0, referral: 0, referral_activity: 0, referral_referral: 0, checkin: 0 };
const card = (seq: number, level: number): Card => ({
  userId: 2,
  seq,
  registeredAt: NOON,
  level,
  points,
  username: null,
  premium: false,
});
const open = () => ledgerRig(openBetterSqlite3(':memory:'), undefined, ownDatabaseMigrations);

describe('of two cards of a referral', () => {
  test.each([
    ["the card of a longer ledger stays, even if its sender's counter started again", [10, 7], [12, 1], true],
    ['the card of a shorter ledger is replaced, however late it was sent', [10, 7], [9, 8], false],
    ['of the same ledger, the card sent later stays', [10, 7], [10, 8], true],
    ['the same card changes nothing', [10, 7], [10, 7], false],
    ['of the same ledger, the card sent earlier is replaced', [10, 7], [10, 6], false],
  ] as const)('%s', (_, [seq, number], [laterSeq, laterNumber], isNewer) => {
    const { sql } = open();
    keepCard(sql, { card: card(seq, 1), number });
    keepCard(sql, { card: { ...card(laterSeq, 2), registeredAt: NOON + 1 }, number: laterNumber });
    expect(sql.all('SELECT registered_at AS at FROM friends')).toEqual([{ at: isNewer ? NOON + 1 : NOON }]);
    expect(friendCards(sql, null, 10, 0).friends).toMatchObject([{ userId: 2, level: isNewer ? 2 : 1 }]);
  });
});

test('a card without the username overwrites it where the database itself overwrites nothing', () => {
  const database = new Database(':memory:');
  const { sql } = ledgerRig(sqliteOn(database, ':memory:'), undefined, ownDatabaseMigrations);
  database.pragma('secure_delete = OFF');
  const holdsName = () => database.serialize().includes('distinct_username');
  keepCard(sql, { card: { ...card(1, 1), username: 'distinct_username' }, number: 1 });
  keepCard(sql, { card: { ...card(1, 1), userId: 3 }, number: 1 });
  expect(holdsName()).toBe(true);
  // A longer row does not take the place of the old one.
  keepCard(sql, {
    card: { ...card(2, 1), points: { ...points, activity: 1e15, referral: 1e15 } },
    number: 2,
  });
  expect(holdsName()).toBe(false);
});

describe('a message from a referral', () => {
  const message: ReferralMessage = { card: card(1, 1), number: 1, credits: [] };

  test('stores nothing for a user who is not registered', async () => {
    const rig = open();
    const receipt = receiveMessage(rig.ledger, 1, message);
    rig.turn();
    expect(await receipt).toEqual({ refused: [] });
    expect(friendCards(rig.sql, null, 10, 0).friends).toEqual([]);
    await rig.execute(1, register());
    const again = receiveMessage(rig.ledger, 1, message);
    rig.turn();
    await again;
    expect(friendCards(rig.sql, null, 10, 0).friends).toMatchObject([{ userId: 2 }]);
  });
});

test('a refused credit waits 1 s, 2 s, 4 s and so on, at most an hour, until it is delivered', async () => {
  const rig = open();
  const { sql } = rig;
  await rig.execute(1, register());
  await rig.execute(2, register(1));
  unguarded(sql, () => sql.run('UPDATE credits SET delivered_at = NULL, attempts = 0, retry_at = 0'));
  for (const [attempt, wait] of [
    1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 3600, 3600, 3600,
  ].entries()) {
    const [credit] = pendingCredits(sql, 9e15, 10);
    if (credit === undefined) throw new Error('no credit waits');
    expect(credit.attempts).toBe(attempt);
    markFailed(sql, credit, NOON);
    expect(nextCreditAt(sql)).toBe(NOON + wait * 1000);
    expect(pendingCredits(sql, NOON + wait * 1000 - 1, 10)).toEqual([]);
    expect(pendingCredits(sql, NOON + wait * 1000, 10)).toHaveLength(1);
    if (attempt === 14) markDelivered(sql, credit, NOON);
  }
  expect(nextCreditAt(sql)).toBeNull();
  expect(pendingCredits(sql, 9e15, 10)).toEqual([]);
});

test('a waiting credit counts as overlooked if a delivered message covered its event', async () => {
  const rig = open();
  const { sql } = rig;
  await rig.execute(1, register());
  await rig.execute(2, register(1));
  const state = rig.ledger.read.account(2);
  const post = state && composePost(sql, state, NOON, 600_000);
  if (post === null) throw new Error('no message is due');
  expect(post.message.card.seq).toBe(1);
  expect(overlookedCredits(sql)).toEqual([]);
  postArrived(sql, post, { refused: [] }, NOON + 1);
  expect(overlookedCredits(sql)).toEqual([]);
  unguarded(sql, () => sql.run('UPDATE credits SET delivered_at = NULL'));
  expect(overlookedCredits(sql)).toEqual([{ seq: 1, target: 1 }]);
  // Either the event came after the message, or the credit was refused or put off, and is due for a retry.
  unguarded(sql, () => sql.run('UPDATE credits SET source_seq = 2'));
  expect(overlookedCredits(sql)).toEqual([]);
  for (const retry of ['attempts = 1', 'attempts = 0, retry_at = 1']) {
    unguarded(sql, () => sql.run(`UPDATE credits SET source_seq = 1, ${retry}`));
    expect(overlookedCredits(sql)).toEqual([]);
  }
});
