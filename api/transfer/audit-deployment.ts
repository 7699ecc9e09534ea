/**
 * Audits a deployment in which every ledger has its own database. Each ledger audits itself and answers with a few numbers.
 * Double entry is compared by sums: the credits sent to a user against the credits that the user received. Credits are
 * compared one by one only where the sums differ, because some may have been in flight between the two answers. All
 * progress is kept in a scratch database, so memory does not grow with the number of users and a stopped audit resumes.
 */
import {
  addExplained,
  type ClockStep,
  type ExplainedByClock,
  NOTHING_EXPLAINED,
} from '../ledger/clock-steps.ts';
import { type KnownClock, reportReferrer } from '../ledger/double-entry.ts';
import { type Finding, mergedFindings, startFindings } from '../ledger/findings.ts';
import { type Migration, migrateOrThrow } from '../runtime/sqlite/migrations.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { compareCredits } from './compare-credits.ts';
import { addSums, NO_CREDITS, type Page, type Sum } from './credit-sums.ts';
import { askOne, type Deployment } from './deployment.ts';
import type { OwnAudit } from './operate.ts';

export interface DeploymentAudit {
  /** With a ledger. */
  readonly users: number;
  /** Listed, but never registered. */
  readonly strangers: number;
  readonly events: number;
  /** In all outboxes. */
  readonly credits: number;
  readonly pending: number;
  readonly stale: number;
  /** Wallets reserved for a user and not linked: the next user who proves such a wallet gets it. */
  readonly reserved: number;
  /** A note for the operator, not a finding. */
  readonly explained: ExplainedByClock;
  /** Empty if the deployment has no fault. */
  readonly findings: readonly Finding[];
}

interface Progress extends DeploymentAudit {
  /** Every user up to this id has been audited. */
  readonly after: number;
  /** Credits have been compared for users up to this id; null until every user has been audited. */
  readonly compared: number | null;
}

const AT_ONCE = 20;

const scratchMigrations: readonly Migration[] = [
  {
    name: 'audit-001',
    statements: [
      'CREATE TABLE progress (only INTEGER PRIMARY KEY CHECK (only = 1), value TEXT NOT NULL) STRICT',
      // The sums of the credits that all users sent to a user, and of those that the user received.
      `CREATE TABLE ends (
         user_id INTEGER PRIMARY KEY,
         sent_count INTEGER NOT NULL,
         sent_hashes TEXT NOT NULL,
         received_count INTEGER NOT NULL,
         received_hashes TEXT NOT NULL
       ) STRICT`,
      'CREATE TABLE audited (user_id INTEGER PRIMARY KEY) STRICT',
      `CREATE TABLE sources (
         target INTEGER NOT NULL,
         source INTEGER NOT NULL,
         PRIMARY KEY (target, source)
       ) STRICT, WITHOUT ROWID`,
      `CREATE TABLE sent (
         credit_id TEXT NOT NULL,
         source INTEGER NOT NULL,
         seq INTEGER NOT NULL,
         hash TEXT NOT NULL,
         is_delivered INTEGER NOT NULL
       ) STRICT`,
      'CREATE INDEX sent_by_id ON sent (credit_id)',
      `CREATE TABLE received (
         credit_id TEXT NOT NULL,
         seq INTEGER NOT NULL,
         hash TEXT NOT NULL,
         is_late INTEGER NOT NULL
       ) STRICT`,
      'CREATE INDEX received_by_id ON received (credit_id)',
    ],
  },
  {
    name: 'audit-002',
    statements: [
      `CREATE TABLE linked (
         wallet TEXT NOT NULL,
         user_id INTEGER NOT NULL,
         PRIMARY KEY (wallet, user_id)
       ) STRICT, WITHOUT ROWID`,
    ],
  },
  {
    name: 'audit-003',
    statements: [
      // When each user registered, and the referrer that the registration counts as already registered.
      'CREATE TABLE registrations (user_id INTEGER PRIMARY KEY, at INTEGER NOT NULL, referrer INTEGER) STRICT',
    ],
  },
  {
    name: 'audit-004',
    statements: [
      `CREATE TABLE clock_steps (
         before INTEGER NOT NULL,
         after INTEGER NOT NULL,
         PRIMARY KEY (before, after)
       ) STRICT, WITHOUT ROWID`,
    ],
  },
  {
    // Earlier audits did not record clock steps, or not in which ledger they appear, so an unfinished audit starts again.
    name: 'audit-005',
    statements: [
      'DROP TABLE clock_steps',
      `CREATE TABLE clock_steps (
         before INTEGER NOT NULL,
         after INTEGER NOT NULL,
         user_id INTEGER NOT NULL,
         PRIMARY KEY (before, after)
       ) STRICT, WITHOUT ROWID`,
      ...['progress', 'ends', 'audited', 'sources', 'sent', 'received', 'linked', 'registrations'].map(
        (table) => `DELETE FROM ${table}`,
      ),
    ],
  },
];

const NOTHING: Progress = {
  users: 0,
  strangers: 0,
  events: 0,
  credits: 0,
  pending: 0,
  stale: 0,
  reserved: 0,
  explained: NOTHING_EXPLAINED,
  findings: [],
  after: 0,
  compared: null,
};

/**
 * @param scratch a database for this audit alone: empty, or that of a stopped audit, which then resumes. Throws the errors
 * of `deployment`.
 * @param now the clock of this machine, UTC milliseconds: a clock step later than this explains nothing.
 */
export async function auditDeployment(
  deployment: Deployment,
  scratch: Sql,
  onProgress: (so: DeploymentAudit) => void = () => undefined,
  now: number = Number.POSITIVE_INFINITY,
): Promise<DeploymentAudit> {
  migrateOrThrow(scratch, scratchMigrations, 0);
  let progress = progressOf(scratch);
  const save = (next: Progress) => {
    progress = next;
    scratch.run('INSERT OR REPLACE INTO progress (only, value) VALUES (1, ?)', JSON.stringify(next));
  };

  if (progress.compared === null) {
    for await (const users of batches(deployment.users(progress.after))) {
      const told = await deployment.ask<'audit'>(users.map((userId) => ({ userId, ask: { type: 'audit' } })));
      scratch.transaction(() => save(addAudits(scratch, progress, users, told)));
      onProgress(progress);
    }
    const twice = await linkedTwice(deployment, scratch);
    const { explained, findings: later } = await registeredLater(deployment, scratch, now);
    const found = [...twice, ...later];
    save({ ...progress, compared: 0, explained, findings: mergedFindings(progress.findings, found) });
  }
  for (;;) {
    const target = nextDifferent(scratch, progress.compared ?? 0);
    if (target === null) return progress;
    const sources = sourcesOf(deployment, scratch, target);
    const found = await compareCredits(deployment, scratch, target, sources);
    const unlisted = await auditUnlisted(deployment, scratch, target);
    save({
      ...progress,
      compared: target,
      findings: mergedFindings(progress.findings, [...found, ...unlisted]),
    });
    onProgress(progress);
  }
}

function progressOf(scratch: Sql): Progress {
  const row = scratch.get<{ value: string }>('SELECT value FROM progress WHERE only = 1');
  return row === undefined ? NOTHING : { ...NOTHING, ...(JSON.parse(row.value) as Progress) };
}

function addAudits(
  scratch: Sql,
  before: Progress,
  users: readonly number[],
  told: readonly (OwnAudit | null)[],
): Progress {
  let progress = { ...before, after: users.at(-1) ?? before.after };
  for (const [index, userId] of users.entries()) {
    scratch.run('INSERT INTO audited VALUES (?) ON CONFLICT DO NOTHING', userId);
    const own = told[index] ?? null;
    if (own === null) {
      progress = { ...progress, strangers: progress.strangers + 1 };
      continue;
    }
    if (own.registeredAt !== null)
      scratch.run(
        'INSERT INTO registrations VALUES (?, ?, ?) ON CONFLICT DO NOTHING',
        userId,
        own.registeredAt,
        own.target,
      );
    // Older deployments do not send `clockSteps`.
    for (const { before, after } of own.clockSteps ?? [])
      scratch.run('INSERT INTO clock_steps VALUES (?, ?, ?) ON CONFLICT DO NOTHING', before, after, userId);
    if (own.target !== null) {
      addEnds(scratch, own.target, own.delivered, NO_CREDITS);
      scratch.run('INSERT INTO sources VALUES (?, ?) ON CONFLICT DO NOTHING', own.target, userId);
    }
    addEnds(scratch, userId, NO_CREDITS, own.received);
    if (own.wallet !== null)
      scratch.run('INSERT INTO linked VALUES (?, ?) ON CONFLICT DO NOTHING', own.wallet, userId);
    progress = {
      ...progress,
      users: progress.users + 1,
      events: progress.events + own.events,
      credits: progress.credits + own.credits,
      pending: progress.pending + own.pending,
      stale: progress.stale + own.stale,
      reserved: progress.reserved + own.reserved,
      findings: mergedFindings(
        progress.findings,
        own.findings.map((finding) => ({ ...finding, userId: finding.userId ?? userId })),
      ),
    };
  }
  return progress;
}

/** Wallets linked in two ledgers. Asks both again, because one of them may have unlinked the wallet in the meantime. */
async function linkedTwice(deployment: Deployment, scratch: Sql): Promise<Finding[]> {
  const findings = startFindings();
  const pairs = scratch.all<{ wallet: string; one: number; other: number }>(
    `SELECT wallet, min(user_id) AS one, max(user_id) AS other FROM linked
     GROUP BY wallet HAVING count(*) > 1 ORDER BY one`,
  );
  for (const { wallet, one, other } of pairs) {
    const own = await deployment.ask<'audit'>(
      [one, other].map((userId) => ({ userId, ask: { type: 'audit' } })),
    );
    if (own.every((told) => told?.wallet === wallet)) {
      findings.add('wallet_twice', one, null, `the same wallet is linked to user ${other}`);
    }
  }
  return findings.list();
}

/**
 * Registrations that name a referrer who registered later. Asks again, because the referrer may have registered since
 * the list was read.
 */
async function registeredLater(
  deployment: Deployment,
  scratch: Sql,
  now: number,
): Promise<Pick<DeploymentAudit, 'explained' | 'findings'>> {
  const findings = startFindings();
  const pairs = scratch.iterate<{ userId: number; at: number; referrer: number; since: number | null }>(
    `SELECT f.user_id AS userId, f.at, f.referrer, r.at AS since FROM registrations f
     LEFT JOIN registrations r ON r.user_id = f.referrer
     WHERE f.referrer IS NOT NULL AND (r.at IS NULL OR r.at > f.at) ORDER BY f.user_id`,
  );
  const later = [...pairs];
  const steps = scratch.all<ClockStep>('SELECT before, after, user_id AS userId FROM clock_steps');
  let explained = NOTHING_EXPLAINED;
  const clock: KnownClock = {
    now,
    steps: () => steps,
    onExplained(step) {
      explained = addExplained(explained, { registrations: 1, steps: [step] });
    },
  };
  for (const { userId, at, referrer, since } of later) {
    const known = since ?? (await askOne(deployment, referrer, { type: 'audit' }))?.registeredAt ?? null;
    reportReferrer({ userId, seq: 1, at }, referrer, known, findings, clock);
  }
  return { explained, findings: findings.list() };
}

interface Ends {
  readonly sentCount: number;
  readonly sentHashes: string;
  readonly receivedCount: number;
  readonly receivedHashes: string;
}

function addEnds(scratch: Sql, userId: number, sent: Sum, received: Sum): void {
  if (sent.count === 0 && received.count === 0) return;
  const known = scratch.get<Ends>(
    `SELECT sent_count AS sentCount, sent_hashes AS sentHashes,
       received_count AS receivedCount, received_hashes AS receivedHashes FROM ends WHERE user_id = ?`,
    userId,
  );
  const allSent =
    known === undefined ? sent : addSums({ count: known.sentCount, hashes: known.sentHashes }, sent);
  const allReceived =
    known === undefined
      ? received
      : addSums({ count: known.receivedCount, hashes: known.receivedHashes }, received);
  scratch.run(
    'INSERT OR REPLACE INTO ends VALUES (?, ?, ?, ?, ?)',
    userId,
    allSent.count,
    allSent.hashes,
    allReceived.count,
    allReceived.hashes,
  );
}

function nextDifferent(scratch: Sql, after: number): number | null {
  const row = scratch.get<{ userId: number }>(
    `SELECT user_id AS userId FROM ends WHERE user_id > ?
       AND (sent_count <> received_count OR sent_hashes <> received_hashes) ORDER BY user_id LIMIT 1`,
    after,
  );
  return row?.userId ?? null;
}

/** Users that report sending credits to this user, and friends that this user's ledger lists. */
async function* sourcesOf(deployment: Deployment, scratch: Sql, target: number): AsyncGenerator<number> {
  for (let after: number | null = 0; after !== null; ) {
    const page: Page<number> = await askOne(deployment, target, { type: 'friends', after });
    for (const source of page.rows)
      scratch.run('INSERT INTO sources VALUES (?, ?) ON CONFLICT DO NOTHING', target, source);
    after = page.next;
  }
  for (let after = 0; ; ) {
    const row = scratch.get<{ source: number }>(
      'SELECT source FROM sources WHERE target = ? AND source > ? ORDER BY source LIMIT 1',
      target,
      after,
    );
    if (row === undefined) return;
    after = row.source;
    yield after;
  }
}

/**
 * Audits the target and its sources that no list has named so far. A user who registered during the audit is listed by now.
 * Any other unlisted user is a finding.
 */
async function auditUnlisted(deployment: Deployment, scratch: Sql, target: number): Promise<Finding[]> {
  const findings = startFindings();
  for (;;) {
    const row = scratch.get<{ userId: number }>(
      `SELECT user_id AS userId FROM (SELECT ? AS user_id UNION SELECT source FROM sources WHERE target = ?)
       WHERE user_id NOT IN (SELECT user_id FROM audited) LIMIT 1`,
      target,
      target,
    );
    if (row === undefined) return findings.list();
    const { userId } = row;
    const own = await askOne(deployment, userId, { type: 'audit' });
    if (own !== null && !(await isListed(deployment, userId)))
      findings.add('user_unlisted', userId, null, 'has a ledger but is missing from the list of all users');
    findings.merge(
      (own?.findings ?? []).map((finding) => ({ ...finding, userId: finding.userId ?? userId })),
    );
    scratch.run('INSERT INTO audited VALUES (?) ON CONFLICT DO NOTHING', userId);
  }
}

async function isListed(deployment: Deployment, userId: number): Promise<boolean> {
  for await (const next of deployment.users(userId - 1)) return next === userId;
  return false;
}

async function* batches(users: AsyncIterable<number>): AsyncGenerator<readonly number[]> {
  let some: number[] = [];
  for await (const userId of users) {
    some.push(userId);
    if (some.length < AT_ONCE) continue;
    yield some;
    some = [];
  }
  if (some.length > 0) yield some;
}
