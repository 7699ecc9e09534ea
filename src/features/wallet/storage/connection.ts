/** The connection as the connector's library keeps it, under the library's own keys. */
import * as v from 'valibot';
import { readKept } from './read.ts';
import { CONNECTION_KEY, type KeptText } from './user-storage.ts';

const OBJECTS = [CONNECTION_KEY, 'ton-connect-ui_wallet-info', 'ton-connect-ui_last-selected-wallet-info'];

const AnyObject = v.object({});

/** Removes values that the library cannot read: each of its starts would fail on them. */
export function forgetUnreadable(storage: KeptText): void {
  for (const key of OBJECTS) if (readKept(storage, key, AnyObject) === null) storage.removeItem(key);
}
