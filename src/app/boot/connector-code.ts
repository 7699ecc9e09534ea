/** Fetches the wallet connector, a separate chunk that only users of a wallet load. */
import { loadNeededChunk } from '../chunks/load-needed-chunk.ts';

/** The same as the connector's own wait for a bridge. */
const PATIENCE_MS = 12_000;

export function fetchConnector() {
  return loadNeededChunk('the wallet connector', () => import('#features/wallet/connector/connector.ts'), {
    patience: PATIENCE_MS,
  });
}
