/** Server calls for connecting a wallet: the options, the proof of ownership, and claims of badge tokens. */
import * as v from 'valibot';
import { SBT_ANSWERS } from '#core/contract/sbt.ts';
import { ProfileRecord } from '#core/contract/user.ts';
import { ProofPayloadAnswer, WalletOptions } from '#core/contract/wallet.ts';
import type { Device } from '../model.ts';
import { takeProfile } from '../store/profile.ts';
import { type Call, type Failure, isReopening, type Question } from '../sync/api-client.ts';
import { type SyncContext, stopOf } from '../sync/context.ts';
import type { SyncEngine } from '../sync/engine.ts';
import type {
  ClaimRefusal,
  LinkOutcome,
  TokensRefusal,
  WalletAnswer,
  WalletProof,
  WalletTrouble,
} from '../wallet-model.ts';

export type WalletCalls = Pick<
  Device,
  'walletOptions' | 'walletPayload' | 'linkWallet' | 'tokens' | 'claimToken'
>;

const OPTIONS = { method: 'GET', path: '/api/wallet/options', answer: WalletOptions } as const;
const PAYLOAD = { method: 'GET', path: '/api/wallet/proof-payload', answer: ProofPayloadAnswer } as const;
const LINK = {
  method: 'POST',
  path: '/api/user/wallet',
  answer: v.object({ profile: ProfileRecord }),
} as const;

const FAILED = { ok: false, error: 'failed' } as const;
const REFUSALS: ReadonlyMap<string | null, LinkOutcome> = new Map([
  ['wallet_proof_invalid', 'invalid'],
  ['wallet_already_linked', 'bound'],
  ['wallet_taken', 'taken'],
  ['launch_data_stale', 'stale'],
]);
const CLAIM_REFUSALS: ReadonlyMap<string | null, ClaimRefusal> = new Map([
  ['sbt_not_configured', 'none'],
  ['badge_not_earned', 'unearned'],
  ['wallet_not_linked', 'unlinked'],
  ['wallet_mismatch', 'other'],
]);

export function walletCalls(
  { api, store, userId, clock, log }: SyncContext,
  engine: Pick<SyncEngine, 'syncNow'>,
  generationOf: () => Promise<number | null>,
): WalletCalls {
  async function ask<T, E>(
    call: Call<T>,
    question: Question,
    errorOf: (failure: Failure) => E,
  ): Promise<WalletAnswer<T, E>> {
    const answer = await api.ask(call, { ...question, generation: await generationOf() });
    if (answer.ok) return { ok: true, value: answer.value };
    log(`Call ${call.path} failed`, answer.failure);
    hear(answer.failure);
    return { ok: false, error: errorOf(answer.failure) };
  }

  async function link(address: string, proof: WalletProof): Promise<LinkOutcome> {
    const generation = await generationOf();
    const answer = await api.ask(LINK, {
      body: { id: userId, wallet_address: address, proof },
      generation,
    });
    if (!answer.ok) {
      log('The wallet was not linked', answer.failure);
      hear(answer.failure);
      return refusalOf(answer.failure);
    }
    try {
      await takeProfile(store, answer.value.profile, generation, clock.now());
    } catch (cause) {
      // The wallet is linked: if the profile could not be kept, a sync fetches it again.
      log('Cannot save the profile after linking a wallet', cause);
    }
    return 'linked';
  }

  /** Leaves failures that concern more than this call to the sync. */
  function hear(failure: Failure): void {
    const { type } = stopOf(failure, { generation: null });
    if (type !== 'offline' && type !== 'waiting') void engine.syncNow();
  }

  /** A fault on this device counts as a failure too. */
  async function answered<T>(call: Promise<T>, failed: T): Promise<T> {
    try {
      return await call;
    } catch (cause) {
      log('A wallet call failed on this device', cause);
      return failed;
    }
  }

  return {
    walletOptions: () => answered(ask(OPTIONS, {}, troubleOf), FAILED),
    async walletPayload() {
      const answer = await answered(ask(PAYLOAD, {}, troubleOf), FAILED);
      return answer.ok ? { ok: true, value: answer.value.payload } : answer;
    },
    async tokens() {
      const asked = ask(SBT_ANSWERS.sbt, { path: { id: userId } }, tokensRefusalOf);
      const answer = await answered(asked, FAILED);
      if (!answer.ok) return answer;
      const tokens = answer.value.tokens.map(({ badge_id, state, explorer_url }) => ({
        badgeId: badge_id,
        state,
        explorerUrl: explorer_url?.startsWith('https://') ? explorer_url : null,
      }));
      return { ok: true, value: tokens };
    },
    claimToken(badgeId, address) {
      const body = { user_id: userId, badge_id: badgeId, wallet_address: address };
      return answered(ask(SBT_ANSWERS.claimSbt, { body }, claimRefusalOf), FAILED);
    },
    async linkWallet(address, proof) {
      const outcome = await answered<LinkOutcome>(link(address, proof), 'failed');
      // The account has changed, or differs from the device's copy.
      if (outcome === 'linked' || outcome === 'bound') await engine.syncNow();
      return outcome;
    },
  };
}

function refusalOf(failure: Failure): LinkOutcome {
  return REFUSALS.get(failure.type === 'refused' ? failure.code : null) ?? troubleOf(failure);
}

function claimRefusalOf(failure: Failure): ClaimRefusal {
  return CLAIM_REFUSALS.get(failure.type === 'refused' ? failure.code : null) ?? troubleOf(failure);
}

function tokensRefusalOf(failure: Failure): TokensRefusal {
  const isNone = failure.type === 'refused' && failure.code === 'sbt_not_configured';
  return isNone ? 'none' : troubleOf(failure);
}

function troubleOf(failure: Failure): WalletTrouble {
  if (failure.type === 'no_answer') return 'offline';
  if (isReopening(failure)) return 'reopen';
  return failure.type === 'refused' && failure.code === 'launch_data_stale' ? 'stale' : 'failed';
}
