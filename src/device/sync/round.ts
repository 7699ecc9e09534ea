/** One round: send everything unanswered, fetch and check the ledger, then refresh the rest. */
import { SNAPSHOT_LIFE_MS } from '#core/market/snapshot-life.ts';
import {
  deletionsBeyond,
  isPaused,
  patchFacts,
  readFacts,
  requestRegistration,
  wipe,
} from '../store/facts.ts';
import { askForInputs } from '../store/ledger.ts';
import { hasDeletion } from '../store/outbox.ts';
import { isBehind } from '../store/profile.ts';
import { catchUp } from './catch-up.ts';
import type { Stop, SyncContext } from './context.ts';
import { refreshEdits } from './edits.ts';
import { refreshHistory, refreshLanguage, refreshProfile, tellPresence } from './refresh.ts';
import { sendOutbox } from './send-commands.ts';
import { refreshMissingSettings } from './settings.ts';
import { refreshSnapshot } from './snapshots.ts';

export interface RoundOptions {
  /** Only send the outbox, without a refresh: in the background. */
  readonly sendOnly: boolean;
  /** Fetch the profile even if it is fresh. */
  readonly refresh: boolean;
  /** Also retry the records that were put off. */
  readonly retryPutOff: boolean;
  /** The first round since the app was opened. */
  readonly first: boolean;
}

/**
 * Registering, wiping and a restored server each start the round again; more often than this is a fault to wait out.
 */
const MAX_BEGINNINGS = 6;
const PROFILE_LIFE_MS = 60_000;
/** For the background refresh: fresh enough for the next visit without a network. */
const BACKGROUND_LIFE_MS = 60 * 60_000;

/** Null if everything is done. */
export async function runRound(context: SyncContext, options: RoundOptions): Promise<Stop | null> {
  if (options.retryPutOff) context.putOff.clear();
  const start = { isDue: options.first };
  for (let beginning = 0; beginning < MAX_BEGINNINGS; beginning++) {
    const outcome = await attempt(context, { ...options, first: options.first && beginning === 0 }, start);
    if (outcome === 'again') continue;
    if (outcome?.type === 'unregistered') {
      await requestRegistration(context.store);
    } else if (outcome?.type === 'deleted') {
      context.log("The user's data were deleted elsewhere");
      const { generation } = outcome;
      await wipe(context.store, generation, deletionsBeyond(generation));
    } else {
      if (outcome === null) await patchFacts(context.store, { lastSyncedAt: context.clock.now() });
      return outcome;
    }
  }
  context.log('The sync keeps restarting');
  return { type: 'waiting', retryAfterMs: null };
}

/** @param start whether the calls of a start are still due in this round. */
async function attempt(
  context: SyncContext,
  options: RoundOptions,
  start: { isDue: boolean },
): Promise<Stop | 'again' | null> {
  const { store, clock } = context;
  const began = clock.now();
  // Onboarding may have been completed on another device: only a registration tells.
  if (options.refresh && isPaused(await readFacts(store))) await requestRegistration(store);
  const sent = await sendOutbox(context);
  if (await mustDeleteAgain(sent, context)) return 'again';
  if (sent !== null && sent.type !== 'put_off') return sent;
  if (options.sendOnly) return sent;
  const { profileAt } = await readFacts(store);
  const isNewest = profileAt !== null && profileAt >= began && profileAt <= clock.now();
  if (!isNewest && (options.refresh || isStale(profileAt, clock.now()))) {
    const waiting = await countOutbox(context);
    const stop = await refreshProfile(context);
    if (stop !== null) return stop;
    // The profile may show that the server has forgotten a command, which is then in the outbox again.
    if ((await countOutbox(context)) > waiting) return 'again';
  }
  if (await isBehind(store)) {
    const caughtUp = await catchUp(context);
    if (caughtUp === 'restored') return 'again';
    if (caughtUp !== null) return caughtUp;
    // The events already include what friends did meanwhile; the profile does not yet.
    const stop = (await isBehind(store)) ? await refreshProfile(context) : null;
    if (stop !== null) return stop;
  }
  if (start.isDue) {
    start.isDue = false;
    const before = await countOutbox(context);
    await refreshLanguage(context);
    await tellPresence(context);
    // The server may have lost deletions or revisions, which are then in the outbox again.
    if ((await countOutbox(context)) > before) return 'again';
  }
  if (options.first) await askForInputs(store, clock.now());
  const history = await refreshHistory(context);
  if (history !== null) return history;
  const unsent = await countOutbox(context);
  const edits = await refreshEdits(context);
  if (edits !== null) return edits;
  // The server may have lost edits, which are then in the outbox again.
  if ((await countOutbox(context)) > unsent) return 'again';
  if (options.first || options.refresh) await refreshMissingSettings(context, options.first);
  await refreshSnapshot(context, 'market', SNAPSHOT_LIFE_MS);
  await refreshSnapshot(context, 'calendar', BACKGROUND_LIFE_MS);
  await refreshSnapshot(context, 'coins', BACKGROUND_LIFE_MS);
  return (await mustDeleteAgain(sent, context)) ? 'again' : sent;
}

/** An answer has shown that the server lost a deletion: repeat that first. */
async function mustDeleteAgain(sent: Stop | null, { store }: SyncContext): Promise<boolean> {
  const isThrough = sent === null || sent.type === 'put_off' || sent.type === 'paused';
  return isThrough && (await hasDeletion(store));
}

function countOutbox({ store }: SyncContext): Promise<number> {
  return store.read(['outbox'], (reading) => reading.count('outbox'));
}

/** A clock that went back makes everything look new, so it is not trusted. */
function isStale(profileAt: number | null, now: number): boolean {
  return profileAt === null || now < profileAt || now - profileAt >= PROFILE_LIFE_MS;
}
