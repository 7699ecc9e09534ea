/**
 * Sends the outbox in order: a lost deletion, registration, onboarding, language, sealed plans, records with their
 * revisions, deletions of records, settings, edits.
 */
import { isPaused, readFacts } from '../store/facts.ts';
import {
  type AnswerContext,
  acknowledgeDeletion,
  acknowledgeErasure,
  acknowledgeLanguage,
  acknowledgeOnboarding,
  acknowledgeRegistration,
  beginLanguage,
  type DeletionAgain,
  nextCommand,
  nextErasures,
} from '../store/outbox.ts';
import { sendHistoryAgain } from '../store/records.ts';
import type { Facts } from '../store/rows.ts';
import { nextSeal } from '../store/sealed-plans.ts';
import { isAtFault, isStale, type Stop, type SyncContext, stopOf } from './context.ts';
import { sendEdits } from './edits.ts';
import { sendRecords } from './send-records.ts';
import { sendSettings } from './settings.ts';

const ERASURES_PER_READ = 50;

/** Null once everything is answered. */
export async function sendOutbox(context: SyncContext): Promise<Stop | null> {
  const commands = await sendCommands(context);
  if (commands !== null) return commands;
  if (isPaused(await readFacts(context.store))) return { type: 'paused' };
  const seals = await sendSeals(context);
  if (seals !== null && seals.type !== 'put_off') return seals;
  const records = await sendRecords(context);
  if (records !== null && records.type !== 'put_off') return records;
  // A waiting record does not delay deletions, and neither delays settings and edits.
  const erasures = await sendErasures(context);
  if (erasures !== null) return erasures;
  const settings = await sendSettings(context);
  if (settings !== null && settings.type !== 'put_off') return settings;
  return (await sendEdits(context)) ?? settings ?? records ?? seals;
}

async function sendSeals(context: SyncContext): Promise<Stop | null> {
  const { store, clock, loadSeals, log } = context;
  if ((await nextSeal(store, clock.now())) === null) return null;
  let send: Awaited<ReturnType<typeof loadSeals>>;
  try {
    send = await loadSeals();
  } catch (cause) {
    // Records wait for no plan.
    log('Cannot load the code that sends sealed plans', cause);
    return { type: 'put_off' };
  }
  return send(context);
}

async function sendCommands(context: SyncContext): Promise<Stop | null> {
  const skipped = new Set<string>();
  let hasDeleted = false;
  for (;;) {
    const command = await nextCommand(context.store, skipped);
    if (command === null) return null;
    if (command.kind === 'delete') {
      // The server was restored again within this round: the next one repeats the deletion.
      if (hasDeleted) return { type: 'waiting', retryAfterMs: null };
      hasDeleted = true;
    }
    const facts = await readFacts(context.store);
    if (command.kind === 'language' && isPaused(facts)) return { type: 'paused' };
    const stop =
      command.kind === 'delete'
        ? await deleteAgain(context, facts, command)
        : command.kind === 'register'
          ? await register(context, facts)
          : command.kind === 'onboarding'
            ? await completeOnboarding(context, facts)
            : await tellLanguage(context, facts);
    if (stop === 'refused') skipped.add(command.key);
    else if (stop !== null) return stop;
  }
}

/** `refused`: this command fails for its own reasons, and does not delay others. */
type Sent = Stop | 'refused' | null;

/** Only while the server is still at the restored state: a deletion by another device must not be repeated. */
async function deleteAgain(context: SyncContext, facts: Facts, command: DeletionAgain): Promise<Sent> {
  const { api, store, userId, log } = context;
  const { generation } = command;
  log('A restored server has lost a deletion; the data are deleted again');
  const { deletionProof } = facts;
  const answer = await api.call('deleteUser', { path: { id: userId }, generation, deletionProof });
  if (answer.ok) await acknowledgeDeletion(store, command, answer.value.generation);
  else if (answer.failure.type === 'refused' && answer.failure.code === 'data_deleted')
    await acknowledgeDeletion(store, command, 'done');
  else {
    if (answer.failure.type === 'refused' && answer.failure.code === 'unknown_user')
      await acknowledgeDeletion(store, command, 'unknown_user');
    // A server of an earlier version gave no proof; then only launch data younger than an hour may delete.
    if (isStale(answer.failure)) return { type: 'reopen' };
    return stopOf(answer.failure, facts);
  }
  return null;
}

async function register(context: SyncContext, facts: Facts): Promise<Sent> {
  const { api, store, userId, launchData, log } = context;
  const { firstLaunch } = facts;
  const first = firstLaunch === null || firstLaunch === launchData ? {} : { firstLaunch };
  let answer = await api.call('register', { body: { id: userId, ...first } });
  if (!answer.ok && answer.failure.type === 'refused' && answer.failure.code === 'first_launch_invalid') {
    log('The server refused the first launch data; registering without them');
    answer = await api.call('register', { body: { id: userId } });
  }
  if (!answer.ok) return stopOf(answer.failure, facts);
  await acknowledgeRegistration(store, answerContext(context, facts), launchData, answer.value);
  return null;
}

async function completeOnboarding(context: SyncContext, facts: Facts): Promise<Sent> {
  const { api, store, userId, log } = context;
  const answer = await api.call('onboarding', { body: { userId }, generation: facts.generation });
  if (answer.ok) {
    await acknowledgeOnboarding(store, answerContext(context, facts), answer.value.profile);
    return null;
  }
  if (!isAtFault(answer.failure)) return stopOf(answer.failure, facts);
  log('The server refused to complete onboarding', answer.failure);
  return 'refused';
}

async function tellLanguage(context: SyncContext, facts: Facts): Promise<Sent> {
  const { api, store, userId, clock, log } = context;
  const choice = await beginLanguage(store, clock.now());
  if (choice === null) return null;
  const { language, chosenAt } = choice;
  const times =
    chosenAt === undefined
      ? {}
      : { chosenAt: new Date(chosenAt).toISOString(), sentAt: new Date(clock.now()).toISOString() };
  const answer = await api.call('chooseLanguage', {
    body: { id: userId, languageCode: language, ...times },
    generation: facts.generation,
  });
  if (!answer.ok && !isAtFault(answer.failure)) return stopOf(answer.failure, facts);
  if (!answer.ok) log('The server refused the language', answer.failure);
  await acknowledgeLanguage(store, choice, answer.ok ? answer.value.language_code : null);
  return null;
}

async function sendErasures(context: SyncContext): Promise<Stop | null> {
  const { api, store, userId, log } = context;
  const skipped = new Set<string>();
  for (;;) {
    const erasures = await nextErasures(store, ERASURES_PER_READ, skipped);
    if (erasures.length === 0) return null;
    for (const erasure of erasures) {
      const { id, upTo } = erasure;
      const facts = await readFacts(store);
      const { generation, historyMark } = facts;
      const answer = await api.call('deleteRecord', {
        path: { id: userId, recordId: id },
        query: { upTo, known: historyMark ?? 0 },
        generation,
      });
      if (answer.ok) {
        await acknowledgeErasure(store, generation, erasure, answer.value);
        if (answer.value.isKnown === false) await sendHistoryAgain(store);
      } else if (answer.failure.type === 'refused' && answer.failure.code === 'not_found') {
        await acknowledgeErasure(store, generation, erasure, null);
      } else if (isAtFault(answer.failure)) {
        log(`The server refused to delete record ${id}`, answer.failure);
        skipped.add(`5:erase:${id}`);
      } else {
        return stopOf(answer.failure, facts);
      }
    }
  }
}

export function answerContext(context: SyncContext, facts: Pick<Facts, 'generation'>): AnswerContext {
  return { generation: facts.generation, now: context.clock.now() };
}
