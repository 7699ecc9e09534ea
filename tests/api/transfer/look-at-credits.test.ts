/**
 * One user's credits, compared one by one while others send: what arrives during the audit is neither invented
 * nor lost.
 */
import { beforeEach, expect, test } from 'vitest';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { compareCredits } from '#api/transfer/compare-credits.ts';
import type { ReceivedCredit, SentCredit } from '#api/transfer/credit-sums.ts';
import type { Deployment } from '#api/transfer/deployment.ts';

const TARGET = 1;

/** What the target received and each source sent; `meanwhile` runs once after the first source was read. */
let received: ReceivedCredit[];
let sent: Map<number, SentCredit[]>;
let meanwhile: () => void;
beforeEach(() => {
  received = [];
  sent = new Map();
  meanwhile = () => {};
});

/** Two rows a page. */
const pageOf = <Row extends { readonly seq: number }>(all: readonly Row[], after: number) => {
  const rows = all.filter(({ seq }) => seq > after).slice(0, 2);
  return { rows, next: rows.length < 2 ? null : (rows.at(-1)?.seq ?? null) };
};

async function found() {
  const scratch = openBetterSqlite3(':memory:');
  scratch.run(
    'CREATE TABLE sent (credit_id TEXT, source INTEGER, seq INTEGER, hash TEXT, is_delivered INTEGER) STRICT',
  );
  scratch.run('CREATE TABLE received (credit_id TEXT, seq INTEGER, hash TEXT, is_late INTEGER) STRICT');
  // From an earlier audit.
  scratch.run("INSERT INTO sent VALUES ('old', 9, 9, 'x', 1)");
  scratch.run("INSERT INTO received VALUES ('older', 9, 'x', 0)");
  const deployment = {
    async ask([{ userId, ask }]: readonly [{ userId: number; ask: { type: string; after: number } }]) {
      if (ask.type === 'received') return [pageOf(received, ask.after)];
      const page = pageOf(sent.get(userId) ?? [], ask.after);
      if (page.next === null) {
        meanwhile();
        meanwhile = () => {};
      }
      return [page];
    },
  } as unknown as Deployment;
  async function* sources() {
    yield* sent.keys();
  }
  const findings = await compareCredits(deployment, scratch, TARGET, sources());
  return findings.map(({ kind, userId, seq, count }) => [kind, userId, seq, count]);
}

const credit = (id: number, seq = id) => ({ seq, creditId: `c${id}`, hash: `hash of ${id}` });
const send = (source: number, ids: readonly number[], isDelivered = true) =>
  sent.set(source, [...(sent.get(source) ?? []), ...ids.map((id) => ({ ...credit(id), isDelivered }))]);

test('matching credits are right over any number of pages', async () => {
  send(2, [1, 2, 3, 4, 5]);
  send(3, [6, 7]);
  received = [3, 1, 7, 5, 2, 4, 6].map((id, index) => credit(id, index + 10));
  expect(await found()).toEqual([]);
});

test('a credit never sent is invented, a different one is changed, and a repeated one is reported', async () => {
  send(2, [1, 2]);
  received = [credit(1), { ...credit(2), hash: 'other' }, credit(8, 8), credit(9, 9), credit(1, 10)];
  expect(await found()).toEqual([
    ['credit_changed', TARGET, 2, 1],
    ['credit_invented', TARGET, 8, 2],
    ['event_id', TARGET, 10, 1],
  ]);
});

test('a delivered credit that is missing is lost, a waiting one is not', async () => {
  send(2, [1, 2]);
  send(3, [3], false);
  received = [credit(1)];
  expect(await found()).toEqual([['credit_lost', TARGET, null, 1]]);
});

test('credits sent and received after their sender was read are neither invented nor lost', async () => {
  send(2, [1]);
  send(3, [5]);
  received = [credit(1)];
  meanwhile = () => {
    send(2, [2]);
    send(3, [6]);
    received = [...received, credit(2), credit(5), credit(6)];
  };
  expect(await found()).toEqual([]);
});
