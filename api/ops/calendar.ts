/** `npm run calendar -- …`: the operator's command for the calendar of events. See `calendar/run.ts`. */
import { runCalendar } from './calendar/run.ts';
import { runHere } from './command.ts';

await runHere(runCalendar);
