/** Runs a command line of `npm run ledger -- …`. */
import type { SecretFault } from '../../ledger/credit-secret.ts';
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import { DeploymentUnreachable } from '../../transfer/remote.ts';
import { Misunderstood, readArguments } from '../arguments.ts';
import { CommandStopped, type Io, runCommand } from '../command.ts';
import { auditCommand, auditDeploymentCommand } from './audit-commands.ts';
import { backupCommand, datedBackupCommand } from './backup-commands.ts';
import { eraseCommand } from './erase-command.ts';
import { healHeadsCommand, writeHeadsCommand } from './heads-commands.ts';
import { exportAllCommand, importCommand } from './move-commands.ts';
import { personalCommand } from './personal-command.ts';
import { onDatabase } from './places.ts';
import { checkLogCommand, verifyProofCommand } from './proof-commands.ts';
import { checkKeysCommand, makeKeyCommand, rotateKeyCommand } from './proof-key-commands.ts';
import { exportLogCommand, importLogCommand } from './proof-move-commands.ts';
import { exportCommand, showCommand, suspiciousCommand, verifyCommand } from './read-commands.ts';
import { restoreCommand } from './restore-command.ts';
import { statsCommand } from './stats-command.ts';
import {
  correctCommand,
  rebuildCommand,
  secretCommand,
  unlinkWalletCommand,
  vacuumCommand,
} from './write-commands.ts';

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
  personal USER FILE [--from URL]
                             everything that is kept about a user, for one who has asked by mail; never overwrites
  verify FILE                verifies an export; needs no database
  export --all FILE [--from URL]
                             all ledgers, to be moved to another deployment
  import FILE [--to URL]     brings them there; done again it goes on where it was, and writes nothing twice
  stats                      users, points, active users by day, who stayed by week, campaigns
  suspicious                 many referrals in an hour, referrals that never calculate, records that all come back-dated
  correct USER BUCKET AMOUNT --reason TEXT [--id ID]
                             appends a correction, such as: correct 1001 activity -7.5 --reason 'counted twice'
  unlink-wallet USER --reason TEXT [--to URL]
                             lets go of a user's wallet, here or in a deployment on Cloudflare: they may link another then
  erase USER [--to URL]      "Delete my data" for a user who has asked by mail; the ledger stays
  rebuild                    rebuilds the accounts from the events
  backup FILE                copies the database while it is in use; never overwrites
  backup --to FOLDER --keep N
                             the same under the time as its name, beside the heads; removes all but the newest N there
  restore FILE [--heads FILE] [--despite-findings]
                             audits a backup and puts it in the place of the database, whose file is kept; server stopped.
                             Devices may bring back all that the old database and the heads show
  secret show                prints the credit secret, to be set as CREDIT_SECRET
  secret remove              takes it out of the database once CREDIT_SECRET is set, here and for the server
  proof keys NAME FILE [--for-witness]
                             makes a key that signs the log of published totals, or cosigns as a witness
  proof keys rotate OLDFILE NAME NEWFILE [--changes FILE]
                             makes the key that replaces another one, and prints the change, which the old key signs;
                             FILE holds the changes before it
  proof keys check FILE --key VKEY
                             checks that changes lead on from a key, and prints them as PROOF_KEY_CHANGES
  proof export FOLDER [--from URL] [--key VKEY]
                             writes the log as files for any host; done again it adds what is new
  proof import FOLDER|URL [--key VKEY]
                             puts a log into the machine's empty database; the key is that of PROOF_SIGNING_KEY otherwise
  proof verify FILE --key VKEY [--witness VKEY] [--changes FILE|URL]
                             checks a saved proof; needs no database. The changes lead on from a key that was replaced
  proof log check URL|FOLDER --key VKEY [--witness VKEY] [--known FILE]
                             checks a whole log, and that it extends a checkpoint that was kept
  vacuum                     rebuilds the database's file, so that no byte of a deleted row is left in it

URL is where the app of a deployment on Cloudflare is; MOVE_SECRET must be set, there and here, while a
command works with it. Take it away afterwards.`;

const OPTIONS = {
  database: { type: 'string' },
  heads: { type: 'string' },
  reason: { type: 'string' },
  id: { type: 'string' },
  all: { type: 'string' },
  from: { type: 'string' },
  to: { type: 'string' },
  state: { type: 'string' },
  key: { type: 'string', multiple: true },
  witness: { type: 'string', multiple: true },
  known: { type: 'string' },
  changes: { type: 'string' },
  keep: { type: 'string' },
  'despite-findings': { type: 'boolean' },
  'for-witness': { type: 'boolean' },
} as const;

/** Returns the exit code: 0 fine, 1 something is wrong, 2 not understood or not possible. */
export function runLedger(args: readonly string[], io: Io): Promise<number> {
  return runCommand(io, USAGE, async () => {
    try {
      return await runWords(args, io);
    } catch (error) {
      if (!(error instanceof DeploymentUnreachable)) throw error;
      throw new CommandStopped(`${error.message}. Nothing is lost: run the same command again.`);
    }
  });
}

function runWords(args: readonly string[], io: Io): number | Promise<number> {
  const { positionals, values: options } = readArguments({
    args: amountLast(args),
    allowPositionals: true,
    options: OPTIONS,
  });
  const [command, first = '', second = '', third = '', fourth = '', fifth = ''] = positionals;
  const { database, heads, reason, id, all, from, to, state, key, witness, known, changes, keep } = options;
  type Work = (sql: NodeSqlite) => number | Promise<number>;
  const on = (work: Work, tolerated?: readonly SecretFault[]) => onDatabase(io, database, work, tolerated);
  /** For commands that hash nothing. */
  const withoutSecret = (work: Work) => on(work, ['missing']);
  switch (`${command} ${positionals.length}`) {
    case 'audit 1':
      if (from === undefined) return on((sql) => auditCommand(sql, io, { heads, state }));
      if (heads === undefined) return auditDeploymentCommand(io, from, state);
      break;
    case 'export 1':
      if (all !== undefined) return exportAllCommand(io, all, { url: from, database });
      break;
    case 'import 2':
      return importCommand(io, first, { url: to, database });
    case 'heads 3':
      if (first === 'write' && to === undefined)
        return writeHeadsCommand(io, second, { url: from, database });
      if (first === 'heal' && from === undefined) return healHeadsCommand(io, second, { url: to, database });
      break;
    case 'suspicious 1':
      return withoutSecret((sql) => suspiciousCommand(sql, io));
    case 'stats 1':
      return withoutSecret((sql) => statsCommand(sql, io));
    case 'rebuild 1':
      return withoutSecret((sql) => rebuildCommand(sql, io));
    case 'proof 6':
      if (first === 'keys' && second === 'rotate') return rotateKeyCommand(io, third, fourth, fifth, changes);
      break;
    case 'proof 4':
      if (first === 'keys' && second === 'check') return checkKeysCommand(io, third, key);
      if (first === 'keys') return makeKeyCommand(io, second, third, options['for-witness'] === true);
      if (first === 'log' && second === 'check') return checkLogCommand(io, third, { key, witness }, known);
      break;
    case 'proof 3':
      if (first === 'export') return exportLogCommand(io, second, { database, key }, from);
      if (first === 'import') return importLogCommand(io, second, { database, key });
      if (first === 'verify') return verifyProofCommand(io, second, { key, witness }, changes);
      break;
    case 'secret 2':
      if (first === 'show' || first === 'remove')
        return on((sql) => secretCommand(sql, io, first), ['missing', 'wrong']);
      break;
    case 'vacuum 1':
      return withoutSecret((sql) => vacuumCommand(sql, io));
    case 'verify 2':
      return verifyCommand(io, first);
    case 'backup 2':
      return withoutSecret((sql) => backupCommand(sql, io, first));
    case 'backup 1': {
      const count = countOf(keep);
      if (to !== undefined) return withoutSecret((sql) => datedBackupCommand(sql, io, to, count));
      break;
    }
    case 'restore 2':
      return restoreCommand(io, first, {
        database,
        heads,
        despiteFindings: options['despite-findings'] === true,
      });
    case 'show 2':
      return withoutSecret((sql) => showCommand(sql, io, userIdOf(first)));
    case 'export 2':
      return withoutSecret((sql) => exportCommand(sql, io, userIdOf(first)));
    case 'personal 3':
      return personalCommand(io, userIdOf(first), second, { url: from, database });
    case 'correct 4':
      return on((sql) =>
        correctCommand(sql, io, { userId: userIdOf(first), bucket: second, amount: third, reason, id }),
      );
    case 'unlink-wallet 2':
      return unlinkWalletCommand(io, userIdOf(first), reason, { url: to, database });
    case 'erase 2':
      return eraseCommand(io, userIdOf(first), { url: to, database });
  }
  throw new Misunderstood();
}

/** `parseArgs` takes a negative amount, the last word of `correct`, for an option unless it comes after `--`. */
function amountLast(args: readonly string[]): string[] {
  const isNegative = (arg: string) => /^-[\d.]/.test(arg);
  const negative = args.filter(isNegative);
  return negative.length === 0 ? [...args] : [...args.filter((arg) => !isNegative(arg)), '--', ...negative];
}

function countOf(word: string | undefined): number {
  if (word === undefined || !/^[1-9]\d{0,3}$/.test(word))
    throw new Misunderstood('--keep is a number from 1 to 9999');
  return Number(word);
}

function userIdOf(word: string): number {
  const userId = /^[1-9]\d{0,15}$/.test(word) ? Number(word) : Number.NaN;
  if (!Number.isSafeInteger(userId)) throw new Misunderstood();
  return userId;
}
