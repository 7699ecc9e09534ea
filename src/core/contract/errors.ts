/** Every error code a call can answer with, and its HTTP status. `{"error": {"code", "message", "path"?}}` is the body. */
import * as v from 'valibot';

export const ERRORS = {
  /** A request field violates the contract; `path` names it. */
  malformed: 400,
  /** `firstLaunch` of a registration is not this user's own signed launch data. Register again without it. */
  first_launch_invalid: 400,
  /** The wallet's proof of ownership is wrong, expired or already used: connect it again. */
  wallet_proof_invalid: 400,
  launch_data_missing: 401,
  launch_data_invalid: 401,
  /** Keep everything; the user must reopen the app from the messaging app. */
  launch_data_expired: 401,
  /** A service call without its correct secret; the app makes no such call. */
  secret_invalid: 401,
  /** The id in path or body is not the signed one. */
  not_your_account: 403,
  /**
   * Valid for other calls, but an hour old or more: reopen the app from the messaging app to link a wallet or to delete
   * everything.
   */
  launch_data_stale: 403,
  /** No such path, export, picture or record. */
  not_found: 404,
  /** No published total of this user: nothing is published, not of that day, or its paths are erased. */
  proof_missing: 404,
  /** The signed user has no ledger yet: register, then try again. */
  unknown_user: 404,
  method_not_allowed: 405,
  already_claimed: 409,
  /** Another wallet is linked to this user, for good. */
  wallet_already_linked: 409,
  /** This wallet is linked to another user. */
  wallet_taken: 409,
  /** A badge can be claimed as a token once it is earned. */
  badge_not_earned: 409,
  /** No wallet is linked to this user: link one, then claim. */
  wallet_not_linked: 409,
  /** The connected wallet is not the linked one, or badges cannot be minted to it. */
  wallet_mismatch: 409,
  /** The event begins within 15 minutes, has begun, or has no known hour. */
  event_too_soon: 409,
  /** As many reminders of events wait as a user may have: take one back first. */
  too_many_reminders: 409,
  /** The record id exists with another type or time. */
  conflict: 409,
  /** This user's data were deleted since this device last synced: wipe, and wait for onboarding. */
  data_deleted: 410,
  body_too_large: 413,
  /** The address is longer than any in the contract. */
  uri_too_long: 414,
  /** A body must be `application/json`. */
  json_required: 415,
  /** This contract version is too old for the server: update, keep the outbox. */
  client_outdated: 426,
  /** A header is longer than any in the contract. */
  headers_too_large: 431,
  /**
   * This user has reached the daily (UTC) limit of events; nothing was written. `Retry-After` leads to the next day.
   */
  too_many_today: 429,
  /** `Retry-After` says when. */
  rate_limited: 429,
  internal: 500,
  /** The server is older than this client (a rollback): keep everything, try later. */
  server_older: 503,
  /** The disk or the database is full: nothing was written; try later. */
  storage_full: 503,
  /** This server does not offer badges as tokens. */
  sbt_not_configured: 503,
  /** The server is moving to another deployment and is read-only for a while. Keep everything, try later. */
  moving: 503,
  /** The database does not answer, or the server is stopping: nothing was written; try later. */
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof ERRORS;

export const ErrorBody = v.object({
  error: v.object({
    code: v.string(),
    message: v.string(),
    path: v.optional(v.string()),
  }),
});
export type ErrorBody = v.InferOutput<typeof ErrorBody>;
