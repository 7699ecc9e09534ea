/** The folder of dated backups, where `--backups` names one. */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { error, type Finding, type Subject, settingOf, warning } from '../check.ts';

const ABOUT = 'Backups';
/** As `ledger backup --to` names them, by their time. */
const DATED = /^irich-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z\.sqlite$/;
const OLD_MS = 2 * 86_400_000;

export function recentBackup({ backups, now, deployment }: Subject): Finding[] {
  if (backups === null || deployment !== 'machine') return [];
  if (!isFolder(backups)) return [error(ABOUT, `are in no folder: there is no ${backups}.`)];
  const newest = readdirSync(backups)
    .filter((name) => DATED.test(name))
    .sort()
    .at(-1);
  const how = 'Start irich-backup.timer, and read `journalctl -u irich-backup`.';
  if (newest === undefined) return [error(ABOUT, `There is none in ${backups}. ${how}`)];
  const at = Date.parse(newest.replace(DATED, '$1-$2-$3T$4:$5:$6Z'));
  return [
    // A name that is no time is no backup of this command.
    ...(at > now - OLD_MS ? [] : [error(ABOUT, `The newest is older than two days: ${newest}. ${how}`)]),
    ...(existsSync(join(backups, newest.replace(/\.sqlite$/, '.heads')))
      ? []
      : [
          warning(
            ABOUT,
            `The heads beside ${newest} are missing: without them no restore sees a cut ledger.`,
          ),
        ]),
  ];
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
