/** `npm run bot -- …`: the operator's command for the bot. See `bot/run.ts`. */
import { runBot } from './bot/run.ts';
import { runHere } from './command.ts';

await runHere(runBot);
