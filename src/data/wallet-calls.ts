/** Asks the server for what connecting a wallet takes, and hands it the proof that the wallet is the user's. */
import * as v from 'valibot';
import { ProfileRecord } from '#core/contract/user.ts';
import type { Device } from './model.ts';
import { takeProfile } from './store/profile.ts';
import { type Call, type Failure, isReopening } from './sync/api-client.ts';
import type { SyncContext } from './sync/context.ts';
import type { SyncEngine } from './sync/engine.ts';
import type { LinkOutcome, WalletAnswer, WalletProof, WalletTrouble } from './wallet-model.ts';

export type WalletCalls = Pick<Device, 'walletOptions' | 'walletPayload' | 'linkWallet'>;

const OPTIONS = {
  method: 'GET',
  path: '/api/wallet/options',
  answer: v.object({
    manifestUrl: v.string(),
    walletsListUrl: v.string(),
    bridges: v.array(v.string()),
    preferredWallet: v.nullable(v.string()),
  }),
} satisfies Call<unknown>;
const PAYLOAD = {
  method: 'GET',
  path: '/api/wallet/proof-payload',
  answer: v.object({ payload: v.string(), expiresAt: v.string() }),
} satisfies Call<unknown>;
const LINK = {
  method: 'POST',
  path: '/api/user/wallet',
  answer: v.object({ profile: ProfileRecord }),
} satisfies Call<unknown>;

const FAILED = { ok: false, error: 'failed' } as const;
const REFUSALS: ReadonlyMap<string | null, LinkOutcome> = new Map([
  ['wallet_proof_invalid', 'invalid'],
  ['wallet_already_linked', 'bound'],
  ['wallet_taken', 'taken'],
  ['launch_data_stale', 'stale'],
]);

export function walletCalls(
  { api, store, userId, clock, log }: SyncContext,
  engine: Pick<SyncEngine, 'syncNow'>,
  generationOf: () => Promise<number | null>,
): WalletCalls {
  async function ask<T>(call: Call<T>): Promise<WalletAnswer<T>> {
    const answer = await api.ask(call, { generation: await generationOf() });
    if (answer.ok) return { ok: true, value: answer.value };
    log(`Call ${call.path} failed`, answer.failure);
    return { ok: false, error: troubleOf(answer.failure) };
  }

  async function link(address: string, proof: WalletProof): Promise<LinkOutcome> {
    const generation = await generationOf();
    const answer = await api.ask(LINK, {
      body: { id: userId, wallet_address: address, proof },
      generation,
    });
    if (!answer.ok) {
      log('The wallet was not linked', answer.failure);
      return refusalOf(answer.failure);
    }
    try {
      await takeProfile(store, answer.value.profile, generation, clock.now());
    } catch (cause) {
      // Linked is linked: what could not be kept of it is asked for again.
      log('The profile of a linked wallet was not kept', cause);
    }
    return 'linked';
  }

  /** A fault on this device is a failure like any other. */
  async function answered<T>(call: Promise<T>, failed: T): Promise<T> {
    try {
      return await call;
    } catch (cause) {
      log('A call about the wallet failed on this device', cause);
      return failed;
    }
  }

  return {
    walletOptions: () => answered(ask(OPTIONS), FAILED),
    async walletPayload() {
      const answer = await answered(ask(PAYLOAD), FAILED);
      return answer.ok ? { ok: true, value: answer.value.payload } : answer;
    },
    async linkWallet(address, proof) {
      const outcome = await answered<LinkOutcome>(link(address, proof), 'failed');
      // The account has changed, or is not what this device knows of it.
      if (outcome === 'linked' || outcome === 'bound') await engine.syncNow();
      return outcome;
    },
  };
}

function refusalOf(failure: Failure): LinkOutcome {
  return REFUSALS.get(failure.type === 'refused' ? failure.code : null) ?? troubleOf(failure);
}

function troubleOf(failure: Failure): WalletTrouble {
  if (failure.type === 'no_answer') return 'offline';
  if (isReopening(failure)) return 'reopen';
  return failure.type === 'refused' && failure.code === 'launch_data_stale' ? 'stale' : 'failed';
}
