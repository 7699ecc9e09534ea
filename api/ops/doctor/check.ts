/** A check looks at one subject of a deployment and says what is wrong there. A new one is a function, and a line in `run.ts`. */
import type { Config } from '../../config.ts';
import type { System } from './system.ts';

/** - `error`: the server does not start, or users lose something. - `warning`: a risk. - `note`: what cannot be looked at. */
export type Severity = 'error' | 'warning' | 'note';

export interface Finding {
  readonly severity: Severity;
  /** The variable or the thing it is about. */
  readonly about: string;
  /** What is wrong and what to do, in one line. Never a secret. */
  readonly text: string;
}

export interface Subject {
  readonly deployment: 'machine' | 'Cloudflare';
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The file that the variables are from; null for the environment. */
  readonly envFile: string | null;
  /** Null if a variable is faulty, and on Cloudflare. */
  readonly config: Config | null;
  /** The folder that relative paths start from. */
  readonly root: string;
  /** The folder of backups; null if none was named. */
  readonly backups: string | null;
  /** Milliseconds. */
  readonly now: number;
  readonly system: System;
}

export type Check = (subject: Subject) => readonly Finding[] | Promise<readonly Finding[]>;

export const error = (about: string, text: string): Finding => ({ severity: 'error', about, text });
export const warning = (about: string, text: string): Finding => ({ severity: 'warning', about, text });
export const note = (about: string, text: string): Finding => ({ severity: 'note', about, text });

/** The value of a variable without the space around it; empty where it is not set. */
export function settingOf({ env }: Pick<Subject, 'env'>, name: string): string {
  return env[name]?.trim() ?? '';
}

/** Findings are in the order of their severity, otherwise as they were found. */
export function bySeverity(findings: readonly Finding[]): Finding[] {
  const order: readonly Severity[] = ['error', 'warning', 'note'];
  return findings.toSorted((one, two) => order.indexOf(one.severity) - order.indexOf(two.severity));
}
