/** The user's generation, which the server compares with its own (data that were deleted begin a new one). */
import { readFacts } from '../store/facts.ts';
import type { Store } from '../store/port.ts';
import type { SyncEngine } from './engine.ts';

/**
 * Before the first registration the server does not know this user, so that comes first.
 * @returns null if the registration failed.
 */
export async function registeredGeneration(
  store: Store,
  engine: Pick<SyncEngine, 'syncNow'>,
): Promise<number | null> {
  const known = (await readFacts(store)).generation;
  if (known !== null) return known;
  await engine.syncNow();
  return (await readFacts(store)).generation;
}
