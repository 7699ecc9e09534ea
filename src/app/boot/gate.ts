/** Whether the app may open here, judged by the launch alone. */
import type { Launch } from '#platform/telegram/launch.ts';

export type Gate =
  /** Not inside the messaging app. */
  | 'outside'
  /** Inside it, but not on a phone. */
  | 'not_mobile'
  /** Inside it, on a phone, but the launch names no user. */
  | 'no_user'
  | 'open';

/** `android_x` is another client for the same phones. */
const MOBILE: readonly string[] = ['android', 'android_x', 'ios'];

export function gateOf(launch: Launch | null): Gate {
  if (launch === null) return 'outside';
  if (!MOBILE.includes(launch.platform)) return 'not_mobile';
  return launch.user === null ? 'no_user' : 'open';
}
