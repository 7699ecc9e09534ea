/** What a deployment tells of its work while it works: Prometheus counts it on one machine, Analytics Engine on Cloudflare. */
import { CALLS, FILES, SERVICE_CALLS } from '#core/contract/calls.ts';
import type { Commit } from './ledger/types.ts';
import type { Delivery } from './notifications/sender/deliver.ts';
import type { RequestLine } from './runtime/http/endpoint.ts';

export interface Measures {
  onRequest(line: Pick<RequestLine, 'method' | 'path' | 'status' | 'ms'>): void;
  onCommit(commit: Commit): void;
  /** The service has answered, or not, to a message of the bot. */
  onDelivery(type: Delivery['type']): void;
}

const KNOWN_PATHS: ReadonlySet<string> = new Set(
  [CALLS, FILES, SERVICE_CALLS].flatMap((calls) => Object.values(calls).map(({ path }) => path)),
);

/** The label of a request. Paths of callers are hostile text: only those of the contract become labels. */
export function callOf(path: string): string {
  if (KNOWN_PATHS.has(path)) return path;
  return path.startsWith('/api/') ? '/api/*' : 'file';
}
