/** What the device does only when a screen asks for it: fetched then, for no record is kept or sent by it. */
import { type Calls, type CallsOptions, calls } from './device-calls.ts';
import type { Referrals } from './model.ts';
import type { Reading } from './store/port.ts';
import { referralsQuestion } from './store/referrals.ts';

export interface Asked {
  calls(options: CallsOptions): Calls;
  referralsQuestion(): (reading: Reading) => Promise<Referrals | null>;
}

export const ASKED: Asked = { calls, referralsQuestion };
