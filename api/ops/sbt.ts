/** `npm run sbt -- …`: the operator's commands for the badge contracts. See `sbt/run.ts`. */
import { runSbt } from './sbt/run.ts';

process.exitCode = await runSbt(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  env: process.env,
});
