/** Makes bundles by the operator's command, in a folder outside of the checkout. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ROOT } from '#tests/api/server/support.ts';
import { runProcess } from '#tests/support/run-process.ts';

/** The built app of the stage. */
const BUILT = resolve(process.env['IRICH_DIST'] ?? 'dist');

export interface Scratch {
  readonly path: string;
  remove(): void;
}

export function makeScratch(): Scratch {
  const path = mkdtempSync(join(tmpdir(), 'irich-bundle-'));
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) };
}

/** @param dist a built app, by default that of the stage. */
export function bundleInto(out: string, dist = BUILT): Promise<{ code: number; output: string }> {
  const command = [process.execPath, 'api/ops/bundle.ts', '--out', out, '--dist', dist];
  return runProcess(command, { cwd: ROOT, limitMs: 60_000 });
}

/** Throws what the command says where it fails. */
export async function makeBundle(out: string): Promise<void> {
  const { code, output } = await bundleInto(out);
  if (code !== 0) throw new Error(output);
}
