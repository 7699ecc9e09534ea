import {
  type Hmac,
  judgeAge,
  type LaunchDataResult,
  type LaunchKeys,
  readLaunchData,
} from '#api/auth/launch-data.ts';

/** Checks signature, shape and age in one step, as the published cases state them. */
export function checkLaunchData(
  text: string,
  keys: LaunchKeys,
  hmac: Hmac,
  nowMs: number,
  maxAgeS: number,
): LaunchDataResult {
  const read = readLaunchData(text, keys, hmac);
  if (!read.ok) return read;
  const error = judgeAge(read.launch, nowMs, maxAgeS);
  return error === null ? read : { ok: false, error };
}
