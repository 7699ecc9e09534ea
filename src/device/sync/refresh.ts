/** Fetches changes made elsewhere: profile, language, records of other devices. */
import type { CallName } from '#core/contract/answers.ts';
import type { RecordsAnswer } from '#core/contract/records.ts';
import { patchFacts, readFacts, takeServerLanguage } from '../store/facts.ts';
import { firstUnknownRecord, mergeHistory, readHead } from '../store/ledger.ts';
import { takeProfile } from '../store/profile.ts';
import { sendHistoryAgain } from '../store/records.ts';
import type { Facts } from '../store/rows.ts';
import type { Answer, Failure } from './api-client.ts';
import { type Stop, type SyncContext, stopOf } from './context.ts';

const HISTORY_PAGE = 200;

export async function refreshProfile(context: SyncContext): Promise<Stop | null> {
  const { api, store, userId, clock } = context;
  const facts = await readFacts(store);
  const answer = await api.call('profile', { path: { id: userId }, generation: facts.generation });
  if (!answer.ok) return stopOf(answer.failure, facts);
  await takeProfile(store, answer.value, facts.generation, clock.now());
  return null;
}

/** An unsent choice made here takes precedence over the server's. */
export async function refreshLanguage(context: SyncContext): Promise<void> {
  const { api, store, userId } = context;
  const facts = await readFacts(store);
  const answer = await api.call('readLanguage', { path: { id: userId }, generation: facts.generation });
  if (!answer.ok) return failed(context, 'readLanguage', answer.failure);
  const language = answer.value.language_code;
  if (language !== null) await takeServerLanguage(store, language, facts.languageChoices);
}

/** Runs once per start. The answer may show that the server has lost deletions, which are then in the outbox again. */
export async function tellPresence(context: SyncContext): Promise<void> {
  const { api, store, userId } = context;
  const { generation, historyMark } = await readFacts(store);
  const body = { userId, known: historyMark ?? 0 };
  const answer = await api.call('sessions', { body, generation });
  if (!answer.ok) return failed(context, 'sessions', answer.failure);
  const { change, isKnown } = answer.value;
  if (isKnown === false) await sendHistoryAgain(store);
  else if (change !== undefined && historyMark === null) await patchFacts(store, { historyMark: change });
}

/** For a new or emptied device, or one of several: fetches missing records of the ledger, with their inputs. */
export async function refreshHistory(context: SyncContext): Promise<Stop | null> {
  const { api, store, userId } = context;
  const facts = await readFacts(store);
  let cursor: Facts['historyCursor'] = facts.historyCursor;
  if (cursor === null) {
    const head = await readHead(store);
    if (head.seq <= facts.historySeq) return null;
    if ((await firstUnknownRecord(store, facts.historySeq)) === null) {
      await patchFacts(store, { historySeq: head.seq });
      return null;
    }
    cursor = { before: head.seq + 1, upTo: head.seq };
  }
  for (;;) {
    const answer: Answer<RecordsAnswer> = await api.call('records', {
      path: { id: userId },
      query: { before: cursor.before, limit: HISTORY_PAGE },
      generation: facts.generation,
    });
    if (!answer.ok) return stopOf(answer.failure, facts);
    const { records, nextBefore }: RecordsAnswer = answer.value;
    await mergeHistory(store, facts.generation, records);
    if ((await readFacts(store)).generation !== facts.generation) return null;
    if (nextBefore === null || nextBefore <= facts.historySeq || nextBefore >= cursor.before) break;
    cursor = { before: nextBefore, upTo: cursor.upTo };
    await patchFacts(store, { historyCursor: cursor });
  }
  await patchFacts(store, { historyCursor: null, historySeq: cursor.upTo });
  return null;
}

/** No kept data depends on these calls, and the next refresh repeats them. */
function failed(context: SyncContext, name: CallName, failure: Failure): void {
  context.log(`Call ${name} failed`, failure);
}
