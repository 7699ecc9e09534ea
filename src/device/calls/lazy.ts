/** Calls whose code the first of them fetches. If that fails, the next call fetches again. */
import type { Calls } from './calls.ts';

const OFFLINE = { ok: false, error: 'offline' } as const;

/** Missing code means no network: what each call then answers, as it does offline. A call without an answer throws. */
const WITHOUT_CODE: { readonly [Name in keyof Calls]: Awaited<ReturnType<Calls[Name]>> | undefined } = {
  checkInStatus: OFFLINE,
  claimCheckIn: OFFLINE,
  refreshReferrals: 'offline',
  loadReferrals: 'offline',
  verify: undefined,
  totalWatch: undefined,
  checkTotal: undefined,
  meetCheckpoint: undefined,
  ownPassport: undefined,
  checkPassport: undefined,
  proofEvidence: undefined,
  ownEvents: undefined,
  exportLedger: undefined,
  exportUrl: null,
  sharePicture: null,
  walletOptions: OFFLINE,
  walletPayload: OFFLINE,
  linkWallet: 'offline',
  tokens: OFFLINE,
  claimToken: OFFLINE,
  sealPlan: undefined,
  revealPlan: OFFLINE,
  deleteMyData: 'failed',
};

export function lazyCalls(
  fetchCalls: () => Promise<Calls>,
  log: (message: string, cause?: unknown) => void,
): Calls {
  let fetched: Promise<Calls> | null = null;

  const callOf = (name: keyof Calls) => {
    const without = WITHOUT_CODE[name];
    return async (...inputs: readonly unknown[]) => {
      let calls: Calls;
      try {
        fetched ??= fetchCalls();
        calls = await fetched;
      } catch (cause) {
        fetched = null;
        if (without === undefined) throw cause;
        log('Cannot load the code of a call', cause);
        return without;
      }
      return (calls[name] as (...given: readonly unknown[]) => unknown)(...inputs);
    };
  };

  const names = Object.keys(WITHOUT_CODE) as (keyof Calls)[];
  return Object.fromEntries(names.map((name) => [name, callOf(name)])) as unknown as Calls;
}
