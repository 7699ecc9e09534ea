import { exitWithUsage } from '#api/ops/arguments.ts';

/** A whole number from 0; anything else ends the process with the usage. */
export function countArgument(usage: string, text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : exitWithUsage(usage, `'${text}' is not a count`);
}
