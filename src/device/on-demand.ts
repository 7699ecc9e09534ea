/** Device code that only screens use. It is fetched on demand, since keeping and sending records does not need it. */
import { type Calls, type CallsOptions, calls } from './device-calls.ts';
import type { Referrals } from './model.ts';
import type { Reading } from './store/port.ts';
import { referralsQuestion } from './store/referrals.ts';

export interface OnDemand {
  calls(options: CallsOptions): Calls;
  referralsQuestion(): (reading: Reading) => Promise<Referrals | null>;
}

export const ON_DEMAND: OnDemand = { calls, referralsQuestion };
