/** What a deployment imports: a piece that continues its ledger, whole or not at all. */
import { beforeEach, describe, expect, test } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { acceptPiece } from '#api/transfer/accept.ts';
import { type Piece, takePiece, transferHeadOf } from '#api/transfer/piece.ts';
import { hashedText } from '#core/points/chain.ts';
import { hmacHex, sha256Hex } from '#tests/support/hashing.ts';
import { HOUR, ledgerRig, record, register } from '#tests/support/ledger.ts';
import { noticeOf } from '#tests/support/notices.ts';
import { rowsOf } from '#tests/support/test-deployment.ts';

let pieces: Piece[];
let there: Sql;

/** User 2, invited by user 1, with 450 events in three pieces. */
beforeEach(async () => {
  const from = openBetterSqlite3(':memory:');
  const rig = ledgerRig(from, undefined, migrations);
  await rig.execute(1, register());
  await rig.execute(2, register(1));
  for (let index = 0; index < 449; index += 1) {
    const done = await rig.execute(2, record(`r${index}`, rig.clock.at));
    const seq = done.ok ? done.state.head.seq : 0;
    from.run("INSERT INTO calculations VALUES (2, ?, 1, 1, '{}')", seq);
    rig.clock.at += HOUR;
  }
  from.run('INSERT INTO people (user_id, premium, updated_at) VALUES (2, 0, 5)');
  from.run('INSERT INTO last_seen VALUES (2, 5)');
  pieces = [0, 200, 400].flatMap((after) => takePiece(from, 2, after) ?? []);
  there = openBetterSqlite3(':memory:');
  migrate(there, migrations, 0);
  const secret = from.get<{ value: string }>("SELECT value FROM meta WHERE name = 'credit_secret'");
  there.run("INSERT INTO meta VALUES ('credit_secret', ?)", secret?.value ?? '');
});

const accept = (piece: Piece) => acceptPiece({ sql: there, sha256: sha256Hex, hmac: hmacHex }, piece);
const at = (index: number): Piece => {
  const piece = pieces[index];
  if (piece === undefined) throw new Error(`no piece ${index}`);
  return piece;
};

test('pieces are imported one by one, each leaving a valid ledger, and again without effect', () => {
  expect(pieces.map(({ events, people }) => [events.length, people.length])).toEqual([
    [200, 0],
    [200, 0],
    [50, 1],
  ]);
  for (const piece of pieces) {
    const accepted = accept(piece);
    expect(accepted).toMatchObject({ ok: true, head: { seq: piece.events.at(-1)?.seq } });
    const rows = JSON.stringify(rowsOf(there));
    expect(accept(piece)).toEqual(accepted);
    expect(accept(at(0))).toEqual(accepted);
    expect(JSON.stringify(rowsOf(there))).toBe(rows);
  }
  expect([0, 200, 400].map((after) => takePiece(there, 2, after))).toEqual(pieces);
  expect(transferHeadOf(there, 2, 300, sha256Hex)).toMatchObject({
    seq: 450,
    hashAt: at(1).events[99]?.hash,
  });
});

describe('an invalid piece is refused and changes nothing', () => {
  const withEvent = (piece: Piece, index: number, change: object): Piece => ({
    ...piece,
    events: piece.events.map((event, place) => (place === index ? { ...event, ...change } : event)),
  });
  /** Forged by an attacker who can rebuild the chain. */
  const rehashed = (piece: Piece): Piece => {
    let previous = at(0).events.at(-1)?.hash ?? '';
    const events = piece.events.map((event) => {
      previous = sha256Hex(hashedText(previous, event));
      return { ...event, hash: previous };
    });
    return { ...piece, events };
  };
  const withCredit = (piece: Piece, index: number, change: object): Piece => ({
    ...piece,
    credits: piece.credits.map((credit, place) => (place === index ? { ...credit, ...change } : credit)),
  });
  /** A notice of one event in the row of another. */
  const withNotice = (piece: Piece, event: { seq: number; hash: string } | undefined): Piece => {
    const notice = { ...noticeOf(2, event?.seq ?? 0), id: `${event?.hash}:friend_joined` };
    const seq = piece.events[5]?.seq ?? 0;
    const row = { user_id: 2, seq, kind: notice.kind, notice: JSON.stringify(notice) };
    return { ...piece, notices: [row] };
  };
  test.each<[string, number, (piece: Piece) => Piece]>([
    ['chain', 1, (piece) => withEvent(piece, 7, { award: 2000 })],
    ['award', 1, (piece) => rehashed(withEvent(piece, 7, { award: 2000 }))],
    ['event_id', 1, (piece) => rehashed(withEvent(piece, 7, { eventId: at(0).events[7]?.eventId }))],
    ['chain', 1, (piece) => withEvent(piece, 199, { hash: '0'.repeat(64) })],
    ['sequence', 1, (piece) => ({ ...piece, events: piece.events.filter((_, place) => place !== 9) })],
    ['sequence', 2, (piece) => piece],
    ['user', 1, (piece) => withEvent(piece, 0, { userId: 3 })],
    ['unknown_rules', 1, (piece) => rehashed(withEvent(piece, 0, { rules: 99 }))],
    ['diverged', 0, (piece) => withEvent(piece, 3, { at: 5 })],
    ['diverged', 0, (piece) => withEvent(piece, 199, { data: ' ' })],
    ['credit_missing', 1, (piece) => ({ ...piece, credits: piece.credits.slice(1) })],
    ['credit_missing', 0, (piece) => ({ ...piece, credits: [] })],
    ['credit_wrong', 1, (piece) => withCredit(piece, 4, { basis: 5000 })],
    ['credit_wrong', 0, (piece) => withCredit(piece, 4, { target_user: 9 })],
    ['credit_wrong', 1, (piece) => withCredit(piece, 0, { credit_id: 'f'.repeat(32) })],
    ['credit_without_source', 1, (piece) => withCredit(piece, 0, { source_seq: 9999 })],
    ['credit_without_source', 1, (piece) => withCredit(piece, 0, { source_user: 1 })],
    ['notice_without_event', 1, (piece) => withNotice(piece, piece.events[3])],
    ['notice_without_event', 1, (piece) => withNotice(piece, at(0).events[3])],
    [
      'calculation_without_event',
      1,
      (piece) => ({
        ...piece,
        calculations: piece.calculations.map((row) => ({ ...row, seq: row.seq + 500 })),
      }),
    ],
  ])('%s, in piece %i', (reason, index, change) => {
    accept(at(0));
    const before = JSON.stringify(rowsOf(there));
    const refused = accept(change(at(index)));
    expect(refused).toMatchObject({ ok: false, error: { type: reason } });
    expect(JSON.stringify(rowsOf(there))).toBe(before);
    expect(accept(at(1))).toMatchObject({ ok: true });
  });

  test('under another secret no credit matches', () => {
    there.run("UPDATE meta SET value = 'another'");
    expect(accept(at(0))).toMatchObject({ ok: false, error: { type: 'credit_wrong', seq: 1 } });
  });
});

test('a delivered credit stays delivered, and a waiting one keeps its attempts', () => {
  const credits = at(0).credits.map((credit, index) =>
    index === 0 ? { ...credit, delivered_at: null, attempts: 3, retry_at: 77 } : credit,
  );
  accept({ ...at(0), credits });
  const first = () =>
    there.get('SELECT delivered_at AS d, attempts, retry_at FROM credits ORDER BY source_seq');
  expect(first()).toEqual({ d: null, attempts: 3, retry_at: 77 });
  accept(at(0));
  expect(first()).toMatchObject({ d: at(0).credits[0]?.delivered_at });
  accept({ ...at(0), credits });
  expect(first()).toMatchObject({ d: at(0).credits[0]?.delivered_at });
});

test('the later state of names and inputs stays, whichever comes last', () => {
  for (const piece of pieces) accept(piece);
  const last = at(2);
  const later = {
    ...last,
    people: last.people.map((row) => ({ ...row, username: 'new', updated_at: 6 })),
    lastSeen: [{ user_id: 2, at: 9 }],
    calculations: last.calculations.map((row, index) =>
      index === 0
        ? { ...row, shown: 0 as const, inputs: null }
        : index === 1
          ? { ...row, revision: 2, inputs: '{"b":1}' }
          : row,
    ),
  };
  accept(later);
  const rows = JSON.stringify(rowsOf(there));
  expect(there.get('SELECT username FROM people')).toEqual({ username: 'new' });
  accept(last);
  expect(JSON.stringify(rowsOf(there))).toBe(rows);
  expect(
    there.all('SELECT revision, shown, inputs FROM calculations ORDER BY seq LIMIT 2 OFFSET 399'),
  ).toEqual([
    { revision: 1, shown: 0, inputs: null },
    { revision: 2, shown: 1, inputs: '{"b":1}' },
  ]);
});

test('erased inputs do not come back with any piece', async () => {
  for (const piece of pieces) accept(piece);
  const rig = ledgerRig(there, undefined, migrations);
  rig.clock.at += 1000 * HOUR;
  const inputs = () =>
    there.all<{ seq: number }>('SELECT seq FROM calculations ORDER BY seq').map(({ seq }) => seq);
  expect(inputs()).toHaveLength(449);
  await rig.execute(2, { type: 'delete_data' });
  const erasedUpTo = rig.ledger.read.account(2)?.head.seq ?? 0;
  there.run('DELETE FROM calculations');
  await rig.execute(2, { type: 'complete_onboarding' });
  await rig.execute(2, record('after', rig.clock.at));
  there.run("INSERT INTO calculations VALUES (2, ?, 1, 1, '{}')", erasedUpTo + 2);
  // A file from before the deletion, and a forged one with the erased inputs beside the new ones.
  for (const piece of pieces) expect(accept(piece)).toMatchObject({ ok: true });
  expect(inputs()).toEqual([erasedUpTo + 2]);
  const newest = takePiece(there, 2, 400);
  if (newest === null) throw new Error('there is no such piece');
  const old = at(2).calculations;
  expect(old.length).toBeGreaterThan(10);
  expect(accept({ ...newest, calculations: [...old, ...newest.calculations] })).toMatchObject({ ok: true });
  expect(inputs()).toEqual([erasedUpTo + 2]);
});
