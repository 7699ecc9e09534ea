/** The newest profile from the server. */
import type { ProfileRecord } from '#core/contract/user.ts';
import { pointsFromWire } from '#core/points/format.ts';
import type { DeviceProfile } from '../model.ts';
import { changeFacts, factsOf, forgotDeletion, knowsOnboarding, requestOnboarding } from './facts.ts';
import { headOf, knownNow, readPromised } from './ledger.ts';
import type { Reading, Store, Writing } from './port.ts';

/** Heads to look for when the ledger is fetched; at most this many, the oldest ones are kept. */
const MAX_SEEN_HEADS = 50;

export async function profileOf(reading: Reading): Promise<DeviceProfile | null> {
  const row = await reading.get('profile', 'profile');
  if (row === undefined) return null;
  const { key: _, ...profile } = row;
  return profile;
}

/** The server has shown another newest event than the one here, or has answered records that are not in the events. */
export async function isBehind(store: Store): Promise<boolean> {
  const { head, seenHeads, unconfirmed } = await readPromised(store);
  if (seenHeads.length > 0 || unconfirmed.length > 0) return true;
  const shown = (await store.read(['profile'], profileOf))?.head;
  return shown !== undefined && (shown.seq !== head.seq || shown.hash !== head.hash);
}

/** Runs inside a transaction over outbox, settings, profile and events. Also remembers the head in the profile. */
export async function saveProfile(writing: Writing, profile: ProfileRecord, now: number): Promise<void> {
  if (await forgotDeletion(writing, profile.generation)) return;
  await writing.put('profile', [{ key: 'profile', ...asDeviceProfile(profile, now) }]);
  const facts = await factsOf(writing);
  const { head } = profile;
  const local = await headOf(writing);
  const isNew = head.seq > local.seq && !facts.seenHeads.some((seen) => seen.hash === head.hash);
  const seenHeads =
    isNew && facts.seenHeads.length < MAX_SEEN_HEADS ? [...facts.seenHeads, head] : facts.seenHeads;
  const sameDeletions = facts.generation === profile.generation;
  if (sameDeletions && !profile.onboarded && knowsOnboarding(facts)) await requestOnboarding(writing);
  const isKnown = seenHeads.length === 0 && head.seq === local.seq && head.hash === local.hash;
  await changeFacts(writing, {
    seenHeads,
    serverOnboarded: profile.onboarded,
    profileAt: now,
    ...(isKnown ? knownNow(facts, local.seq, now) : {}),
  });
}

/** Takes a separately fetched profile; ignored if its data were deleted meanwhile. */
export function takeProfile(
  store: Store,
  profile: ProfileRecord,
  generation: number | null,
  now: number,
): Promise<void> {
  return store.write(['outbox', 'settings', 'profile', 'events'], async (writing) => {
    if ((await factsOf(writing)).generation === generation) await saveProfile(writing, profile, now);
  });
}

export function asDeviceProfile(profile: ProfileRecord, now: number): DeviceProfile {
  return {
    userId: profile.id,
    points: {
      activity: thousandths(profile.activity_points),
      referral: thousandths(profile.referral_points),
      referral_activity: thousandths(profile.referral_activity_points),
      referral_referral: thousandths(profile.referral_referral_points),
      checkin: thousandths(profile.checkin_points),
    },
    level: Number(profile.level),
    badges: profile.earned.map(({ id, at }) => ({ id, at: Date.parse(at) })),
    friends: profile.friends,
    streak: {
      current: profile.streak.current,
      longest: profile.streak.longest,
      lastDay: profile.streak.last_day,
      freezes: profile.streak.freezes,
    },
    referralLink: profile.referral_link,
    walletAddress: profile.wallet_address,
    head: profile.head,
    edits: profile.edits,
    asOf: now,
  };
}

/** The contract has checked the form. */
function thousandths(text: string): number {
  return pointsFromWire(text) ?? 0;
}
