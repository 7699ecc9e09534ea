/** Runs a command line of `npm run sbt -- …`. */
import { writeFileSync } from 'node:fs';
import { type Config, readConfig } from '../../config.ts';
import { Misunderstood, readArguments } from '../arguments.ts';
import { CommandStopped, FINE, type Io, runCommand } from '../command.ts';
import { ARTEFACT, compileContracts } from './compile.ts';
import { deployCommand } from './deploy-command.ts';
import { ORDERS, orderCommand } from './order-command.ts';
import { statusCommand } from './status-command.ts';

const USAGE = `npm run sbt -- COMMAND

  deploy OWNER               the link that puts the collection of OWNER, a wallet, on the chain, and what to configure then;
                             needs PUBLIC_URL and SBT_SIGNING_KEY
  status [ADDRESS]           what a collection is: owner, signer, whether it mints, content; needs TON_API_URL
  order ORDER                the link by which the owner of SBT_COLLECTION gives it an order:
${ORDERS.map(({ usage, meaning }) => `    ${usage.padEnd(25)}${meaning}`).join('\n')}
  compile                    compiles the contracts anew, into api/sbt/contract/compiled.json`;

/** Placeholders for variables that only the server needs. */
const OF_SERVER = {
  DATABASE_PATH: '-',
  BOT_TOKEN: '0:none',
  BOT_USERNAME: 'none',
  APP_SHORT_NAME: 'none',
  PUBLIC_URL: 'https://localhost',
  MARKET_PROVIDER: 'sample',
};
const READ = /^(PUBLIC_URL|TON_|SBT_)/;

/** Returns the exit code: 0 fine, 1 something is wrong, 2 not understood or not possible. */
export function runSbt(args: string[], io: Io): Promise<number> {
  return runCommand(io, USAGE, async () => {
    const { positionals: words } = readArguments({ args, allowPositionals: true });
    const [command, first, ...more] = words;
    if (command === 'compile' && words.length === 1) {
      writeFileSync(ARTEFACT, await compileContracts());
      return FINE;
    }
    if (command === 'deploy' && first !== undefined && words.length === 2)
      return deployCommand(io, configOf(io), first);
    if (command === 'status' && words.length <= 2) return statusCommand(io, configOf(io), first);
    if (command === 'order' && first !== undefined) return orderCommand(io, configOf(io), first, more);
    throw new Misunderstood();
  });
}

function configOf({ env }: Io): Config {
  const own = Object.entries(env).filter(([name, value]) => READ.test(name) && value?.trim() !== '');
  const read = readConfig({ ...OF_SERVER, ...Object.fromEntries(own) });
  if (!read.ok) throw new CommandStopped(read.faults.join('\n'));
  return read.config;
}
