/** What a device runs on: the browser gives these, or a test. */
import type { PinTexts } from '#core/proof/pins.ts';
import type { Clock } from '#platform/clock.ts';
import type { Network } from '#platform/network.ts';
import type { Random } from '#platform/random.ts';
import type { Store } from './store/port.ts';
import type { Fetch } from './sync/api-client.ts';
import type { SyncLock } from './sync/lock.ts';
import type { Verifier } from './verify/port.ts';

export interface DevicePorts {
  readonly userId: number;
  readonly launchData: string;
  readonly store: Store;
  readonly fetch: Fetch;
  /** Without a slash at the end; empty for the page's own origin. */
  readonly baseUrl: string;
  readonly clock: Clock;
  /** The device's time zone; null if it gives none. */
  readonly zone: string | null;
  readonly random: Random;
  readonly network: Network;
  readonly lock: SyncLock;
  /** What this build pins of the published totals; empty texts where nothing is published. */
  readonly pins: PinTexts;
  /** Fetches the code of the calls, and the check that they ask. May reject; the next use fetches it again. */
  readonly fetchCalls: () => Promise<typeof import('./calls/calls.ts') & { readonly verifier: Verifier }>;
  /** Asks the browser not to evict the store. */
  readonly persist: () => Promise<boolean>;
  readonly log: (message: string, cause?: unknown) => void;
}
