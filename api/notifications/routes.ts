/** `/api/user/settings`: what the bot may send a user, and when. */
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { SettingsAnswer } from '#core/contract/settings.ts';
import type { RouteDeps } from '../deps.ts';
import { type Answer, ok } from '../runtime/http/answer.ts';
import { mount } from '../runtime/http/mount.ts';
import { chosenTime, committed, gate } from '../users/account.ts';
import { readReach, readSettings, saveReturn, saveSettings } from './preferences/settings.ts';
import { planReminder } from './reminders.ts';

export function settingsRoutes(app: Hono, deps: RouteDeps): void {
  const { ledger, sql } = deps;

  mount(app, deps, CALLS.readSettings, {
    handle: (call) => {
      const account = gate(ledger.read.account(call.userId), call.generation);
      if (!account.ok) return account;
      const settings = readSettings(sql, call.userId);
      return ok({ settings, mayWrite: readReach(sql, call.userId).mayWrite });
    },
  });

  mount(app, deps, CALLS.saveSettings, {
    owner: (body) => body.userId,
    handle: async (call) =>
      committed(
        await ledger.transact((writer): Answer<SettingsAnswer> => {
          const { userId, body } = call;
          const account = gate(writer.account(userId), call.generation);
          if (!account.ok) return account;
          const { settings, chosenAt, sentAt, mayWrite } = body;
          const at = chosenTime(chosenAt ?? null, sentAt ?? null, writer.now);
          const kept = saveSettings(writer.sql, userId, settings, at, writer.now);
          // The claim is not verified: if it is false, only one message to this user is refused.
          if (mayWrite === true) saveReturn(writer.sql, userId, writer.now);
          planReminder(writer.sql, account.value, writer.now);
          return ok({ settings: kept, mayWrite: readReach(writer.sql, userId).mayWrite });
        }),
      ),
  });
}
