/** The folder of dated backups, where `--backups` names one. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { newestBackup } from '../../../deployments/machine/newest-backup.ts';
import { headsBeside } from '../../ledger/backup-commands.ts';
import { error, type Finding, type Subject, settingOf, warning } from '../check.ts';

const ABOUT = 'Backups';
/** As `ledger backup --to` names them, by their time. */
const DATED = /^irich-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite$/;
const OLD_MS = 2 * 86_400_000;

/** Judges the newest good one, which a restore takes. */
export function recentBackup(subject: Subject): Finding[] {
  const { backups, now, deployment } = subject;
  if (backups === null || deployment !== 'machine') return [];
  if (!isFolder(backups)) return [error(ABOUT, `are in no folder: there is no ${backups}.`)];
  const dated = readdirSync(backups)
    .filter((name) => DATED.test(name))
    .sort();
  const last = dated.at(-1);
  const good = newestBackup(backups);
  // Before the first start there is nothing to back up.
  if (last === undefined && !existsSync(settingOf(subject, 'DATABASE_PATH'))) return [];
  const how = 'Start irich-backup.timer, and read `journalctl -u irich-backup`.';
  if (good === null)
    return [
      last === undefined
        ? error(ABOUT, `There is none in ${backups}. ${how}`)
        : error(ABOUT, `None of them has passed its checks: there is no newest.sqlite. ${how}`),
    ];
  const name = basename(good);
  const at = writtenAt(good);
  return [
    // A name that is no time is no backup of this command.
    ...(at > now - OLD_MS
      ? []
      : [error(ABOUT, `The newest good one is older than two days: ${name}. ${how}`)]),
    ...(last !== undefined && timeOf(last) > at
      ? [warning(ABOUT, `${last} is newer than the newest good one, ${name}, and failed its checks. ${how}`)]
      : []),
    ...(existsSync(headsBeside(good))
      ? []
      : [warning(ABOUT, `The heads beside ${name} are missing: without them no restore sees a cut ledger.`)]),
  ];
}

/** By its name; a copy without the link has none that says it. Milliseconds, NaN for a name that is no time. */
function writtenAt(path: string): number {
  const name = basename(path);
  return DATED.test(name) ? timeOf(name) : statSync(path).mtimeMs;
}

function timeOf(name: string): number {
  return Date.parse(name.replace(DATED, '$1-$2-$3T$4:$5:$6Z'));
}

/** A disk that fails takes both. */
export function backupDisk(subject: Subject): Finding[] {
  const { backups, system, deployment } = subject;
  const path = settingOf(subject, 'DATABASE_PATH');
  if (backups === null || deployment !== 'machine' || path === '' || !isFolder(backups)) return [];
  const folder = dirname(resolve(path));
  return existsSync(folder) && system.device(folder) === system.device(backups)
    ? [warning(ABOUT, 'are on the disk of the database: copy them to another machine each day.')]
    : [];
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
