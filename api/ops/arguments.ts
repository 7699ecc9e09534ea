/** Command lines, read by Node's `parseArgs`: a fault is one line of text instead of a stack trace. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

type Parsed<Config extends ParseArgsConfig> = ReturnType<typeof parseArgs<Config>>;

export type ReadArguments<Config extends ParseArgsConfig> =
  | ({ readonly ok: true } & Parsed<Config>)
  | { readonly ok: false; readonly fault: string };

/** Options and plain words of a command line, or which option is unknown or lacks its value. */
export function readArguments<const Config extends ParseArgsConfig>(config: Config): ReadArguments<Config> {
  try {
    return { ok: true, ...parseArgs(config) };
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error)) throw error;
    // Node's message goes on with advice that is longer than the fault.
    return { ok: false, fault: error.message.split(/\. |\.?\n/, 1)[0] ?? '' };
  }
}

/** The same for a script of its own: a fault ends the process with the usage. */
export function scriptArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): Parsed<Config> {
  const read = readArguments(config);
  return read.ok ? read : exitWithUsage(usage, read.fault);
}

/** A whole number from 0; anything else ends the process with the usage. */
export function countArgument(usage: string, text: string): number {
  return /^\d{1,15}$/.test(text) ? Number(text) : exitWithUsage(usage, `'${text}' is not a count`);
}

export function exitWithUsage(usage: string, fault?: string): never {
  process.stderr.write(`${fault === undefined ? '' : `${fault}. `}Usage: ${usage}\n`);
  process.exit(2);
}
