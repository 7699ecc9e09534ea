/** What a build takes from the operator: the name of the app, and the file that `OPERATOR_FILE` names. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Operator, readOperator } from '#core/operator.ts';
import { APP_NAME } from '../config/app-name.ts';
import { readTable } from '../config/table.ts';
import { markFaults } from './mark-icons.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));

/** The operator of the demo and of tests. */
export const EXAMPLE_FILE = fileURLToPath(new URL('operator.example.json', import.meta.url));

export type ReadBuild =
  | {
      readonly ok: true;
      readonly appName: string;
      readonly links: Omit<Operator, 'mark'>;
      /** The SVG of the operator's own mark; null for that of public/. */
      readonly mark: string | null;
    }
  /** One line per fault. */
  | { readonly ok: false; readonly faults: readonly string[] };

/** A relative path in the environment stands from the checkout, that of the mark from its file. */
export function readForBuild(env: NodeJS.ProcessEnv): ReadBuild {
  const faults: string[] = [];
  const appName = readTable(APP_NAME, env, faults)?.appName ?? '';
  const file = env['OPERATOR_FILE']?.trim() ?? '';
  const { mark: path, ...links } = file === '' ? {} : readFile(file, faults);
  const mark = path === undefined ? null : readMark(path, file, faults);
  return faults.length > 0 ? { ok: false, faults } : { ok: true, appName, links, mark };
}

/** One text for the same operator; empty where the build is that without any. */
export function operatorDigest(env: NodeJS.ProcessEnv): string {
  const own = JSON.stringify(readForBuild(env));
  return own === JSON.stringify(readForBuild({})) ? '' : createHash('sha256').update(own).digest('hex');
}

function readFile(path: string, faults: string[]): Operator {
  const json = readText(resolve(ROOT, path));
  if ('code' in json) {
    faults.push(`OPERATOR_FILE: ${path} cannot be read (${json.code})`);
    return {};
  }
  const read = readOperator(json.text);
  if (read.ok) return read.operator;
  faults.push(...read.faults.map((fault) => `${path}: ${fault}`));
  return {};
}

function readMark(path: string, file: string, faults: string[]): string | null {
  const svg = readText(resolve(dirname(resolve(ROOT, file)), path));
  const found = 'code' in svg ? [`${path} cannot be read (${svg.code})`] : markFaults(svg.text);
  faults.push(...found.map((fault) => `${file}: mark: ${fault}`));
  return 'code' in svg ? null : svg.text;
}

function readText(path: string): { readonly text: string } | { readonly code: string | undefined } {
  try {
    return { text: readFileSync(path, 'utf8') };
  } catch (error) {
    return { code: (error as NodeJS.ErrnoException).code };
  }
}
