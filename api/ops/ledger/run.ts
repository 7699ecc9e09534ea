/** Runs a command line of `npm run ledger -- …`. */
import type { SecretFault } from '../../ledger/credit-secret.ts';
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import { readArguments } from '../arguments.ts';
import { auditCommand, auditDeploymentCommand } from './audit-commands.ts';
import { suspiciousCommand, verifyCommand } from './check-commands.ts';
import { openDatabase } from './database.ts';
import { exportAllCommand } from './export-all-command.ts';
import { healDeploymentHeads, healHeads, writeDeploymentHeads, writeHeads } from './heads-commands.ts';
import { importCommand } from './import-command.ts';
import { type Io, systemCode, UNUSABLE, WRONG } from './io.ts';
import { unlinkWalletCommand } from './wallet-commands.ts';
import {
  backupCommand,
  correctCommand,
  exportCommand,
  rebuildCommand,
  secretCommand,
  showCommand,
  vacuumCommand,
} from './work-commands.ts';

const USAGE = `npm run ledger -- COMMAND [--database FILE]    (or DATABASE_PATH, else .data/irich.sqlite)

  audit [--heads FILE] [--state FILE]
                             checks everything; exit 1 and the first of each kind where something is wrong;
                             with --state one that was stopped goes on where it was
  audit --from URL [--state FILE]
                             the same of a deployment on Cloudflare
  heads write FILE [--from URL]
                             saves the head of every ledger to a new file, to be kept off this machine
  heads heal FILE [--to URL]
                             after a restore: devices may bring back all that these heads show, however much it is in a day
  show USER                  what a user has, and the newest events
  export USER > FILE         one ledger, to be verified by anyone
  verify FILE                verifies an export; needs no database
  export --all FILE [--from URL]
                             all ledgers, to be moved to another deployment
  import FILE [--to URL]     brings them there; done again it goes on where it was, and writes nothing twice
  suspicious                 many referrals in an hour, referrals that never calculate, records that all come back-dated
  correct USER BUCKET AMOUNT --reason TEXT [--id ID]
                             appends a correction, such as: correct 1001 activity -7.5 --reason 'counted twice'
  unlink-wallet USER --reason TEXT [--to URL]
                             lets go of a user's wallet, here or in a deployment on Cloudflare: they may link another then
  rebuild                    rebuilds the accounts from the events
  backup FILE                copies the database while it is in use; never overwrites
  secret show                prints the credit secret, to be set as CREDIT_SECRET
  secret remove              takes it out of the database once CREDIT_SECRET is set, here and for the server
  vacuum                     rebuilds the database's file, so that no byte of a deleted row is left in it

URL is where the app of a deployment on Cloudflare is; MOVE_SECRET must be set, there and here.
`;

const OPTIONS = {
  database: { type: 'string' },
  heads: { type: 'string' },
  reason: { type: 'string' },
  id: { type: 'string' },
  all: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  state: { type: 'string' },
} as const;

/** Returns the exit code: 0 fine, 1 something is wrong, 2 not understood or not possible. */
export async function runLedger(args: readonly string[], io: Io): Promise<number> {
  try {
    return await runCommand(args, io);
  } catch (error) {
    const code = systemCode(error);
    if (code === null) throw error;
    const { message } = error as Error;
    io.err(`${code.startsWith('SQLITE_CORRUPT') ? 'The database file is damaged: ' : ''}${message}.\n`);
    return code.startsWith('SQLITE_CORRUPT') ? WRONG : UNUSABLE;
  }
}

async function runCommand(args: readonly string[], io: Io): Promise<number> {
  const read = readArguments({ args: amountLast(args), allowPositionals: true, options: OPTIONS });
  if (!read.ok) return misunderstood(io, `\n${read.fault}.\n`);
  const { positionals: words, values: options } = read;
  const [command, first, second, third] = words;
  const on = async (
    work: (sql: NodeSqlite) => number | Promise<number>,
    tolerated: readonly SecretFault[] = [],
  ): Promise<number> => {
    const sql = openDatabase(io, options.database, tolerated);
    if (sql === null) return UNUSABLE;
    try {
      return await work(sql);
    } finally {
      sql.close();
    }
  };
  /** For commands that hash nothing. */
  const withoutSecret = (work: (sql: NodeSqlite) => number | Promise<number>) => on(work, ['missing']);
  switch (`${command} ${words.length}`) {
    case 'audit 1': {
      const { heads, from, state } = options;
      if (from !== undefined)
        return heads === undefined ? auditDeploymentCommand(io, from, state) : misunderstood(io);
      return on((sql) => auditCommand(sql, io, { heads, state }));
    }
    case 'export 1': {
      const path = options.all;
      if (path === undefined) return misunderstood(io);
      return exportAllCommand(io, path, { url: options.from, database: options.database });
    }
    case 'import 2':
      return importCommand(io, first ?? '', { url: options.to, database: options.database });
    case 'heads 3': {
      const { from, to } = options;
      if (second === undefined || (first === 'write' ? to : from) !== undefined) return misunderstood(io);
      if (first === 'write') {
        return from === undefined
          ? withoutSecret((sql) => writeHeads(sql, io, second))
          : writeDeploymentHeads(io, second, from);
      }
      if (first !== 'heal') return misunderstood(io);
      return to === undefined
        ? withoutSecret((sql) => healHeads(sql, io, second))
        : healDeploymentHeads(io, second, to);
    }
    case 'suspicious 1':
      return withoutSecret((sql) => suspiciousCommand(sql, io));
    case 'rebuild 1':
      return withoutSecret((sql) => rebuildCommand(sql, io));
    case 'secret 2':
      if (first !== 'show' && first !== 'remove') return misunderstood(io);
      return on((sql) => secretCommand(sql, io, first), ['missing', 'wrong']);
    case 'vacuum 1':
      return withoutSecret((sql) => vacuumCommand(sql, io));
    case 'verify 2':
      return verifyCommand(io, first ?? '');
    case 'backup 2':
      return withoutSecret((sql) => backupCommand(sql, io, first ?? ''));
  }
  const userId = readUser(first);
  if (userId === null) return misunderstood(io);
  switch (`${command} ${words.length}`) {
    case 'show 2':
      return withoutSecret((sql) => showCommand(sql, io, userId));
    case 'export 2':
      return withoutSecret((sql) => exportCommand(sql, io, userId));
    case 'correct 4':
      return on((sql) =>
        correctCommand(sql, io, {
          userId,
          bucket: second ?? '',
          amount: third ?? '',
          reason: options.reason,
          id: options.id,
        }),
      );
  }
  if (`${command} ${words.length}` === 'unlink-wallet 2') {
    return unlinkWalletCommand(io, userId, {
      reason: options.reason,
      url: options.to,
      database: options.database,
    });
  }
  return misunderstood(io);
}

/** `parseArgs` takes a negative amount, the last word of `correct`, for an option unless it comes after `--`. */
function amountLast(args: readonly string[]): string[] {
  const isNegative = (arg: string) => /^-[\d.]/.test(arg);
  const negative = args.filter(isNegative);
  return negative.length === 0 ? [...args] : [...args.filter((arg) => !isNegative(arg)), '--', ...negative];
}

function readUser(word: string | undefined): number | null {
  const userId = /^[1-9]\d{0,15}$/.test(word ?? '') ? Number(word) : Number.NaN;
  return Number.isSafeInteger(userId) ? userId : null;
}

function misunderstood(io: Io, fault = ''): number {
  io.err(`${USAGE}${fault}`);
  return UNUSABLE;
}
