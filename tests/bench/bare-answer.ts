/** The answer of the servers that ours is measured against: as long as a real one. */
import type { CalculationAnswer, CalculationBody } from '#core/contract/records.ts';

/** Where the user's ledger ends after the call. */
export interface End {
  readonly seq: number;
  readonly hash: string;
  /** As text, in iRICH. */
  readonly points: string;
}

export function bareAnswer(
  { id, userId }: CalculationBody,
  { seq, hash, points }: End,
  answer: CalculationAnswer['answer'] = 'recorded',
): CalculationAnswer {
  return {
    id: id ?? '',
    answer,
    awarded: '1',
    reason: 'counted',
    seq,
    profile: {
      id: userId,
      activity_points: points,
      referral_points: '0',
      referral_activity_points: '0',
      referral_referral_points: '0',
      checkin_points: '0',
      balance: points,
      badges: 'lev_1',
      earned: [{ id: 'lev_1', at: '2026-07-01T12:00:00.000Z' }],
      level: '1',
      is_premium: 0,
      wallet_address: null,
      friends: 0,
      referral_link: `https://t.me/irich_test_bot/app?startapp=${userId}`,
      streak: { current: 0, longest: 0, last_day: null, freezes: 0 },
      head: { seq, hash },
      generation: 0,
      onboarded: true,
      edits: 0,
    },
  };
}
