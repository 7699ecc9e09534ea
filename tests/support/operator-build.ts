/** A build of the app for another operator than the example, in a folder of its own. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { PIN_VARIABLES } from '#tests/support/proof/test-keys.ts';
import { runProcess } from '#tests/support/run-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface OperatorBuild {
  /** Of the process that builds. */
  readonly code: number;
  readonly output: string;
  readonly dist: string;
  remove(): void;
}

export interface OperatorOptions {
  /** The file's content; without it there is no file. */
  readonly file?: unknown;
  /** Files beside it. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly appName?: string;
}

export async function buildFor({ file, beside = {}, appName = '' }: OperatorOptions): Promise<OperatorBuild> {
  const folder = mkdtempSync(join(tmpdir(), 'irich-operator-'));
  const [path, dist] = [join(folder, 'operator.json'), join(folder, 'dist')];
  for (const [name, text] of Object.entries(beside)) writeFileSync(join(folder, name), text);
  if (file !== undefined) writeFileSync(path, JSON.stringify(file));
  const env = { ...PIN_VARIABLES, OPERATOR_FILE: file === undefined ? '' : path, APP_NAME: appName };
  const ended = await runProcess([process.execPath, 'api/ops/build.ts', '--out', dist], {
    cwd: ROOT,
    limitMs: 180_000,
    env,
  });
  return { ...ended, dist, remove: () => rmSync(folder, { recursive: true, force: true }) };
}
