/** The part of the build that writes the operator's name and mark into files which are copied as they are. */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';
import { iconsOf } from './mark-icons.ts';

/** @param mark an SVG in place of that of public/; null for none */
export function operatorFiles(appName: string, mark: string | null): Plugin {
  return {
    name: 'irich:operator-files',
    apply: 'build',
    async writeBundle({ dir = 'dist' }) {
      const manifest = join(dir, 'manifest.webmanifest');
      const { name, ...rest } = JSON.parse(await readFile(manifest, 'utf8'));
      const named = { name: `${appName}: ${name}`, short_name: appName, ...rest };
      await writeFile(manifest, `${JSON.stringify(named, null, 2)}\n`);
      if (mark === null) return;
      await writeFile(join(dir, 'mark.svg'), mark);
      for (const [file, png] of await iconsOf(mark)) await writeFile(join(dir, file), png);
    },
  };
}
