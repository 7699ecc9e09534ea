/** `/api/user`: registration, onboarding, language, profile, last seen, deletion. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type {
  DeleteAnswer,
  LanguageAnswer,
  OnboardingAnswer,
  RegisterAnswer,
  SessionsAnswer,
} from '#core/contract/user.ts';
import { parseStartParameter, referrerOf, type StartParameter } from '#core/launch/start-parameter.ts';
import { isDeleted, type LedgerState } from '#core/points/evolve.ts';
import type { LaunchData } from '../auth/launch-data.ts';
import type { RouteDeps } from '../deps.ts';
import { numbersFor } from '../edits/edits.ts';
import type { LedgerWriter } from '../ledger/types.ts';
import { saveReturn } from '../notifications/preferences/settings.ts';
import { planReminder } from '../notifications/reminders.ts';
import { type Answer, fail, ok } from '../runtime/http/answer.ts';
import { mount, type SignedCall } from '../runtime/http/mount.ts';
import {
  chosenTime,
  committed,
  gate,
  isBehind,
  isRecentLaunch,
  profileRecord,
  tooManyToday,
} from './account.ts';
import { deleteData } from './delete-data.ts';
import { findPerson, isSeenDue, saveLanguage, savePerson, saveSeen } from './users.ts';

export function userRoutes(app: Hono, deps: RouteDeps): void {
  const { ledger, sql } = deps;

  mount(app, deps, CALLS.register, {
    owner: (body) => body.id,
    handle: async (call) => {
      const first = firstLaunch(deps, call.launch, call.userId, call.body.firstLaunch ?? null);
      if (!first.ok) return first;
      if (ledger.isReadOnly) return welcomeBack(deps, call.userId);
      const admitted = await admit(deps, call.userId, first.value);
      if (!admitted.ok) return admitted;
      const { referrerSince } = admitted.value;
      return committed(
        await ledger.transact((writer) => register(deps, writer, call.launch, first.value, referrerSince)),
      );
    },
  });

  mount(app, deps, CALLS.onboarding, {
    owner: (body) => body.userId,
    handle: async (call) => {
      const state = ledger.read.account(call.userId);
      const isDone = state?.onboarded === true && !isBehind(state, call.generation);
      if (ledger.isReadOnly && isDone) return welcomeBack(deps, call.userId);
      return committed(await ledger.transact((writer) => completeOnboarding(deps, writer, call)));
    },
  });

  mount(app, deps, CALLS.readLanguage, {
    handle: (call) => {
      const account = gate(ledger.read.account(call.userId), call.generation);
      if (!account.ok) return account;
      return ok({ language_code: findPerson(sql, call.userId)?.language ?? null });
    },
  });

  mount(app, deps, CALLS.chooseLanguage, {
    owner: (body) => body.id,
    handle: async (call) =>
      committed(
        await ledger.transact((writer): Answer<LanguageAnswer> => {
          const account = gate(writer.account(call.userId), call.generation);
          if (!account.ok) return account;
          const { languageCode, chosenAt, sentAt } = call.body;
          const at = chosenTime(chosenAt ?? null, sentAt ?? null, writer.now);
          return ok({
            language_code: saveLanguage(writer.sql, call.launch.user, languageCode, at, writer.now),
          });
        }),
      ),
  });

  mount(app, deps, CALLS.sessions, {
    owner: (body) => body.userId,
    handle: async (call) => {
      const account = gate(ledger.read.account(call.userId), call.generation);
      if (!account.ok) return account;
      const { known } = call.body;
      const numbers = numbersFor(sql, call.userId, known);
      if (!isSeenDue(sql, call.userId, deps.clock.now())) return ok({ recorded: false, ...numbers });
      return committed(
        await ledger.transact((writer): Answer<SessionsAnswer> => {
          const again = gate(writer.account(call.userId), call.generation);
          if (!again.ok) return again;
          saveSeen(writer.sql, call.userId, writer.now);
          return ok({ recorded: true, ...numbers });
        }),
      );
    },
  });

  mount(app, deps, CALLS.profile, {
    handle: (call) => {
      const account = gate(ledger.read.account(call.userId), call.generation);
      if (!account.ok) return account;
      return ok(profileRecord(sql, account.value, deps.links, deps.clock.now()));
    },
  });

  mount(app, deps, CALLS.deleteUser, { handle: (call) => deleteOwnData(deps, call) });
}

/**
 * The launch that determines referrer, campaign and earliest time: the first one that this device ever had, if it is sent.
 * Registered users need none.
 */
function firstLaunch(
  deps: RouteDeps,
  fresh: LaunchData,
  userId: number,
  text: string | null,
): Answer<LaunchData> {
  if (text === null || deps.ledger.read.account(userId) !== null) return ok(fresh);
  const first = deps.firstLaunch(text, userId);
  return first === null ? fail('first_launch_invalid', { path: 'firstLaunch' }) : ok(first);
}

/** Asks other ledgers. Only a first registration needs this. */
async function admit(
  { ledger, neighbours }: RouteDeps,
  userId: number,
  first: LaunchData,
): Promise<Answer<{ readonly referrerSince: number | null }>> {
  if (ledger.read.account(userId)?.registered) return ok({ referrerSince: null });
  const admitted = await neighbours.admit(userId, referrerOf(startOf(first)));
  return admitted === null ? fail('unavailable') : ok(admitted);
}

function startOf({ startParam }: LaunchData): StartParameter | null {
  return startParam === null ? null : parseStartParameter(startParam);
}

/** Lets every device of the user repeat the newest deletion, in case a restored server has lost it. */
function provedDeletion({ deletionProofs }: RouteDeps, { userId, deletions }: LedgerState) {
  return deletions === 0 ? {} : { deletionProof: deletionProofs.make(userId, deletions) };
}

/**
 * Registered users can still sign in while writes are refused; the next launch updates their names. Other users have to wait,
 * and their device keeps its data until then.
 */
function welcomeBack(deps: RouteDeps, userId: number): Answer<RegisterAnswer> {
  const state = deps.ledger.read.account(userId);
  if (state === null || state.registered === null) return fail('moving');
  return ok({
    isNewUser: !state.onboarded,
    generation: state.deletions,
    ...provedDeletion(deps, state),
    profile: profileRecord(deps.sql, state, deps.links, deps.clock.now()),
  });
}

/** @param elsewhere when the referrer registered in another database, UTC milliseconds. */
function register(
  deps: RouteDeps,
  writer: LedgerWriter,
  fresh: LaunchData,
  first: LaunchData,
  elsewhere: number | null,
): Answer<RegisterAnswer> {
  const { user } = fresh;
  let state = writer.account(user.id);
  let start: StartParameter | null = null;
  if (state === null || state.registered === null) {
    start = startOf(first);
    const referrer = referrerOf(start);
    const since = referrer === null ? null : (elsewhere ?? registeredAt(writer, referrer));
    const executed = writer.execute(user.id, {
      type: 'register',
      firstAuthDate: Math.min(first.authDate, fresh.authDate),
      premium: user.premium,
      referrer,
      referrerRegistered: since !== null,
      ...(since === null ? {} : { referrerSince: since }),
    });
    if (!executed.ok && executed.error.type === 'too_many_today') return tooManyToday(writer.now);
    if (!executed.ok) throw new Error(`Registration of user ${user.id} refused: ${executed.error.type}`);
    state = executed.state;
  }
  // Erased data stays erased until onboarding is completed again.
  if (!isDeleted(state)) {
    savePerson(writer.sql, user, start, writer.now);
    welcome(writer, state, fresh);
  }
  return ok({
    isNewUser: !state.onboarded,
    generation: state.deletions,
    ...provedDeletion(deps, state),
    profile: profileRecord(writer.sql, state, deps.links, writer.now),
  });
}

/** Stores whether the bot may write, as the launch says, and plans the reminder that depends on it. */
function welcome({ sql, now }: LedgerWriter, state: LedgerState, { user, authDate }: LaunchData): void {
  if (user.mayWrite) saveReturn(sql, user.id, authDate * 1000);
  planReminder(sql, state, now);
}

function registeredAt(writer: LedgerWriter, userId: number): number | null {
  return writer.account(userId)?.registered?.at ?? null;
}

/** Also reactivates a deleted account, unless the device does not know of the deletion. */
function completeOnboarding(
  deps: RouteDeps,
  writer: LedgerWriter,
  call: SignedCall<unknown>,
): Answer<OnboardingAnswer> {
  const before = writer.account(call.userId);
  if (before === null || before.registered === null) return fail('unknown_user');
  if (isBehind(before, call.generation)) return fail('data_deleted');
  const executed = writer.execute(call.userId, { type: 'complete_onboarding' });
  if (!executed.ok && executed.error.type === 'too_many_today') return tooManyToday(writer.now);
  if (!executed.ok) throw new Error(`Onboarding of user ${call.userId} refused: ${executed.error.type}`);
  const { state } = executed;
  if (isDeleted(before)) {
    savePerson(writer.sql, call.launch.user, null, writer.now);
    welcome(writer, state, call.launch);
  }
  return ok({
    isNewUser: !state.onboarded,
    generation: state.deletions,
    profile: profileRecord(writer.sql, state, deps.links, writer.now),
  });
}

async function deleteOwnData(deps: RouteDeps, call: SignedCall<null>): Promise<Answer<DeleteAnswer>> {
  const { userId, generation, launch } = call;
  const { deletionProofs: proofs } = deps;
  const deleted = await deleteData(deps.ledger, userId, (writer): Answer<DeleteAnswer> | null => {
    const account = gate(writer.account(userId), generation);
    if (!account.ok) return account;
    const { deletions } = account.value;
    const isProved = proofs.isOfLater(call.deletionProof, userId, deletions);
    return isProved || isRecentLaunch(launch, writer.now) ? null : fail('launch_data_stale');
  });
  if (!deleted.ok) return committed(deleted);
  if ('refused' in deleted.value) return deleted.value.refused;
  deps.onErased?.();
  const { deletions } = deleted.value.done;
  return ok({ deleted: true, generation: deletions, proof: proofs.make(userId, deletions) });
}
