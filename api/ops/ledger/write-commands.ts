/** Commands that write: `correct`, `unlink-wallet`, `rebuild`, `secret`, `vacuum`. */
import { randomUUID } from 'node:crypto';
import { BUCKETS } from '#core/points/events.ts';
import { isBucket } from '#core/points/facts.ts';
import { pointsFromWire, pointsToWire } from '#core/points/format.ts';
import { totalOf } from '#core/points/levels.ts';
import {
  creditSecret,
  isSecretElsewhere,
  isServerGivenSecret,
  removeStoredSecret,
  secretFaultText,
  storedSecret,
} from '../../ledger/credit-secret.ts';
import { rebuild } from '../../ledger/rebuild.ts';
import type { Executed } from '../../ledger/types.ts';
import { sha256 } from '../../runtime/hashing.ts';
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import { takeServeLock } from '../../runtime/sqlite/serve-lock.ts';
import { requestVacuum, vacuum } from '../../vacuum.ts';
import { unlinkWallet } from '../../wallet/unlink.ts';
import { CommandStopped, FINE, grouped, type Io, startProgress, WRONG } from '../command.ts';
import { emptyLog } from './empty-log.ts';
import { deploymentAt, ledgerOn, onDatabase, type Place } from './places.ts';

export interface CorrectArguments {
  readonly userId: number;
  readonly bucket: string;
  /** Points as a decimal, such as `-7.5`. */
  readonly amount: string;
  readonly reason: string | undefined;
  /** Makes a correction safe to repeat; generated if absent. */
  readonly id: string | undefined;
}

/** Appends a correction, with the credits that it gives or takes back. */
export async function correctCommand(sql: NodeSqlite, io: Io, asked: CorrectArguments): Promise<number> {
  const { userId, bucket, reason, id: correctionId = randomUUID() } = asked;
  const amount = pointsFromWire(asked.amount.replace(/^\+/, ''));
  if (!isBucket(bucket)) throw new CommandStopped(`The bucket is one of ${BUCKETS.join(', ')}.`);
  if (amount === null) throw new CommandStopped('The amount is a number of points, such as 7.5 or -10.');
  if (reason === undefined) throw new CommandStopped(`A correction ${NEEDS_REASON}`);
  if (!/^[A-Za-z0-9_-]{1,80}$/.test(correctionId))
    throw new CommandStopped('The id is 1 to 80 letters, digits, _ or -.');
  const ledger = ledgerOn(sql, io);
  const answer = await ledger.transact<Executed>((writer) =>
    writer.execute(userId, { type: 'correct', correctionId, bucket, amount, reason }),
  );
  await ledger.idle();
  if (!answer.ok) throw refused('Nothing was written', answer.error.type);
  const executed = answer.value;
  if (!executed.ok) throw refused('Refused', executed.error.type);
  const event = executed.duplicateOf ?? executed.events[0];
  const again = executed.duplicateOf === undefined ? '' : ' It was already written, and not again.';
  io.out(
    `Correction ${correctionId} is event ${event?.seq} of user ${userId}.${again}` +
      ` The total is ${pointsToWire(totalOf(executed.state.points))}.\n`,
  );
  return FINE;
}

/** Unlinks a user's wallet, here or in the deployment at a URL, with a reason that stays in the ledger. */
export async function unlinkWalletCommand(
  io: Io,
  userId: number,
  reason: string | undefined,
  { url, database }: Place,
): Promise<number> {
  if (reason === undefined) throw new CommandStopped(`Unlinking ${NEEDS_REASON}`);
  const unlinked =
    url === undefined
      ? await onDatabase(io, database, async (sql) => {
          const ledger = ledgerOn(sql, io);
          const answer = await unlinkWallet(ledger, userId, reason);
          await ledger.idle();
          return answer;
        })
      : await deploymentAt(io, url).unlinkWallet(userId, reason);
  if (!unlinked.ok) throw refused('Nothing was written', unlinked.error);
  const when = unlinked.isRepeated ? 'was already unlinked' : 'is unlinked';
  io.out(`The wallet of user ${userId} ${when} by event ${unlinked.seq}.\n`);
  return FINE;
}

const NEEDS_REASON = 'needs --reason. It stays in the ledger for ever: keep names out of it.';

function refused(outcome: string, reason: string): CommandStopped {
  return new CommandStopped(`${outcome}: ${REASONS[reason] ?? reason}.`, WRONG);
}

const REASONS: Readonly<Partial<Record<string, string>>> = {
  not_registered: 'there is no such user',
  bad_amount: 'the amount is zero, has more than two decimals, or would take the bucket below zero',
  bad_reason: 'the reason is empty or over 500 characters',
  conflict: 'another correction has that id',
  no_wallet: 'no wallet is linked to this user',
  read_only: 'ledgers are being moved',
  ledger_newer: 'the ledger holds events of newer code: update first',
};

/** Rebuilds the accounts from events, in short writes. */
export function rebuildCommand(sql: NodeSqlite, io: Io): number {
  const progress = startProgress(io);
  let last = { events: 0, users: 0, changed: 0, removed: 0, skipped: 0 };
  for (const done of rebuild(sql)) {
    last = done;
    progress.step(() => `${grouped(done.events)} events folded, ${grouped(done.users)} accounts written`);
  }
  progress.end();
  const { events, users, changed, removed, skipped } = last;
  io.out(`${grouped(users)} accounts rebuilt from ${grouped(events)} events: `);
  io.out(`${grouped(changed)} were missing or wrong, ${grouped(removed)} had no events.\n`);
  if (skipped > 0)
    io.out(`${grouped(skipped)} hold events that this code does not know; they were left unchanged.\n`);
  return skipped === 0 ? FINE : WRONG;
}

/**
 * `secret show` prints the value for CREDIT_SECRET; `secret remove` deletes it from the database once that variable is
 * set.
 */
export async function secretCommand(sql: NodeSqlite, io: Io, verb: 'show' | 'remove'): Promise<number> {
  if (isSecretElsewhere(sql))
    throw new CommandStopped('The database does not hold the secret: only CREDIT_SECRET does.', WRONG);
  const set = io.env['CREDIT_SECRET']?.trim() ?? '';
  // If the database holds no secret while CREDIT_SECRET is set, do not invent another one.
  if (set !== '' && storedSecret(sql) === null) throw new CommandStopped(`${secretFaultText('wrong')}.`);
  const secret = creditSecret(sql);
  if (verb === 'show') {
    io.out(`${secret}\n`);
    return FINE;
  }
  if (set !== secret) {
    throw new CommandStopped(
      `Nothing was removed: CREDIT_SECRET is ${set === '' ? 'not set here' : 'not the secret in the database'}.` +
        ' Set it to the output of `secret show`, here and for the server, restart the server, then try again.',
    );
  }
  const lock = takeServeLock(sql.path);
  if (!lock.ok && !isServerGivenSecret(sql)) {
    throw new CommandStopped(
      'Nothing was removed: the running server started without CREDIT_SECRET. Set it there and restart it.',
    );
  }
  removeStoredSecret(sql, sha256);
  if (lock.ok) lock.release();
  requestVacuum(sql);
  io.out('The secret is removed. Later backups do not hold it.\n');
  return (await emptyLog(sql, io)) ? FINE : WRONG;
}

/**
 * Rebuilds the file without the bytes of deleted rows; returns 1 where its log still holds them. A running server answers 503
 * to writes in the meantime.
 */
export async function vacuumCommand(sql: NodeSqlite, io: Io): Promise<number> {
  vacuum(sql);
  if (!(await emptyLog(sql, io))) return WRONG;
  io.out('The database no longer holds bytes of deleted rows.\n');
  return FINE;
}
