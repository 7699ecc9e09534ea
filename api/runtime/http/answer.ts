/** The answer of a route: a value or an expected failure. Only this folder knows about HTTP. */
import type { ErrorCode } from '#core/contract/errors.ts';

export interface ApiError {
  readonly code: ErrorCode;
  readonly message: string;
  /** The faulty field. */
  readonly path?: string;
  /** The reason, in a word that only the log shows. */
  readonly reason?: string;
  readonly retryAfterS?: number;
  /** The methods that the path supports. */
  readonly allow?: string;
}

export type Answer<T> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly error: ApiError };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function fail(
  code: ErrorCode,
  more: Partial<Omit<ApiError, 'code'>> = {},
): { readonly ok: false; readonly error: ApiError } {
  const retryAfterS = more.retryAfterS ?? RETRY_AFTER_S[code];
  return {
    ok: false,
    error: {
      code,
      message: more.message ?? MESSAGES[code],
      ...(more.path === undefined ? {} : { path: more.path }),
      ...(more.reason === undefined ? {} : { reason: more.reason }),
      ...(retryAfterS === undefined ? {} : { retryAfterS }),
      ...(more.allow === undefined ? {} : { allow: more.allow }),
    },
  };
}

const RETRY_AFTER_S: Partial<Record<ErrorCode, number>> = {
  server_older: 60,
  storage_full: 30,
  moving: 30,
  unavailable: 5,
};

const MESSAGES: Readonly<Record<ErrorCode, string>> = {
  malformed: 'The request is not as the contract says.',
  first_launch_invalid: 'firstLaunch is not launch data that this user was given.',
  wallet_proof_invalid: 'This is no valid proof that the wallet is yours. Connect it again.',
  launch_data_missing: 'Send `Authorization: tma <launch data>`.',
  launch_data_invalid: 'The launch data are not signed for this bot, or not readable.',
  launch_data_expired: 'The launch data are too old. Open the app again from the messaging app.',
  secret_invalid: 'The secret of this service is not the right one.',
  not_your_account: 'The id is not the one that the launch data are signed for.',
  launch_data_stale: 'The launch data are an hour old or more. Open the app again from the messaging app.',
  not_found: 'There is nothing here.',
  proof_missing: 'No published total of this user is kept for that day.',
  unknown_user: 'This user is not registered.',
  method_not_allowed: 'This path does not take this method.',
  event_too_soon: 'The event begins within 15 minutes, has begun, or has no known hour.',
  too_many_reminders: 'As many reminders wait as a user may have. Take one back first.',
  already_claimed: 'The bonus of this day is claimed already.',
  wallet_already_linked: 'Another wallet is linked to this user.',
  wallet_taken: 'This wallet is linked to another user.',
  badge_not_earned: 'This badge is not earned yet.',
  wallet_not_linked: 'No wallet is linked to this user.',
  wallet_mismatch: 'Badges are not minted to this wallet.',
  conflict: 'A record with this id exists, with another type or time.',
  data_deleted: 'The data of this user were deleted.',
  body_too_large: 'The body is larger than 256 KiB.',
  uri_too_long: 'The address is too long.',
  headers_too_large: 'A header is too long.',
  json_required: 'Send `Content-Type: application/json`.',
  client_outdated: 'This app is too old for the server. Update it.',
  too_many_today: 'This is more than one day takes. Nothing was written. Try again tomorrow (UTC).',
  rate_limited: 'Too many calls. Try again later.',
  internal: 'Something went wrong on the server.',
  server_older: 'The server is older than this app. Try again later.',
  storage_full: 'The server has no room left. Nothing was written.',
  sbt_not_configured: 'Badges are no tokens here.',
  moving: 'The server is being moved and only reads for a while. Nothing was written.',
  unavailable: 'The server cannot answer now. Try again later.',
};
