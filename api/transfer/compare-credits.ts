/**
 * Compares, credit by credit, the credits that one user received with those sent to them. The receiver's ledger is read
 * before and after the senders', so a credit that arrives in the meantime counts neither as invented nor as lost.
 */
import { type Finding, type Findings, startFindings } from '../ledger/findings.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import type { Page, ReceivedCredit, SentCredit } from './credit-sums.ts';
import { askOne, type Deployment } from './deployment.ts';

/** @param scratch has the tables `sent` and `received`; both are emptied first. */
export async function compareCredits(
  deployment: Deployment,
  scratch: Sql,
  target: number,
  sources: AsyncIterable<number>,
): Promise<Finding[]> {
  scratch.run('DELETE FROM sent');
  scratch.run('DELETE FROM received');
  const upTo = await readReceived(deployment, scratch, target, 0, false);
  for await (const source of sources) await readSent(deployment, scratch, source, target);
  await readReceived(deployment, scratch, target, upTo, true);
  const findings = startFindings();
  findInvented(scratch, target, findings);
  findDoubled(scratch, target, findings);
  findLost(scratch, target, findings);
  return findings.list();
}

/** @returns the sequence number of the newest credit. */
async function readReceived(
  deployment: Deployment,
  scratch: Sql,
  target: number,
  from: number,
  isLate: boolean,
): Promise<number> {
  let upTo = from;
  for (let after: number | null = from; after !== null; ) {
    const page: Page<ReceivedCredit> = await askOne(deployment, target, { type: 'received', after });
    scratch.transaction(() => {
      for (const { creditId, seq, hash } of page.rows)
        scratch.run('INSERT INTO received VALUES (?, ?, ?, ?)', creditId, seq, hash, isLate ? 1 : 0);
    });
    upTo = page.rows.at(-1)?.seq ?? upTo;
    after = page.next;
  }
  return upTo;
}

async function readSent(deployment: Deployment, scratch: Sql, source: number, target: number): Promise<void> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Page<SentCredit> = await askOne(deployment, source, { type: 'sent', to: target, after });
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

/** A credit that appears only in the second reading may have been sent after its sender was read. */
function findInvented(scratch: Sql, target: number, findings: Findings): void {
  const rows = scratch.iterate<{ creditId: string; seq: number; sent: string | null }>(
    `SELECT r.credit_id AS creditId, r.seq, s.credit_id AS sent FROM received r
     LEFT JOIN sent s ON s.credit_id = r.credit_id
     WHERE (s.credit_id IS NULL AND r.is_late = 0) OR s.hash <> r.hash ORDER BY r.seq`,
  );
  for (const { creditId, seq, sent } of rows) {
    if (sent === null) findings.add('credit_invented', target, seq, `credit ${creditId} was never sent`);
    else
      findings.add('credit_changed', target, seq, `credit ${creditId} differs from the credit that was sent`);
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
