/** Authenticates callers from the `Authorization` header, and remembers headers with a good signature. */

import { createRecent } from '#core/recent.ts';
import {
  type Hmac,
  judgeAge,
  type LaunchData,
  type LaunchDataResult,
  type LaunchKeys,
  readLaunchData,
} from './launch-data.ts';

export interface AuthenticateDeps {
  readonly keys: LaunchKeys;
  readonly hmac: Hmac;
  /** SHA-256 of a UTF-8 text. */
  readonly sha256: (text: string) => string;
  readonly clock: { now(): number };
  readonly maxAgeS: number;
}

export interface Authenticator {
  /** Reads `Authorization: tma <launch data>` and checks its age against the current time. */
  fromHeader(header: string | null | undefined): LaunchDataResult;
  /** A first launch: checks the signature and the owner, but not the age. Null if the launch data belong to another user. */
  firstLaunch(text: string, userId: number): LaunchData | null;
}

/** The cache has two halves of this many headers, each by its hash: a header may have two kilobytes. */
const REMEMBERED = 10_000;
/**
 * Longer headers are checked each time: a user can pad launch data in endless ways, and each variant would fill the
 * cache.
 */
const LONGEST_REMEMBERED = 2048;

export function createAuthenticator({ keys, hmac, sha256, clock, maxAgeS }: AuthenticateDeps): Authenticator {
  const good = createRecent<string, LaunchData>(REMEMBERED);

  function judged(launch: LaunchData): LaunchDataResult {
    const error = judgeAge(launch, clock.now(), maxAgeS);
    return error === null ? { ok: true, launch } : { ok: false, error };
  }

  return {
    fromHeader(header) {
      const scheme = header?.slice(0, 4).toLowerCase();
      if (header === null || header === undefined || scheme !== 'tma ') {
        return { ok: false, error: 'launch_data_missing' };
      }
      const key = header.length <= LONGEST_REMEMBERED ? sha256(header) : null;
      const known = key === null ? undefined : good.get(key);
      if (known !== undefined) return judged(known);
      const read = readLaunchData(header.slice(4), keys, hmac);
      if (!read.ok) return read;
      const result = judged(read.launch);
      if (result.ok && key !== null) good.set(key, read.launch);
      return result;
    },
    firstLaunch(text, userId) {
      const read = readLaunchData(text, keys, hmac);
      if (!read.ok || read.launch.user.id !== userId) return null;
      return judgeAge(read.launch, clock.now(), Number.POSITIVE_INFINITY) === null ? read.launch : null;
    },
  };
}
