/** Small facts of the device: launch data, onboarding, language, and the wipe after a deletion. */
import type { Coin } from '#core/contract/public.ts';
import type { Language } from '#core/languages.ts';
import type { KeptCoin } from '#core/market/kept-coins.ts';
import { withCoin, withoutCoin } from '#core/market/watch-list.ts';
import type { Reading, Store, Writing } from './port.ts';
import { forgetOwnTotals } from './proofs.ts';
import { type Facts, NO_FACTS, type OutboxRow, TABLE_NAMES } from './rows.ts';

const REGISTER: OutboxRow = { key: '1:register', kind: 'register' };
const ONBOARDING: OutboxRow = { key: '2:onboarding', kind: 'onboarding' };

export async function factsOf(reading: Reading): Promise<Facts> {
  const row = await reading.get('settings', 'facts');
  return row?.key === 'facts' ? { ...NO_FACTS, ...row } : NO_FACTS;
}

export function readFacts(store: Store): Promise<Facts> {
  return store.read(['settings'], factsOf);
}

/** Changes facts inside a transaction over `settings`. */
export async function changeFacts(writing: Writing, change: Partial<Omit<Facts, 'key'>>): Promise<Facts> {
  const facts = { ...(await factsOf(writing)), ...change };
  await writing.put('settings', [facts]);
  return facts;
}

export function patchFacts(store: Store, change: Partial<Omit<Facts, 'key'>>): Promise<Facts> {
  return store.write(['settings'], (writing) => changeFacts(writing, change));
}

/** A start of the app: keeps the launch data, and queues a registration if this data has not been registered yet. */
export function beginLaunch(store: Store, launchData: string): Promise<Facts> {
  return store.write(['settings', 'outbox'], async (writing) => {
    const facts = await factsOf(writing);
    if (facts.registeredWith !== launchData) await writing.put('outbox', [REGISTER]);
    if (isErased(facts)) return facts;
    return changeFacts(writing, { launchData, firstLaunch: facts.firstLaunch ?? launchData });
  });
}

/** The user's data were deleted and onboarding has not been completed since: nothing that names them may be kept. */
export function isErased(facts: Facts): boolean {
  return facts.deletionsSeen > 0 && !knowsOnboarding(facts);
}

/** The server does not know this user (any more). */
export function requestRegistration(store: Store): Promise<void> {
  return store.write(['outbox'], (writing) => writing.put('outbox', [REGISTER]));
}

/** @param launchData kept from now on if a deletion had removed them. */
export function completeOnboarding(store: Store, launchData: string): Promise<void> {
  return store.write(['settings', 'outbox'], async (writing) => {
    const { firstLaunch } = await factsOf(writing);
    await changeFacts(writing, { completedHere: true, launchData, firstLaunch: firstLaunch ?? launchData });
    await writing.put('outbox', [ONBOARDING]);
  });
}

/** Onboarding is completed, but the server has lost that: send it again. */
export async function requestOnboarding(writing: Writing): Promise<void> {
  await writing.put('outbox', [ONBOARDING]);
}

/** The device gives up a call before this time, milliseconds. */
export const LONGEST_WAY_MS = 60_000;

/**
 * The time that a choice claims, by the device's clock. To the server a choice is later by the time that it was under way. So a
 * choice made while an earlier one may still be under way claims a later time than that one's arrival. The server takes a time
 * in the future for its own.
 * @param sentAt when the earlier choice was sent; null without one.
 */
export function claimedTime(chosenAt: number, sentAt: number | null): number {
  // A sending from the future is one of a wrong clock, set right since.
  return sentAt === null ? chosenAt : Math.max(chosenAt, Math.min(chosenAt, sentAt) + LONGEST_WAY_MS);
}

/** @param at by the device's clock, milliseconds. */
export function chooseLanguage(store: Store, language: Language, at: number): Promise<void> {
  return store.write(['settings', 'outbox'], async (writing) => {
    const { languageChoices, languageSentAt } = await factsOf(writing);
    const chosenAt = claimedTime(at, languageSentAt);
    await changeFacts(writing, {
      language,
      languageChosen: true,
      languageChosenAt: chosenAt,
      languageChoices: languageChoices + 1,
    });
    await writing.put('outbox', [{ key: '3:language', kind: 'language', language, chosenAt }]);
  });
}

/** False if the list is full. */
export function watchCoin(store: Store, coin: KeptCoin): Promise<boolean> {
  return store.write(['settings'], async (writing) => {
    const watched = withCoin((await factsOf(writing)).watched, coin);
    if (watched !== null) await changeFacts(writing, { watched });
    return watched !== null;
  });
}

export function unwatchCoin(store: Store, coin: Coin): Promise<void> {
  return store.write(['settings'], async (writing) => {
    await changeFacts(writing, { watched: withoutCoin((await factsOf(writing)).watched, coin) });
  });
}

/**
 * Takes the server's language, unless a choice made here is unsent, or was made after the request.
 * @param choices `languageChoices` at the time of the request.
 */
export function takeServerLanguage(store: Store, language: Language, choices: number): Promise<void> {
  return store.write(['settings', 'outbox'], async (writing) => {
    const facts = await factsOf(writing);
    const unsent = await writing.get('outbox', '3:language');
    if (unsent === undefined && facts.languageChoices === choices && facts.language !== language) {
      await changeFacts(writing, { language, languageChosen: false, languageChosenAt: null });
    }
  });
}

/**
 * Detects a server that was restored from before a deletion: it reports fewer deletions than this device has seen, and
 * the deleted data are back. They must be deleted again before any other answer is trusted. Runs inside a transaction
 * over outbox and settings.
 * @param isNewUser whether onboarding has not been completed since: after a deletion there is nothing to delete then.
 * @returns whether the server has forgotten a deletion.
 */
export async function forgotDeletion(
  writing: Writing,
  deletions: number,
  isNewUser = false,
): Promise<boolean> {
  const { deletionsSeen } = await factsOf(writing);
  if (deletions < deletionsSeen && !(isNewUser && deletions > 0)) {
    await writing.put('outbox', [{ key: '0:delete', kind: 'delete', generation: deletions }]);
    return true;
  }
  if (deletions !== deletionsSeen) await changeFacts(writing, { deletionsSeen: deletions });
  return false;
}

/** Onboarding is completed as far as this device knows. */
export function knowsOnboarding(facts: Facts): boolean {
  return facts.completedHere || facts.isNewUser === false;
}

/** The server's records were fetched once, or there are none because onboarding was completed on this device. */
export function hasHistory({ lastSyncedAt, completedHere }: Facts): boolean {
  return lastSyncedAt !== null || completedHere;
}

/** The user's data were deleted, and onboarding has not been completed since: only its completion may be sent. */
export function isPaused(facts: Facts): boolean {
  return facts.generation !== null && facts.generation > 0 && facts.serverOnboarded === false;
}

/** The least number of deletions, after the server refused a call that knew of `generation`. */
export function deletionsBeyond(generation: number | null): number {
  return generation === null ? 0 : generation + 1;
}

/**
 * Erases all kept data, because the user's data were deleted. Does nothing if the device has learned of a deletion
 * since the request: the present data are newer then.
 * @param generation the device's generation at the time of the request.
 * @param deletions the least number of deletions, as far as the server has said.
 * @param proof the server's proof of the newest deletion.
 */
export function wipe(
  store: Store,
  generation: number | null,
  deletions = 0,
  proof: string | null = null,
): Promise<boolean> {
  return store.write(TABLE_NAMES, async (writing) => {
    if (proof !== null) await changeFacts(writing, { deletionProof: proof });
    const facts = await factsOf(writing);
    if (facts.generation !== generation) {
      // Remember the deletion all the same, so that a restored server cannot undo it.
      if (deletions > facts.deletionsSeen) await changeFacts(writing, { deletionsSeen: deletions });
      return false;
    }
    await wipeAll(writing, { ...facts, deletionsSeen: Math.max(facts.deletionsSeen, deletions) });
    await writing.put('outbox', [REGISTER]);
    return true;
  });
}

/**
 * Inside a transaction over every table. Three things survive: the losses of restored servers, which are shown for good,
 * the deletions, so that no restored server can undo them, and the public checkpoints, so that no log can be replaced.
 * The launch data go, because they name the user.
 */
export async function wipeAll(writing: Writing, facts: Facts): Promise<void> {
  const { restored, deletionsSeen, deletionProof, serverOffset } = facts;
  for (const table of TABLE_NAMES) if (table !== 'settings') await writing.clear(table);
  await writing.put('settings', [{ ...NO_FACTS, restored, deletionsSeen, deletionProof, serverOffset }]);
  await forgetOwnTotals(writing);
}
