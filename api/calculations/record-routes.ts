/** `/api/records`: restores a user's calculations with their inputs on a new or emptied device, and removes them. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import { RecordId } from '#core/contract/primitives.ts';
import type { RecordDeleted, RecordsDeleted } from '#core/contract/records.ts';
import type { RouteDeps } from '../deps.ts';
import { eraseOutcomes, giveChange, numbersFor } from '../edits/edits.ts';
import { type Answer, ok } from '../runtime/http/answer.ts';
import { matching } from '../runtime/http/body.ts';
import { mount, type SignedCall } from '../runtime/http/mount.ts';
import { committed, gate } from '../users/account.ts';
import { eraseCalculations, hideCalculation, listCalculations } from './inputs.ts';

const DEFAULT_PAGE = 100;
const ERASED_AT_ONCE = 2000;

export function recordRoutes(app: Hono, deps: RouteDeps): void {
  const { ledger, sql } = deps;

  mount(app, deps, CALLS.records, {
    handle: (call) => {
      const account = gate(ledger.read.account(call.userId), call.generation);
      if (!account.ok) return account;
      const { before = Number.MAX_SAFE_INTEGER, limit = DEFAULT_PAGE } = call.query;
      const found = listCalculations(sql, call.userId, before, limit + 1);
      const records = found.slice(0, limit);
      const nextBefore = found.length > limit ? (records.at(-1)?.seq ?? null) : null;
      return ok({ records, nextBefore });
    },
  });

  mount(app, deps, CALLS.deleteRecords, { handle: (call) => eraseAll(deps, call) });

  mount(app, deps, CALLS.deleteRecord, {
    handle: async (call) => {
      const recordId = matching(RecordId, call.params.recordId);
      if (!recordId.ok) return { ok: false, error: { ...recordId.error, path: 'recordId' } };
      const answer = committed(
        await ledger.transact((writer): Answer<RecordDeleted> => {
          const { userId, query } = call;
          const { sql, now } = writer;
          const account = gate(writer.account(userId), call.generation);
          if (!account.ok) return account;
          const { known, upTo = null } = query;
          const numbers = numbersFor(sql, userId, known);
          const event = writer.eventById(userId, recordId.value.toLowerCase());
          if (event === null) return ok({ deleted: 0, ...numbers });
          const { deleted, later } = hideCalculation(sql, userId, event.seq, upTo);
          if (later === null) eraseOutcomes(sql, userId, event.seq);
          const change = deleted > 0 ? giveChange(sql, userId, now) : numbers.change;
          if (known === undefined) return ok({ deleted });
          return ok({
            ...{ deleted, ...numbers },
            ...(change !== undefined && { change }),
            ...(later !== null && { later }),
          });
        }),
      );
      deps.onErased?.();
      return answer;
    },
  });
}

/** Erases in batches, so that other users do not wait long for the write lock; later records stay. */
async function eraseAll(deps: RouteDeps, call: SignedCall<null>): Promise<Answer<RecordsDeleted>> {
  const upTo = deps.ledger.read.account(call.userId)?.head.seq ?? 0;
  let deleted = 0;
  for (;;) {
    const result = committed(
      await deps.ledger.transact((writer): Answer<{ shown: number; isDone: boolean }> => {
        const account = gate(writer.account(call.userId), call.generation);
        if (!account.ok) return account;
        eraseOutcomes(writer.sql, call.userId, 1, upTo);
        return ok(eraseCalculations(writer.sql, call.userId, upTo, ERASED_AT_ONCE));
      }),
    );
    if (!result.ok) return result;
    deleted += result.value.shown;
    if (!result.value.isDone) continue;
    deps.onErased?.();
    return ok({ deleted });
  }
}
