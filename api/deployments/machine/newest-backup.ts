/** The newest good backup of a folder has a second name, a link: commands set it, metrics and the doctor read its age. */
import { existsSync, realpathSync, renameSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';

const NAME = 'newest.sqlite';

/** @param backup a file of the folder that has passed every check. */
export function nameNewestBackup(folder: string, backup: string): void {
  const partial = join(folder, `${NAME}.partial`);
  rmSync(partial, { force: true });
  symlinkSync(backup, partial);
  renameSync(partial, join(folder, NAME));
}

/** The path of the newest good backup, without links; null if there is none. */
export function newestBackup(folder: string): string | null {
  const link = join(folder, NAME);
  return existsSync(link) ? realpathSync(link) : null;
}

/** When the newest good backup was written, UTC milliseconds; null if there is none. */
export function newestBackupAt(folder: string): number | null {
  return statSync(join(folder, NAME), { throwIfNoEntry: false })?.mtimeMs ?? null;
}
