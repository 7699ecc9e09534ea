/** Revealed plans on Cloudflare: the object of their user has them, another one the prices. */
import type { PublicData } from '#api/market/data.ts';
import type { LogPeer } from '#api/proof/log-peer.ts';
import type { Reveals } from '#api/seals/reveals.ts';
import type { UserObject } from './user.ts';

export interface RevealHosts {
  readonly user: (userId: number) => Pick<UserObject, 'revealed'>;
  readonly prices: () => Pick<PublicData, 'prices'>;
  /** The log of published totals; null where nothing is published. */
  readonly log: Pick<LogPeer, 'seal'> | null;
}

export function revealsOf({ user, prices, log }: RevealHosts): Reveals {
  return {
    revealed: (userId, hash) => user(userId).revealed(hash),
    published: async (day, hash) => log?.seal(day, hash) ?? null,
    prices: (plan, since) => prices().prices(plan, since),
  };
}
