/** `npm run doctor`: says all that is wrong or risky with a deployment. See `doctor/run.ts`. */
import { runHere } from './command.ts';
import { runDoctor } from './doctor/run.ts';

await runHere(runDoctor);
