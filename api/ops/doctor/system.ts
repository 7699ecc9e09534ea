/** What a check asks of the system, so that a test can answer in its place. */
import { statfsSync, statSync } from 'node:fs';

export interface System {
  /** Such as `24.21.0`. */
  readonly nodeVersion: string;
  /** Null where the system has no users. */
  readonly uid: number | null;
  /** The type of a folder's file system, as `statfs` numbers it. */
  fileSystem(folder: string): number;
  freeBytes(folder: string): number;
  /** The disk of a file or folder. */
  device(path: string): number;
}

export const HERE: System = {
  nodeVersion: process.versions.node,
  uid: process.getuid?.() ?? null,
  fileSystem: (folder) => statfsSync(folder).type,
  freeBytes(folder) {
    const { bavail, bsize } = statfsSync(folder);
    return bavail * bsize;
  },
  device: (path) => statSync(path).dev,
};
