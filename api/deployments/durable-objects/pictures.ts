/** Shared pictures on Cloudflare: the object of their user stores them, and the platform's cache spares it the readers. */
import { pictureCacheControl } from '#api/runtime/http/headers.ts';
import type { FindPicture, SharedPicture } from '#api/shared-images/pictures.ts';
import { FILES } from '#core/contract/calls.ts';
import type { SharedCache } from './public.ts';

/** The calls for a picture to the object of a user. None creates an object. */
export interface PictureHost {
  picture(tokenHash: string): Promise<SharedPicture | null>;
}

const EXPIRY_HEADER = 'x-expires-at';

/** Finds a picture in the cache of each of the platform's places, else in the object. */
export function picturesThroughCache(
  cache: SharedCache,
  origin: string,
  clock: { now(): number },
  user: (userId: number) => PictureHost,
): FindPicture {
  return async (userId, tokenHash) => {
    const url = `${origin}${FILES.picture.path.replace('{token}', tokenHash)}`;
    const known = await cache.match(url);
    if (known !== undefined) {
      const expiresAt = Number(known.headers.get(EXPIRY_HEADER));
      return { picture: new Uint8Array(await known.arrayBuffer()), expiresAt };
    }
    const found = await user(userId).picture(tokenHash);
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
