/** The platform's cache only saves calls: where it fails, the object answers. */
import type { SharedCache } from './public.ts';

export function neverFailing(
  cache: SharedCache,
  onFault: (message: string, cause: unknown) => void,
): SharedCache {
  return {
    async match(url) {
      try {
        const known = await cache.match(url);
        // Read here, because its body may fail to arrive, too.
        return known && new Response(await known.arrayBuffer(), known);
      } catch (cause) {
        onFault('The cache could not be read', cause);
        return undefined;
      }
    },
    async put(url, response) {
      try {
        await cache.put(url, response);
      } catch (cause) {
        onFault('The cache could not be written', cause);
      }
    },
  };
}
