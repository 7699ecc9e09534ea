/** Command lines, read by Node's `parseArgs`: a fault is one line of text instead of a stack trace. */
import { type ParseArgsConfig, parseArgs } from 'node:util';

type Parsed<Config extends ParseArgsConfig> = ReturnType<typeof parseArgs<Config>>;

/** The command line is not one of the usage. The message names the fault; empty where the usage says enough. */
export class Misunderstood extends Error {
  override readonly name = 'Misunderstood';
}

/** Options and plain words of a command line. Throws `Misunderstood`. */
export function readArguments<const Config extends ParseArgsConfig>(config: Config): Parsed<Config> {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!(error instanceof TypeError && 'code' in error)) throw error;
    // Node's message goes on with advice that is longer than the fault.
    throw new Misunderstood(error.message.split(/\. |\.?\n/, 1)[0]);
  }
}

/** The same for a script of its own: a fault ends the process with the usage. */
export function scriptArguments<const Config extends ParseArgsConfig>(
  usage: string,
  config: Config,
): Parsed<Config> {
  try {
    return readArguments(config);
  } catch (error) {
    if (error instanceof Misunderstood) exitWithUsage(usage, error.message);
    throw error;
  }
}

export function exitWithUsage(usage: string, fault?: string): never {
  process.stderr.write(`${fault === undefined ? '' : `${fault}. `}Usage: ${usage}\n`);
  process.exit(2);
}
