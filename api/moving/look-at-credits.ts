/**
 * Compares, credit by credit, what one user received with what was sent to them. What is in the ledger is read first and again
 * last, with what was sent in between: so a credit that arrives meanwhile is neither invented nor lost.
 */
import { type Finding, type Findings, startFindings } from '../ledger/findings.ts';
import type { Sql } from '../sqlite/port.ts';
import type { Page, ReceivedCredit, SentCredit } from './credit-sums.ts';
import { askOne, type Home } from './home.ts';

/** @param scratch has the tables `sent` and `received`, which are emptied. */
export async function lookAtCredits(
  home: Home,
  scratch: Sql,
  target: number,
  sources: AsyncIterable<number>,
): Promise<Finding[]> {
  scratch.run('DELETE FROM sent');
  scratch.run('DELETE FROM received');
  const upTo = await readReceived(home, scratch, target, 0, false);
  for await (const source of sources) await readSent(home, scratch, source, target);
  await readReceived(home, scratch, target, upTo, true);
  const findings = startFindings();
  findInvented(scratch, target, findings);
  findDoubled(scratch, target, findings);
  findLost(scratch, target, findings);
  return findings.list();
}

/** @returns the number of the newest credit there is. */
async function readReceived(
  home: Home,
  scratch: Sql,
  target: number,
  from: number,
  isLate: boolean,
): Promise<number> {
  let upTo = from;
  for (let after: number | null = from; after !== null; ) {
    const page: Page<ReceivedCredit> = await askOne(home, target, { type: 'received', after });
    scratch.transaction(() => {
      for (const { creditId, seq, hash } of page.rows)
        scratch.run('INSERT INTO received VALUES (?, ?, ?, ?)', creditId, seq, hash, isLate ? 1 : 0);
    });
    upTo = page.rows.at(-1)?.seq ?? upTo;
    after = page.next;
  }
  return upTo;
}

async function readSent(home: Home, scratch: Sql, source: number, target: number): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Page<SentCredit> = await askOne(home, source, { type: 'sent', to: target, after });
    scratch.transaction(() => {
      for (const { creditId, seq, hash, isDelivered } of page.rows)
        scratch.run(
          'INSERT INTO sent VALUES (?, ?, ?, ?, ?)',
          creditId,
          source,
          seq,
          hash,
          isDelivered ? 1 : 0,
        );
    });
    after = page.next;
  }
}

/** What came after the first reading may have been sent after its sender was read. */
function findInvented(scratch: Sql, target: number, findings: Findings): void {
  const rows = scratch.iterate<{ creditId: string; seq: number; sent: string | null }>(
    `SELECT r.credit_id AS creditId, r.seq, s.credit_id AS sent FROM received r
     LEFT JOIN sent s ON s.credit_id = r.credit_id
     WHERE (s.credit_id IS NULL AND r.is_late = 0) OR s.hash <> r.hash ORDER BY r.seq`,
  );
  for (const { creditId, seq, sent } of rows) {
    if (sent === null) findings.add('credit_invented', target, seq, `credit ${creditId} was never sent`);
    else
      findings.add(
        'credit_changed',
        target,
        seq,
        `credit ${creditId} says something else than what was sent`,
      );
  }
}

function findDoubled(scratch: Sql, target: number, findings: Findings): void {
  const rows = scratch.iterate<{ creditId: string; seq: number }>(
    `SELECT credit_id AS creditId, max(seq) AS seq FROM received
     GROUP BY credit_id HAVING count(*) > 1 ORDER BY seq`,
  );
  for (const { creditId, seq } of rows)
    findings.add('event_id', target, seq, `credit ${creditId} is in the ledger twice`);
}

function findLost(scratch: Sql, target: number, findings: Findings): void {
  const rows = scratch.iterate<{ creditId: string; source: number; seq: number }>(
    `SELECT s.credit_id AS creditId, s.source, s.seq FROM sent s
     WHERE s.is_delivered = 1 AND NOT EXISTS (SELECT 1 FROM received r WHERE r.credit_id = s.credit_id)
     ORDER BY s.source, s.seq`,
  );
  for (const { creditId, source, seq } of rows)
    findings.add('credit_lost', target, null, `credit ${creditId}, caused by event ${seq} of user ${source}`);
}
