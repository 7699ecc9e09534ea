/** A temporary folder for one benchmark, and a check of the free disk before it is filled. */
import { mkdtemp, rm, statfs } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Throws before any write if the disk has less than `gigabytes` free. */
export async function withScratch<T>(gigabytes: number, work: (folder: string) => Promise<T>): Promise<T> {
  const disk = await statfs(tmpdir());
  const free = (disk.bavail * disk.bsize) / 2 ** 30;
  if (free < gigabytes) {
    throw new Error(
      `needs ${gigabytes} GB in ${tmpdir()}, ${free.toFixed(1)} are free (try --small, or set TMPDIR)`,
    );
  }
  const folder = await mkdtemp(join(tmpdir(), 'irich-bench-'));
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
