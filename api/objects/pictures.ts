/** Shared pictures on Cloudflare: each is in the home of its user, which many who look at it are not to keep busy. */
import { pictureCacheControl } from '../http/headers.ts';
import type { FindPicture, SharedPicture } from '../share/pictures.ts';
import type { SharedCache } from './public.ts';

/** The home of a user, as requests for a picture see it. None is made for a stranger. */
export interface PictureHome {
  picture(tokenHash: string): Promise<SharedPicture | null>;
}

const EXPIRY_HEADER = 'x-expires-at';

/** Asks the home for a picture through the cache of each of the platform's places. */
export function picturesThroughCache(
  cache: SharedCache,
  origin: string,
  clock: { now(): number },
  home: (userId: number) => PictureHome,
): FindPicture {
  return async (userId, tokenHash) => {
    const url = `${origin}/api/share/${tokenHash}`;
    const known = await cache.match(url);
    if (known !== undefined) {
      const expiresAt = Number(known.headers.get(EXPIRY_HEADER));
      return { picture: new Uint8Array(await known.arrayBuffer()), expiresAt };
    }
    const found = await home(userId).picture(tokenHash);
    if (found !== null) {
      const headers = {
        'content-type': 'image/jpeg',
        'cache-control': pictureCacheControl(found.expiresAt, clock.now()),
        [EXPIRY_HEADER]: `${found.expiresAt}`,
      };
      await cache.put(url, new Response(new Uint8Array(found.picture), { headers }));
    }
    return found;
  };
}
