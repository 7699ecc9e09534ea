/** A stand-in for the fear and greed index. */
import fearGreed from './shapes/fear-greed.json' with { type: 'json' };
import { type StandIn, startStandIn } from './stand-in.ts';

export interface FearGreedService extends StandIn {
  readonly url: string;
  /** In the service's format. */
  readonly index: Record<string, unknown>;
}

export async function startFearGreedService(): Promise<FearGreedService> {
  const [index] = fearGreed.data;
  const newest: Record<string, unknown> = { ...index };
  const service = await startStandIn(({ url }) =>
    url.pathname === '/fng/' ? { ...fearGreed, data: [newest] } : undefined,
  );
  return { ...service, url: `${service.origin}/fng/`, index: newest };
}
