/** Calls whose code the first of them fetches. If that fails, the next call fetches again. */
import type { Calls } from './device-calls.ts';

/** Missing code means no network: each call then answers as it does offline. */
export function lazyCalls(
  fetchCalls: () => Promise<Calls>,
  log: (message: string, cause?: unknown) => void,
): Calls {
  let fetched: Promise<Calls> | null = null;

  async function code(): Promise<Calls> {
    fetched ??= fetchCalls();
    try {
      return await fetched;
    } catch (cause) {
      fetched = null;
      throw cause;
    }
  }

  async function ask<T>(call: (calls: Calls) => Promise<T>, without: T): Promise<T> {
    let calls: Calls;
    try {
      calls = await code();
    } catch (cause) {
      log('Cannot load the code of a call', cause);
      return without;
    }
    return call(calls);
  }

  return {
    checkInStatus: () => ask((calls) => calls.checkInStatus(), { ok: false, error: 'offline' }),
    claimCheckIn: () => ask((calls) => calls.claimCheckIn(), { ok: false, error: 'offline' }),
    refreshReferrals: () => ask((calls) => calls.refreshReferrals(), 'offline'),
    loadReferrals: (count) => ask((calls) => calls.loadReferrals(count), 'offline'),
    verify: async () => (await code()).verify(),
    exportLedger: async () => (await code()).exportLedger(),
    exportUrl: (kind) => ask((calls) => calls.exportUrl(kind), null),
    shareResult: (calculationType, picture) =>
      ask((calls) => calls.shareResult(calculationType, picture), null),
    walletOptions: () => ask((calls) => calls.walletOptions(), { ok: false, error: 'offline' }),
    walletPayload: () => ask((calls) => calls.walletPayload(), { ok: false, error: 'offline' }),
    linkWallet: (address, proof) => ask((calls) => calls.linkWallet(address, proof), 'offline'),
    tokens: () => ask((calls) => calls.tokens(), { ok: false, error: 'offline' }),
    claimToken: (badgeId, address) =>
      ask((calls) => calls.claimToken(badgeId, address), { ok: false, error: 'offline' }),
    deleteMyData: () => ask((calls) => calls.deleteMyData(), 'failed'),
  };
}
