/** Calls whose code is fetched by the first of them; where it did not come, the next one asks for it again. */
import type { Calls } from './device-calls.ts';

/** Without the code there was no network either: each call says what it would say without one. */
export function lateCalls(
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
      log('The code of a call did not come', cause);
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
