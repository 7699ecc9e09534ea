/** `erase`: "Delete my data" for a user who has asked by mail, here or in a deployment on Cloudflare. */
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import { eraseForOperator } from '../../users/delete-data.ts';
import { CommandStopped, FINE, grouped, type Io, WRONG } from '../command.ts';
import { emptyLog } from './empty-log.ts';
import { deploymentAt, ledgerOn, onDatabase, type Place } from './places.ts';

/**
 * Erases what the user's own tap erases, and prints the rows of each table. Returns 1 where the bytes stay in the write-ahead
 * log. Throws `CommandStopped` for an unknown user.
 */
export async function eraseCommand(io: Io, userId: number, { url, database }: Place): Promise<number> {
  const erasure =
    url === undefined
      ? await onDatabase(io, database, (sql) => eraseHere(sql, io, userId))
      : { ...(await deploymentAt(io, url).eraseUser(userId)), isLogEmpty: true };
  if (!erasure.ok) {
    const reason = REASONS[erasure.error] ?? erasure.error;
    throw new CommandStopped(`Nothing was erased: ${reason}.`, WRONG);
  }
  if (erasure.done === null) {
    io.out(`The data of user ${userId} were erased before. The ledger stays.\n`);
    return FINE;
  }
  const { seq, erased } = erasure.done;
  io.out(`The data of user ${userId} are erased by event ${seq}. The ledger stays.\n`);
  for (const table of Object.keys(erased).toSorted()) {
    io.out(`${table.padEnd(18)} ${grouped(erased[table] ?? 0)}\n`);
  }
  return erasure.isLogEmpty ? FINE : WRONG;
}

const REASONS: Readonly<Partial<Record<string, string>>> = {
  not_registered: 'there is no such user',
  read_only: 'ledgers are being moved',
  ledger_newer: 'the ledger holds events of newer code: update first',
};

async function eraseHere(sql: NodeSqlite, io: Io, userId: number) {
  const ledger = ledgerOn(sql, io);
  const erasure = await eraseForOperator(ledger, userId);
  await ledger.idle();
  return { ...erasure, isLogEmpty: !erasure.ok || (await emptyLog(sql, io)) };
}
