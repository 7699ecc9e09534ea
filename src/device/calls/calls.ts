/**
 * Server calls that screens make directly, outside the outbox: check-in, friends, verification, exports, deletion. Only
 * screens need this code: it is fetched at the first call, see `lazy.ts`.
 */
import type { ExportBody } from '#core/contract/points.ts';
import { exportEventLine, exportHeaderLine } from '#core/points/export-lines.ts';
import { pointsFromWire } from '#core/points/format.ts';
import type {
  CheckInAnswer,
  Deletion,
  Device,
  PictureSubject,
  SharedPicture,
  VerifyResult,
} from '../model.ts';
import { deletionsBeyond, wipe } from '../store/facts.ts';
import { readEvents, readHead } from '../store/ledger.ts';
import { takeProfile } from '../store/profile.ts';
import { type Failure, isReopening } from '../sync/api-client.ts';
import { isStale } from '../sync/context.ts';
import { registeredGeneration } from '../sync/generation.ts';
import { passportCalls } from './passports.ts';
import { referralCalls } from './referrals.ts';
import { sealedPlanCalls } from './sealed-plans.ts';
import { type TotalOptions, totalCalls } from './totals.ts';
import { STEP, verifyEvents } from './verify.ts';
import { walletCalls } from './wallet.ts';

// Few users have a list of friends or sealed plans: what these need comes with the calls.
export { referralsQuestion } from '../store/referrals.ts';
export { sendSeals } from '../sync/seals.ts';

export type CallsOptions = TotalOptions;

export type Calls = Pick<
  Device,
  | 'refreshReferrals'
  | 'loadReferrals'
  | 'checkInStatus'
  | 'claimCheckIn'
  | 'verify'
  | 'totalWatch'
  | 'checkTotal'
  | 'meetCheckpoint'
  | 'ownPassport'
  | 'checkPassport'
  | 'proofEvidence'
  | 'ownEvents'
  | 'exportLedger'
  | 'exportUrl'
  | 'sharePicture'
  | 'walletOptions'
  | 'walletPayload'
  | 'linkWallet'
  | 'tokens'
  | 'claimToken'
  | 'sealPlan'
  | 'revealPlan'
  | 'deleteMyData'
>;

export function calls(options: CallsOptions): Calls {
  const { context, engine, verifier } = options;
  const { api, store, userId, clock, log } = context;

  const generationOf = () => registeredGeneration(store, engine);

  async function checkInStatus(): Promise<CheckInAnswer> {
    const answer = await api.call('checkInStatus', { body: { userId }, generation: await generationOf() });
    if (!answer.ok) return { ok: false, error: checkInError(answer.failure) };
    const { bonusAmount, ...status } = answer.value;
    const pays = pointsFromWire(bonusAmount) ?? 0;
    return { ok: true, ...status, bonusAmount: pays };
  }

  async function claimCheckIn(): Promise<CheckInAnswer> {
    const generation = await generationOf();
    const answer = await api.call('claimCheckIn', { body: { userId }, generation });
    if (!answer.ok) return { ok: false, error: checkInError(answer.failure) };
    const { newStreak, bonusAmount, freezesAtWork, profile } = answer.value;
    try {
      await takeProfile(store, profile, generation, clock.now());
      engine.noteWork();
    } catch (cause) {
      // The claim is paid: if the profile could not be kept, a sync fetches it again.
      log('Cannot save the profile after a check-in', cause);
      void engine.syncNow();
    }
    const paid = pointsFromWire(bonusAmount) ?? 0;
    return {
      ok: true,
      isAvailable: false,
      currentStreak: newStreak,
      bonusAmount: paid,
      freezes: profile.streak.freezes,
      freezesAtWork,
    };
  }

  /** The answer of a check-in call; a fault on this device counts as `failed` too. */
  async function answered(call: () => Promise<CheckInAnswer>): Promise<CheckInAnswer> {
    try {
      return await call();
    } catch (cause) {
      log('The check-in failed on this device', cause);
      return { ok: false, error: 'failed' };
    }
  }

  async function verify(): Promise<VerifyResult> {
    await engine.syncNow();
    return verifyEvents({ context, engine, verifier });
  }

  async function exportLedger(): Promise<string> {
    const head = await readHead(store);
    const lines = [exportHeaderLine({ userId, exportedAt: clock.now(), head })];
    for (let after = 0; after < head.seq; ) {
      const step = (await readEvents(store, after, STEP)).filter(({ seq }) => seq <= head.seq);
      if (step.length === 0) break;
      for (const event of step) lines.push(exportEventLine(event));
      after = step.at(-1)?.seq ?? head.seq;
    }
    return lines.join('');
  }

  async function exportUrl(kind: ExportBody['kind']): Promise<string | null> {
    const answer = await api.call('createExport', {
      body: { userId, kind },
      generation: await generationOf(),
    });
    if (answer.ok) return answer.value.url;
    log('The export failed', answer.failure);
    return null;
  }

  async function sharePicture(of: PictureSubject, picture: string): Promise<SharedPicture | null> {
    const generation = await generationOf();
    const answer = await api.call('share', { body: { userId, ...of, picture }, generation });
    if (answer.ok) return { url: answer.value.url, messageId: answer.value.preparedMessageId };
    log('The picture was not shared', answer.failure);
    return null;
  }

  async function deleteMyData(): Promise<Deletion> {
    const generation = await generationOf();
    const answer = await api.call('deleteUser', { path: { id: userId }, generation });
    if (!answer.ok && !isGone(answer.failure)) {
      log('Nothing was deleted', answer.failure);
      return isStale(answer.failure) || isReopening(answer.failure) ? 'reopen' : 'failed';
    }
    // If an earlier answer was lost, a repeated call gets `data_deleted`.
    const isDone = !answer.ok && answer.failure.type === 'refused' && answer.failure.code === 'data_deleted';
    const deletions = answer.ok ? answer.value.generation : isDone ? deletionsBeyond(generation) : 0;
    await wipe(store, generation, deletions, answer.ok ? (answer.value.proof ?? null) : null);
    return 'deleted';
  }

  return {
    checkInStatus: () => answered(checkInStatus),
    claimCheckIn: () => answered(claimCheckIn),
    ...referralCalls(context, generationOf),
    verify,
    ...totalCalls(options, generationOf),
    ...passportCalls(options),
    exportLedger,
    exportUrl,
    sharePicture,
    ...walletCalls(context, engine, generationOf),
    ...sealedPlanCalls(context, engine, generationOf),
    deleteMyData,
  };
}

/** Nothing is left to delete: an earlier call did it and its answer was lost, or the user never registered. */
function isGone(failure: Failure): boolean {
  return failure.type === 'refused' && (failure.code === 'data_deleted' || failure.code === 'unknown_user');
}

function checkInError(failure: Failure): Extract<CheckInAnswer, { ok: false }>['error'] {
  if (failure.type === 'no_answer') return 'offline';
  if (isReopening(failure)) return 'reopen';
  return failure.type === 'refused' && failure.code === 'already_claimed' ? 'already_claimed' : 'failed';
}
