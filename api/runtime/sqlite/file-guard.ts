/**
 * Notices that a database file was deleted or replaced while it is open: later writes would go into a file without a name.
 * Compares the device and inode behind the path with those at opening.
 */
import { existsSync, realpathSync, statSync } from 'node:fs';

export interface FileGuard {
  /** Null while the path names the opened file. */
  fault(): 'gone' | 'replaced' | null;
}

interface Identity {
  readonly dev: number;
  readonly ino: number;
}

/** Guards a newly opened database, and its write-ahead log as soon as there is one. */
export function guardFile(path: string): FileGuard {
  const file = existsSync(path) ? realpathSync(path) : path;
  const log = `${file}-wal`;
  const opened = identityOf(file);
  let openedLog = identityOf(log);
  return {
    fault() {
      const fault = compare(opened, identityOf(path));
      if (fault !== null) return fault;
      const nowLog = identityOf(log);
      if (openedLog !== null) return compare(openedLog, nowLog);
      openedLog = nowLog;
      return null;
    },
  };
}

function compare(opened: Identity | null, now: Identity | null): 'gone' | 'replaced' | null {
  if (now === null) return 'gone';
  return opened?.dev === now.dev && opened.ino === now.ino ? null : 'replaced';
}

function identityOf(path: string): Identity | null {
  return statSync(path, { throwIfNoEntry: false }) ?? null;
}
