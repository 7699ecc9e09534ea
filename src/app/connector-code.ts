/** Fetches the wallet connector: a file of its own, which nobody has who never comes near a wallet. */
import { loadChunk } from '#platform/chunks/load-chunk.ts';

/** As long as the connector itself waits for a bridge. */
const PATIENCE_MS = 12_000;

export function fetchConnector() {
  return loadChunk('the wallet connector', () => import('#features/wallet/connector/connector.ts'), {
    patience: PATIENCE_MS,
  });
}
