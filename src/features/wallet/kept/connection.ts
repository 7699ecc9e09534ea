/** What the connector's library keeps of a connection, under its own names. */
import * as v from 'valibot';
import { readKept } from './read.ts';
import { CONNECTION_KEY, type KeptText } from './user-storage.ts';

const OBJECTS = [CONNECTION_KEY, 'ton-connect-ui_wallet-info', 'ton-connect-ui_last-selected-wallet-info'];

const AnyObject = v.object({});

/** Forgets what the library could not read: it would end there, each time anew. */
export function forgetUnreadable(storage: KeptText): void {
  for (const key of OBJECTS) if (readKept(storage, key, AnyObject) === null) storage.removeItem(key);
}
