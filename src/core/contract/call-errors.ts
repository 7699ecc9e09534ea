/** Which call may answer with which errors. A path or a method of no call is 404 `not_found` or 405 `method_not_allowed`. */
import type { CALLS, Call, FILES, SERVICE_CALLS } from './calls.ts';
import type { ErrorCode } from './errors.ts';

export type AnyCallName = keyof typeof CALLS | keyof typeof FILES | keyof typeof SERVICE_CALLS;

/** Every error that a call may answer with. */
export function errorsOf(name: AnyCallName, call: Call): ErrorCode[] {
  const { access } = call;
  return [
    ...OF_ALL,
    ...(access === 'unlimited' ? [] : (['rate_limited'] as const)),
    ...('body' in call && call.body !== undefined ? OF_BODIES : []),
    ...(access === 'signed' ? OF_USERS : []),
    ...(access === 'signed' && call.method !== 'GET' ? OF_WRITES : []),
    ...(OWN[name] ?? []),
  ];
}

const OF_ALL = [
  'malformed',
  'uri_too_long',
  'headers_too_large',
  'client_outdated',
  'server_older',
  'internal',
] as const satisfies ErrorCode[];

const OF_BODIES = ['body_too_large', 'json_required'] as const satisfies ErrorCode[];

const OF_USERS = [
  'launch_data_missing',
  'launch_data_invalid',
  'launch_data_expired',
  'not_your_account',
  'unknown_user',
  'data_deleted',
  'unavailable',
] as const satisfies ErrorCode[];

const OF_WRITES = ['moving', 'storage_full'] as const satisfies ErrorCode[];

/** Those of a single call, beside the errors of its kind. */
const OWN: Readonly<Partial<Record<AnyCallName, readonly ErrorCode[]>>> = {
  register: ['first_launch_invalid', 'too_many_today'],
  onboarding: ['too_many_today'],
  remindOfEvent: ['not_found', 'event_too_soon', 'too_many_reminders'],
  deleteUser: ['launch_data_stale'],
  proofPayload: ['launch_data_stale'],
  linkWallet: [
    ...(['wallet_proof_invalid', 'launch_data_stale', 'wallet_already_linked'] as const),
    ...(['wallet_taken', 'too_many_today'] as const),
  ],
  calculation: ['conflict', 'too_many_today'],
  claimCheckIn: ['already_claimed', 'too_many_today'],
  share: ['badge_not_earned'],
  claimSbt: ['badge_not_earned', 'wallet_not_linked', 'wallet_mismatch', 'sbt_not_configured'],
  sbt: ['sbt_not_configured'],
  sealPlan: ['conflict', 'too_many_today', 'too_many_seals'],
  revealPlan: ['not_sealed', 'too_many_today'],
  revealedPlan: ['not_found'],
  proof: ['proof_missing'],
  market: ['unavailable'],
  coins: ['unavailable'],
  calendar: ['unavailable'],
  exported: ['not_found', 'unavailable'],
  picture: ['not_found'],
  checkpoint: ['not_found'],
  logKeys: ['not_found'],
  tile: ['not_found'],
  partialTile: ['not_found'],
  badge: ['not_found'],
  // Where the bot is off, its path does not exist.
  webhook: ['secret_invalid', 'not_found'],
};
