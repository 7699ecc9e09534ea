/** `npm run sbt -- …`: the operator's commands for the badge contracts. See `sbt/run.ts`. */
import { runHere } from './command.ts';
import { runSbt } from './sbt/run.ts';

await runHere(runSbt);
