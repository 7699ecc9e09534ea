/** An operator at the keyboard of a Debian: types what pages say, and keeps all that is printed. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Debian, startDebian } from './debian.ts';
import { blocksOf } from './pages.ts';

/** What stands in the place of names in a page, such as `YOUR.NAME`. */
export type Names = Readonly<Record<string, string>>;

export interface Section {
  /** The text of the page. */
  readonly page: string;
  readonly heading: string;
  /** One block of commands, counted from 0; all of the section where absent. */
  readonly block?: number;
  readonly names?: Names;
}

export interface Operator {
  /** Types the commands of a section in one shell, and returns what they printed. Throws where one fails. */
  follow(section: Section): Promise<string>;
  /** Types what a page says in words. Throws where it fails. */
  type(command: string): Promise<string>;
  /** Repeats a command until what it prints has the expected text. Throws after a minute. */
  until(command: string, expected: RegExp): Promise<string>;
  /** Writes a file as root. */
  write(path: string, text: string): void;
  read(path: string): string;
  /** Sets variables in `/etc/irich.env`; null takes one out. */
  configure(variables: Readonly<Record<string, string | null>>): void;
  /** A line for the reader of the transcript. */
  say(line: string): void;
  leave(): Promise<void>;
}

export interface OperatorOptions {
  readonly folder: string;
  /** The repository, with the tag of the release. */
  readonly repository: string;
  readonly names: Names;
  /** Takes the transcript. */
  readonly print: (text: string) => void;
}

/** Where the operator finds the repository. */
const ADDRESS = '/srv/irich';
const CONFIGURATION = '/etc/irich.env';
const PATIENCE_MS = 60_000;
/** Ends what a command printed; its exit code follows. */
const MARK = '\u001e';

export async function startOperator(options: OperatorOptions): Promise<Operator> {
  const { print } = options;
  const debian = await startDebian({ folder: options.folder, shown: { [ADDRESS]: options.repository } });
  const names: Names = { ADDRESS: `file://${ADDRESS}`, ...options.names };
  const path = (name: string) => join(debian.root, name);
  const read = (name: string) => readFileSync(path(name), 'utf8');
  const write = (name: string, text: string) => writeFileSync(path(name), text, { mode: 0o600 });

  return {
    async follow({ page, heading, block, names: own = {} }) {
      const blocks = blocksOf(page, heading);
      const commands = block === undefined ? blocks.flat() : blocks[block];
      if (commands === undefined) throw new RangeError(`"${heading}" has no block ${block}`);
      print(`\n== ${heading} ==\n`);
      return typeAll(
        debian,
        print,
        commands.map((command) => replaceAll(command, { ...names, ...own })),
      );
    },
    type: (command) => typeAll(debian, print, [replaceAll(command, names)]),
    async until(command, expected) {
      const from = performance.now();
      for (;;) {
        const { output } = await debian.run(command);
        if (expected.test(output)) {
          const seconds = ((performance.now() - from) / 1000).toFixed(1);
          print(`# ${command}\n${output.trimEnd()}\n(${seconds} s later)\n`);
          return output;
        }
        if (performance.now() - from > PATIENCE_MS) throw new Error(`${command} still prints: ${output}`);
        await new Promise((resolve) => setTimeout(resolve, 200));
      }
    },
    read,
    write,
    configure(variables) {
      const kept = read(CONFIGURATION)
        .split('\n')
        .filter((line) => line !== '' && !Object.hasOwn(variables, line.split('=')[0] ?? ''));
      const added = Object.entries(variables).flatMap(([name, value]) =>
        value === null ? [] : [`${name}=${value}`],
      );
      write(CONFIGURATION, `${[...kept, ...added].join('\n')}\n`);
      print(`(in ${CONFIGURATION}: ${Object.entries(variables).map(shown).join(', ')})\n`);
    },
    say: (line) => print(`(${line})\n`),
    leave: () => debian.stop(),
  };
}

function shown([name, value]: readonly [string, string | null]): string {
  return value === null ? `no ${name}` : `${name}=${/TOKEN|SECRET|KEY/.test(name) ? '…' : value}`;
}

function replaceAll(text: string, names: Names): string {
  return Object.entries(names).reduce((changed, [name, value]) => changed.replaceAll(name, value), text);
}

async function typeAll(
  debian: Debian,
  print: OperatorOptions['print'],
  commands: readonly string[],
): Promise<string> {
  const script = commands.map(
    (command) => `${command}\ncode=$?; printf '${MARK}%s${MARK}' $code; [ $code = 0 ] || exit $code\n`,
  );
  const { output } = await debian.run(script.join(''));
  const printed = output.split(MARK);
  for (const [at, command] of commands.entries()) {
    const text = printed[2 * at] ?? '';
    print(`# ${command}\n${text}${text === '' || text.endsWith('\n') ? '' : '\n'}`);
    const code = printed[2 * at + 1];
    if (code !== '0') throw new Error(`${command}\nended with ${code ?? 'the shell'}:\n${text}`);
  }
  return printed.filter((_, at) => at % 2 === 0).join('');
}
