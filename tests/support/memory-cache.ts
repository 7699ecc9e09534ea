/** The platform's cache at one edge location, in memory: keeps an answer as long as its `cache-control` says. */
import type { SharedCache } from '#api/deployments/durable-objects/public.ts';

export function memoryCache(clock: { now(): number }): SharedCache {
  const kept = new Map<string, { readonly response: Response; readonly until: number }>();
  return {
    async match(url) {
      const known = kept.get(plain(url));
      return known !== undefined && known.until > clock.now() ? known.response.clone() : undefined;
    },
    async put(url, response) {
      const age = /max-age=(\d+)/.exec(response.headers.get('cache-control') ?? '')?.[1] ?? '0';
      kept.set(plain(url), { response, until: clock.now() + Number(age) * 1000 });
    },
  };
}

/** As the platform does: `..` is a way up. */
const plain = (url: string) => new URL(url).href;
