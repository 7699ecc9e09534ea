/**
 * The metrics of the deployment on Cloudflare: data points of Workers Analytics Engine, under the names of the metrics of one
 * machine. `blob1` is the name, the other blobs are its labels in the order of Prometheus, `double1` is the count or the
 * gauge. See https://developers.cloudflare.com/analytics/analytics-engine/.
 */
import type { Commit } from '#api/ledger/types.ts';
import { callOf, type Measures } from '#api/measures.ts';

/** The part of the binding that is used. A write neither waits nor answers. */
export interface Dataset {
  writeDataPoint(point: {
    readonly indexes: readonly string[];
    readonly blobs: readonly string[];
    readonly doubles: readonly number[];
  }): void;
}

type Gauge =
  | 'irich_ready'
  | 'irich_problem'
  | 'irich_credits_waiting_seconds'
  | 'irich_messages_waiting_seconds'
  | 'irich_market_age_seconds'
  | 'irich_checkpoint_age_seconds';

export interface DataPoints extends Measures {
  /** @param bytes the size of the object's database. */
  onCommit(commit: Commit, bytes?: number): void;
  gauge(name: Gauge, value: number, label?: string): void;
  /** Writes the deliveries since the last flush: an invocation may send more messages than it may write points. */
  flush(): void;
}

/** Null without a dataset. @param binding what `wrangler.toml` binds, if it binds one. */
export function openDataPoints(
  binding: unknown,
  onFault: (message: string, cause: unknown) => void,
): DataPoints | null {
  if (!isDataset(binding)) return null;
  const deliveries = new Map<string, number>();
  let hasFailed = false;

  function write(name: string, labels: readonly string[], ...doubles: readonly number[]): void {
    try {
      // The platform samples each index on its own: a rare call is kept beside a frequent one.
      const index = [name, ...labels.slice(0, 1)].join(' ');
      (binding as Dataset).writeDataPoint({ indexes: [index], blobs: [name, ...labels], doubles });
    } catch (cause) {
      // A metric must not fail a call, nor fill the log.
      if (!hasFailed) onFault('A metric could not be written', cause);
      hasFailed = true;
    }
  }

  return {
    onRequest({ method, path, status, ms }) {
      write('irich_requests_total', [callOf(path), method, `${status}`], 1, ms / 1000);
    },
    onCommit({ events }, bytes = 0) {
      if (events > 0) write('irich_events_total', [], events, bytes);
    },
    onDelivery(outcome) {
      deliveries.set(outcome, (deliveries.get(outcome) ?? 0) + 1);
    },
    gauge: (name, value, label) => write(name, label === undefined ? [] : [label], value),
    flush() {
      for (const [outcome, count] of deliveries) write('irich_messages_total', [outcome], count);
      deliveries.clear();
    },
  };
}

function isDataset(binding: unknown): binding is Dataset {
  return (
    typeof binding === 'object' &&
    binding !== null &&
    'writeDataPoint' in binding &&
    typeof binding.writeDataPoint === 'function'
  );
}
