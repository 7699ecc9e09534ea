/** `/api/edits`: takes what a device has edited, and tells it what the user's other devices have. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { EditsSaved } from '#core/contract/edits.ts';
import { judgedTime } from '#core/edits.ts';
import type { RouteDeps } from '../deps.ts';
import { type Answer, ok } from '../runtime/http/answer.ts';
import { mount } from '../runtime/http/mount.ts';
import { committed, gate } from '../users/account.ts';
import { editsAfter, hasGivenChange, keptEdit, lastChange, saveEdit, seqOf } from './edits.ts';

const PAGE = 500;

export function editRoutes(app: Hono, deps: RouteDeps): void {
  const { ledger, sql } = deps;

  mount(app, deps, CALLS.saveEdits, {
    owner: (body) => body.userId,
    handle: async (call) =>
      committed(
        await ledger.transact((writer): Answer<EditsSaved> => {
          const { userId, body } = call;
          const account = gate(writer.account(userId), call.generation);
          if (!account.ok) return account;
          const before = lastChange(writer.sql, userId);
          const isKnown = body.known === undefined || hasGivenChange(writer.sql, userId, body.known);
          const sentAt = timeOf(body.sentAt);
          const edits = body.edits.flatMap(({ subject, field, value, at, device, over }) => {
            const seq = seqOf(writer.sql, userId, subject);
            if (seq === null) return [];
            const claimed = Date.parse(at);
            const edited_at = judgedTime({ at: claimed, over: timeOf(over) }, sentAt, writer.now);
            const edit = { user_id: userId, seq, field, value, edited_at, device };
            return [keptEdit(saveEdit(writer.sql, edit, writer.now, edited_at !== claimed), subject)];
          });
          return ok({ edits, before, isKnown });
        }),
      ),
  });

  mount(app, deps, CALLS.edits, {
    handle: (call) => {
      const { userId } = call;
      const account = gate(ledger.read.account(userId), call.generation);
      if (!account.ok) return account;
      const { after = 0, known = after, subject = '', field = '' } = call.query;
      const found = editsAfter(sql, userId, after, PAGE + 1);
      return ok({
        edits: found.slice(0, PAGE),
        isComplete: found.length <= PAGE,
        isKnown: known === 0 || hasGivenChange(sql, userId, { change: known, subject, field }),
      });
    },
  });
}

function timeOf(time: string | undefined): number | null {
  return time === undefined ? null : Date.parse(time);
}
