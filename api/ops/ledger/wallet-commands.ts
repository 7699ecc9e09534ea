/** `unlink-wallet`: on this machine, or with the move secret in the deployment at a URL. */
import { type Unlinked, unlinkWallet } from '../../wallet/unlink.ts';
import { ledgerOn, openDatabase } from './database.ts';
import { FINE, type Io, UNUSABLE, WRONG } from './io.ts';
import { type Place, unlessUnreachable } from './place.ts';
import { deploymentAt } from './remote.ts';

/** Unlinks a user's wallet, with a reason that stays in the ledger. */
export async function unlinkWalletCommand(
  io: Io,
  userId: number,
  asked: Place & { readonly reason: string | undefined },
): Promise<number> {
  const { reason, url } = asked;
  if (reason === undefined) {
    io.err('Unlinking needs --reason. It stays in the ledger for ever: keep names out of it.\n');
    return UNUSABLE;
  }
  if (url === undefined) return unlinkHere(io, userId, reason, asked.database);
  const deployment = deploymentAt(io, url);
  if (deployment === null) return UNUSABLE;
  return unlessUnreachable(io, async () => report(io, userId, await deployment.unlinkWallet(userId, reason)));
}

async function unlinkHere(
  io: Io,
  userId: number,
  reason: string,
  database: string | undefined,
): Promise<number> {
  const sql = openDatabase(io, database);
  if (sql === null) return UNUSABLE;
  try {
    const ledger = ledgerOn(sql, io);
    const unlinked = await unlinkWallet(ledger, userId, reason);
    await ledger.idle();
    return report(io, userId, unlinked);
  } finally {
    sql.close();
  }
}

function report(io: Io, userId: number, unlinked: Unlinked): number {
  if (unlinked.ok) {
    const when = unlinked.isRepeated ? 'was already unlinked' : 'is unlinked';
    io.out(`The wallet of user ${userId} ${when} by event ${unlinked.seq}.\n`);
    return FINE;
  }
  io.err(`Nothing was written: ${REFUSALS[unlinked.error] ?? unlinked.error}.\n`);
  return WRONG;
}

const REFUSALS: Readonly<Partial<Record<string, string>>> = {
  not_registered: 'there is no such user',
  no_wallet: 'no wallet is linked to this user',
  bad_reason: 'the reason is empty or over 500 characters',
  read_only: 'ledgers are being moved',
};
