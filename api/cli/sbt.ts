/** `npm run sbt -- …`: what an operator does with the contracts of badges. See `sbt/run.ts`. */
import { runSbt } from './sbt/run.ts';

process.exitCode = await runSbt(process.argv.slice(2), {
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  isTerminal: process.stderr.isTTY === true,
  env: process.env,
});
