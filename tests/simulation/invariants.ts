/** Invariants once everything is calm. */
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { MAX_INPUTS_BYTES } from '#core/contract/primitives.ts';
import type { DeviceProfile, VerifyResult } from '#device/model.ts';
import type { OutboxRow, RecordRow } from '#device/store/rows.ts';
import { editViolations } from './edits.ts';
import { type NaiveAccount, naiveAccounts } from './naive-model.ts';
import { type App, factsOn, type Phone } from './phone.ts';
import type { World } from './run-seed.ts';
import { poisonedId } from './user.ts';
import { walletViolations } from './wallets.ts';

/** Each violation in words. */
export async function violationsOf(world: World): Promise<string[]> {
  const { server } = world;
  const naive = naiveAccounts(server.databases());
  const found = [
    ...server.faults.map((fault) => `the server failed inside: ${fault}`),
    ...server.referrals.violations(),
    ...server.violations(naive),
  ];
  for (const account of naive.values()) found.push(...accountViolations(world, account));
  for (const phone of world.phones) found.push(...(await phoneViolations(world, phone, naive)));
  return [...found, ...editViolations(world), ...(await walletViolations(world))];
}

/** The ledger and its projection against the naive model. */
function accountViolations(world: World, naive: NaiveAccount): string[] {
  const sql = databaseOf(world, naive.userId);
  const found: string[] = [];
  const who = `user ${naive.userId}`;
  const sums = sql.all<{ bucket: string; total: number }>(
    'SELECT bucket, sum(award) AS total FROM events WHERE user_id = ? AND bucket IS NOT NULL GROUP BY bucket',
    naive.userId,
  );
  const byBucket = new Map(sums.map(({ bucket, total }) => [bucket, total]));
  for (const [bucket, expected] of Object.entries(naive.points)) {
    const actual = byBucket.get(bucket) ?? 0;
    if (actual !== expected) found.push(`${who}: ${bucket} is ${actual}, not ${expected}`);
  }
  const events = sql.all<{ event_id: string; award: number; data: string }>(
    "SELECT event_id, award, data FROM events WHERE user_id = ? AND type = 'CalculationRecorded.v1'",
    naive.userId,
  );
  for (const { event_id, award, data } of events) {
    const expected = naive.records.get(event_id);
    const { reason } = JSON.parse(data) as { reason: string };
    if (expected?.award !== award || expected.reason !== reason) {
      found.push(`${who}: record ${event_id} is ${reason}, not ${expected?.reason}`);
    }
  }
  const own = world.phones.filter(({ account: { userId } }) => userId === naive.userId);
  for (const id of naive.records.keys()) {
    if (!own.some(({ attempted }) => attempted.has(id))) found.push(`${who}: record ${id} was never made`);
  }
  const account = world.accounts.find(({ userId }) => userId === naive.userId);
  if (account === undefined) return [...found, `${who} never existed`];
  found.push(...admissionViolations(world, naive.userId));
  if (account.toldDeleted) found.push(...deletionViolations(world, naive));
  const { premium, firstAuthDate, referrer } = naive.registration;
  if (premium !== account.premium) found.push(`${who}: premium is ${premium}`);
  // Registered by the first launch of one of the phones, whichever registration succeeded in the end.
  const isFirst = own.some((phone) => {
    const first = new URLSearchParams(factsOn(phone)?.firstLaunch ?? '');
    const inviter = inviterOf(first.get('start_param'), naive.userId);
    return Number(first.get('auth_date')) === firstAuthDate && inviter === referrer;
  });
  const isLost = account.lostLaunch?.authDate === firstAuthDate && referrer === null;
  if (!isFirst && !isLost && !account.askedToDelete) {
    found.push(
      `${who}: registered at ${firstAuthDate}, invited by ${referrer}: no phone had that first launch`,
    );
  }
  const paid = own.reduce((sum, { paidCheckIns }) => sum + paidCheckIns, 0);
  if (world.restores === 0 && paid > naive.checkInDays.length) {
    found.push(`${who}: ${paid} check-ins were answered as paid, the ledger has ${naive.checkInDays.length}`);
  }
  return found;
}

/** No user appends more than the daily limit, except up to saved heads of a restored server and after a deletion. */
function admissionViolations(world: World, userId: number): string[] {
  const { eventsPerDay } = world;
  if (eventsPerDay === null) return [];
  const days = databaseOf(world, userId).all<{ day: number; count: number }>(
    `SELECT at / 86400000 AS day, count(*) AS count FROM events
     WHERE user_id = ? AND seq > coalesce((SELECT seq FROM saved_heads WHERE user_id = ?), 0)
       AND type NOT IN ('CreditReceived.v1', 'WalletUnlinked.v1', 'DataDeleted.v1')
     GROUP BY day HAVING count(*) > ?`,
    userId,
    userId,
    eventsPerDay,
  );
  return days.map(({ day, count }) => `user ${userId}: appended ${count} events on day ${day}`);
}

/** Deleted data stay deleted, whatever backup the server was restored from. */
function deletionViolations(world: World, naive: NaiveAccount): string[] {
  if (naive.deletions === 0)
    return [`user ${naive.userId}: a deletion was confirmed, and the ledger has none`];
  const older = databaseOf(world, naive.userId).all<{ seq: number }>(
    `SELECT seq FROM calculations WHERE user_id = ? AND inputs IS NOT NULL
       AND seq < (SELECT max(seq) FROM events WHERE user_id = ? AND type = 'DataDeleted.v1')`,
    naive.userId,
    naive.userId,
  );
  return older.map(({ seq }) => `user ${naive.userId}: the inputs of ${seq} are older than the deletion`);
}

function databaseOf({ server }: World, userId: number): Sql {
  const sql = server.database(userId);
  if (sql === null) throw new Error(`There is no ledger of user ${userId}`);
  return sql;
}

function inviterOf(startParameter: string | null, userId: number): number | null {
  const inviter = Number(startParameter);
  return startParameter === null || Number.isNaN(inviter) || inviter === userId ? null : inviter;
}

/** A phone against the ledger. */
async function phoneViolations(
  world: World,
  phone: Phone,
  all: ReadonlyMap<number, NaiveAccount>,
): Promise<string[]> {
  const found: string[] = [];
  const say = (text: string) => found.push(`phone ${phone.name} (user ${phone.account.userId}): ${text}`);
  const firstLaunch = factsOn(phone)?.firstLaunch;
  if (phone.firstLaunch !== null && firstLaunch !== phone.firstLaunch && !phone.account.askedToDelete) {
    say('the first launch data were not stored');
  }
  const naive = all.get(phone.account.userId);
  if (naive === undefined) return [`phone ${phone.name}: its user is not registered`];
  const records = rowsOf<RecordRow>(phone, 'records');
  const outbox = rowsOf<OutboxRow>(phone, 'outbox');
  const isWiped = phone.account.askedToDelete;

  for (const [id, promise] of phone.promised) {
    const { poison } = promise;
    const row = records.get(poisonedId(id, poison));
    if (row === undefined && isWiped) continue;
    if (poison === 'refused' || poison === 'rejected') {
      if (row?.state !== 'not_counted') say(`refused record ${id} is ${row?.state}`);
      continue;
    }
    if (poison === 'crash') {
      if (row?.state !== 'pending') say(`record ${id}, on which the server fails, is ${row?.state}`);
      continue;
    }
    const kept = naive.records.get(id);
    if (kept === undefined) say(`record ${id} was promised and is not in the ledger`);
    else if (kept.calculationType !== promise.calculationType || kept.claimedAt !== promise.occurredAt) {
      say(`record ${id} is in the ledger with other content`);
    }
    if (row === undefined) say(`record ${id} was promised and is not on the phone`);
    else if (row.state !== 'counted') say(`record ${id} is ${row.state} on the phone`);
  }
  for (const row of records.values()) {
    const kept = naive.records.get(row.id);
    if (row.state !== 'counted') continue;
    if (row.awarded !== kept?.award || row.reason !== kept.reason) {
      say(`record ${row.id} shows ${row.reason} and ${row.awarded}, the ledger ${kept?.reason}`);
    }
    if (row.unconfirmed === 1) say(`record ${row.id} was never seen in the ledger`);
  }
  for (const { key } of outbox.values()) {
    if (!key.includes('poison')) say(`${key} is still in the outbox`);
  }
  found.push(...historyViolations(world, phone, records));
  found.push(...(await shownViolations(world, phone, naive)));
  return found;
}

/** Whatever backup the server was restored from, its history has what the phone shows, and nothing that it deleted. */
function historyViolations(world: World, phone: Phone, records: ReadonlyMap<string, RecordRow>): string[] {
  const { userId, askedToDelete } = phone.account;
  const kept = databaseOf(world, userId).all<{ id: string; revision: number }>(
    `SELECT e.event_id AS id, c.revision FROM calculations c
     JOIN events e ON e.user_id = c.user_id AND e.seq = c.seq WHERE c.user_id = ? AND c.shown = 1`,
    userId,
  );
  const history = new Map(kept.map(({ id, revision }) => [id, revision]));
  return [...records.values()].flatMap((row) => {
    const { id, state, deleted, eventOnly, revision } = row;
    if (state !== 'counted' || eventOnly === 1) return [];
    const there = history.get(id);
    if (deleted === 1) {
      return there === undefined
        ? []
        : [`phone ${phone.name}: ${id} is deleted here, and still in the history`];
    }
    // Another phone may have deleted it, or all data.
    if (askedToDelete || !phone.attempted.has(id)) return [];
    if (there === undefined) return [`phone ${phone.name}: ${id} is shown here, and not in the history`];
    return isTaken(phone, row) && there < revision
      ? [`phone ${phone.name}: ${id} has revision ${revision} here, and ${there} in the history`]
      : [];
  });
}

/** Whether the server takes the inputs. */
function isTaken(phone: Phone, { id, inputs }: RecordRow): boolean {
  return phone.attempted.get(id)?.poison === null && JSON.stringify(inputs).length <= MAX_INPUTS_BYTES;
}

/** What the app shows. */
async function shownViolations(world: World, phone: Phone, naive: NaiveAccount): Promise<string[]> {
  const found: string[] = [];
  const say = (text: string) => found.push(`phone ${phone.name} (user ${phone.account.userId}): ${text}`);
  const [app] = phone.apps;
  const device = app?.device ?? null;
  if (app === undefined || device === null) return [`phone ${phone.name}: the app did not open`];
  const sync = device.live.sync.current();
  const isPaused = phone.account.askedToDelete && device.live.isNewUser.current() === true;
  // While the server fails on a record, the app waits and retries forever; the outbox shows that other records
  // were sent.
  const stumbles = sync !== undefined && sync.pending > 0 && ['waiting', 'sending'].includes(sync.phase);
  if (sync?.phase !== 'idle' && !stumbles) say(`the sync is ${sync?.phase}`);
  if (isPaused) return found;
  const profile: DeviceProfile | null | undefined = device.live.profile.current();
  for (const [bucket, expected] of Object.entries(naive.points)) {
    const shown = profile?.points[bucket as keyof DeviceProfile['points']];
    if (shown !== expected) say(`shows ${shown} for ${bucket}, not ${expected}`);
  }
  if (profile?.friends !== naive.friends) say(`shows ${profile?.friends} friends, not ${naive.friends}`);
  const verified = await verify(world, app);
  if (verified?.ok !== true) say(`verification: ${JSON.stringify(verified)}`);
  const restored = factsOn(phone)?.restored ?? [];
  if (world.restores === 0 && restored.length > 0) {
    say('reports a restored server although none was restored');
  }
  // A deletion removes what the phone had seen.
  if (phone.account.askedToDelete) return found;
  if (restored.length === 0 && !hasAgain(world, phone)) {
    say('did not notice that the server was restored');
  }
  return found;
}

/**
 * Whether the server has all events again that the phone had seen and restores removed: new ones can be
 * identical.
 */
function hasAgain(world: World, phone: Phone): boolean {
  const { userId } = phone.account;
  const find = 'SELECT 1 AS found FROM events WHERE user_id = ? AND seq = ? AND hash = ?';
  return (world.takenAway.get(phone) ?? []).every(
    ({ seq, hash }) => databaseOf(world, userId).get(find, userId, seq, hash) !== undefined,
  );
}

async function verify({ time }: World, app: App): Promise<VerifyResult | null> {
  let result: VerifyResult | null = null;
  void app.device?.verify().then((verified) => {
    result = verified;
  });
  await time.runUntil(time.now() + 60_000);
  return result;
}

function rowsOf<Row>(phone: Phone, table: 'records' | 'outbox'): ReadonlyMap<string, Row> {
  return (phone.database.tables.get(table) ?? new Map()) as unknown as ReadonlyMap<string, Row>;
}
