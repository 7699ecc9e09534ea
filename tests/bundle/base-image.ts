/** A base image made on the spot, for machines that reach no registry: Node with the libraries that it loads, and nothing else. */
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Podman } from '#tests/support/podman.ts';

/** @param folder an empty one, for its files */
export async function makeBaseImage(podman: Podman, folder: string, name: string): Promise<void> {
  const libraries = execFileSync('ldd', [process.execPath], { encoding: 'utf8' }).match(/\/\S+/g) ?? [];
  for (const file of libraries) place(file, join(folder, file));
  place(process.execPath, join(folder, 'usr/local/bin/node'));
  const file = `${folder}.containerfile`;
  writeFileSync(file, 'FROM scratch\nCOPY . /\n');
  await podman.do('build', '--isolation=chroot', '--layers=false', '--file', file, '--tag', name, folder);
}

function place(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true });
  copyFileSync(from, to);
}
