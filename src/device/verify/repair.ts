/** Fetches a copy of the ledger that was damaged on this device again; the server's own answers stay. */
import type { StoredEvent } from '#core/points/events.ts';
import { changeFacts, factsOf, readFacts } from '../store/facts.ts';
import { headOf, readEvents } from '../store/ledger.ts';
import type { SyncContext } from '../sync/context.ts';

/**
 * Drops the events from `seq` on if the server's event there differs from the kept one. The head stays promised: the
 * next round of the sync looks for it. False if nothing was dropped.
 */
export async function dropDamaged(context: SyncContext, seq: number): Promise<boolean> {
  const { api, store, userId, log } = context;
  const { generation } = await readFacts(store);
  const answer = await api.call('ledger', {
    path: { id: userId },
    query: { after: seq - 1, limit: 1 },
    generation,
  });
  if (!answer.ok) return false;
  const [theirs] = answer.value.events;
  const [mine] = await readEvents(store, seq - 1, 1);
  if (theirs?.seq !== seq || (mine !== undefined && isSame(mine, theirs))) return false;
  log(`The kept event ${seq} is damaged: fetching it again`);
  await store.write(['events', 'settings'], async (writing) => {
    const [head, { seenHeads }] = [await headOf(writing), await factsOf(writing)];
    if (!seenHeads.some(({ hash }) => hash === head.hash)) {
      await changeFacts(writing, { seenHeads: [...seenHeads, head] });
    }
    await writing.removeFrom('events', seq);
  });
  return true;
}

function isSame(mine: StoredEvent, theirs: StoredEvent): boolean {
  return Object.entries(theirs).every(([name, value]) => mine[name as keyof StoredEvent] === value);
}
