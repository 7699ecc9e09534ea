/** The events of which the user will be reminded, as the server last answered. */
import type { EventReminders } from '#core/contract/event-reminders.ts';
import { changeFacts, factsOf } from './facts.ts';
import type { Store } from './port.ts';
import { unsentSettings } from './settings.ts';

/** Does nothing if the user's data were deleted since the request. */
export function keepEventReminders(
  store: Store,
  { events, mayWrite }: EventReminders,
  generation: number | null,
): Promise<void> {
  return store.write(['settings', 'outbox'], async (writing) => {
    if ((await factsOf(writing)).generation !== generation) return;
    // The server does not know yet what the user has allowed here.
    const isAllowedHere = (await unsentSettings(writing))?.mayWrite === true;
    await changeFacts(writing, { eventReminders: events, mayWrite: mayWrite || isAllowedHere });
  });
}
