/** All that the server itself would refuse to start with, and the Node that runs it. */
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readConfig } from '../../../config.ts';
import { error, type Finding, type Subject, warning } from '../check.ts';

/** Each fault of a variable. */
export function faultyVariables({ env, deployment }: Subject): Finding[] {
  if (deployment !== 'machine') return [];
  const read = readConfig(env);
  return read.ok ? [] : read.faults.map(findingOf);
}

/** @param fault begins with the name of the variable. */
export function findingOf(fault: string): Finding {
  const end = fault.indexOf(': ');
  return error(fault.slice(0, end), fault.slice(end + 2));
}

/** The major version that runs everything. */
export function nodeVersion({ root, system, deployment }: Subject): Finding[] {
  if (deployment !== 'machine') return [];
  const wanted = majorOf(readFileSync(join(root, '.node-version'), 'utf8'));
  return majorOf(system.nodeVersion) >= wanted
    ? []
    : [
        error(
          'Node',
          `is ${system.nodeVersion}, and the server needs ${wanted}: install it as /usr/bin/node.`,
        ),
      ];
}

const majorOf = (version: string) => Number.parseInt(version, 10);

/** The file of variables holds secrets. */
export function readableVariables({ envFile }: Subject): Finding[] {
  if (envFile === null || (statSync(envFile).mode & 0o077) === 0) return [];
  return [warning(envFile, 'can be read by other users and holds secrets: chmod 600 it.')];
}
