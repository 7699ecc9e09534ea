/** `/api/seals`: plans that are known by their hash until their user shows them. */
import type { Hono } from 'hono';
import { fromBase64url, toBase64url } from '#core/base64url.ts';
import { CALLS } from '#core/contract/calls.ts';
import { MAX_PLAN_BYTES, type RevealAnswer, type RevealBody, type SealAnswer } from '#core/contract/seals.ts';
import { planOfBytes } from '#core/plan-link.ts';
import { nextDayAt } from '#core/points/admission.ts';
import { sealId } from '#core/points/commands.ts';
import { fromHex, toHex } from '#core/proof/bytes.ts';
import { SALT_BYTES, sealHash } from '#core/proof/seal.ts';
import type { PublicRouteDeps, RouteDeps } from '../deps.ts';
import type { LedgerWriter } from '../ledger/types.ts';
import { sha256Bytes } from '../runtime/hashing.ts';
import { type Answer, fail, ok } from '../runtime/http/answer.ts';
import { mount } from '../runtime/http/mount.ts';
import { committed, gate, tooManyToday } from '../users/account.ts';
import { keepRevealed } from './reveals.ts';

export function sealRoutes(app: Hono, deps: RouteDeps): void {
  const { ledger, publicUrl } = deps;

  mount(app, deps, CALLS.sealPlan, {
    owner: (body) => body.userId,
    handle: async ({ userId, generation, body: { hash, sealedAt, sentAt } }) =>
      committed(
        await ledger.transact((writer): Answer<SealAnswer> => {
          const account = gate(writer.account(userId), generation);
          if (!account.ok) return account;
          const done = execute(writer, userId, {
            type: 'seal_plan',
            hash,
            sealedAt: Date.parse(sealedAt),
            sentAt: typeof sentAt === 'string' ? Date.parse(sentAt) : null,
          });
          return done.ok ? ok({ hash, seq: done.value.seq, receivedAt: onWire(done.value.at) }) : done;
        }),
      ),
  });

  mount(app, deps, CALLS.revealPlan, {
    owner: (body) => body.userId,
    handle: async ({ userId, generation, body }) => {
      const hash = hashOf(body);
      if (hash === null) return fail('malformed', { message: 'not a plan', path: 'plan' });
      return committed(
        await ledger.transact((writer): Answer<RevealAnswer> => {
          const account = gate(writer.account(userId), generation);
          if (!account.ok) return account;
          if (writer.eventById(userId, sealId(hash)) === null) return fail('not_sealed');
          const done = execute(writer, userId, { type: 'reveal_plan', hash });
          if (!done.ok) return done;
          // Also when it is repeated: "Delete my data" may have erased the plan meanwhile.
          keepRevealed(writer.sql, { user_id: userId, hash, plan: body.plan, salt: body.salt });
          return ok({
            hash,
            revealedAt: onWire(done.value.at),
            url: `${publicUrl}/proof#plan=${userId}.${hash}`,
          });
        }),
      );
    },
  });
}

/** What everybody may see. */
export function revealedRoutes(app: Hono, deps: PublicRouteDeps): void {
  mount(app, deps, CALLS.revealedPlan, {
    handle: async ({ params: { user, hash } }) => {
      if (!/^[1-9]\d{0,15}$/.test(user) || !/^[0-9a-f]{64}$/.test(hash)) return fail('not_found');
      const { reveals } = deps;
      const revealed = Number.isSafeInteger(Number(user)) ? await reveals.revealed(Number(user), hash) : null;
      if (revealed === null) return fail('not_found');
      const [published, prices] = await Promise.all([
        reveals.published(revealed.day, hash),
        reveals.prices(revealed.plan, Date.parse(revealed.receivedAt)),
      ]);
      return ok({ ...revealed, published, prices });
    },
  });
}

type PlanCommand = Extract<Parameters<LedgerWriter['execute']>[1], { type: 'seal_plan' | 'reveal_plan' }>;

/** The event of the command, also if it was there before. */
function execute(writer: LedgerWriter, userId: number, command: PlanCommand) {
  const executed = writer.execute(userId, command);
  if (!executed.ok) {
    const { type } = executed.error;
    if (type === 'conflict' || type === 'not_sealed') return fail(type);
    if (type === 'too_many_today') return tooManyToday(writer.now);
    if (type === 'too_many_seals') return fail(type, { retryAfterS: secondsToNextDay(writer.now) });
    throw new Error(`${command.type} of user ${userId} refused: ${type}`);
  }
  const event = executed.duplicateOf ?? executed.events[0];
  if (event === undefined) throw new Error(`${command.type} of user ${userId} became no event`);
  return ok({ seq: event.seq, at: event.at });
}

function secondsToNextDay(now: number): number {
  return Math.ceil((nextDayAt(now) - now) / 1000);
}

/** Null if the text is not that of a plan. */
function hashOf({ plan, salt }: RevealBody): string | null {
  const bytes = fromBase64url(plan);
  const salted = fromHex(salt, SALT_BYTES);
  if (bytes === null || salted === null || bytes.length > MAX_PLAN_BYTES) return null;
  if (planOfBytes(bytes) === null || toBase64url(bytes) !== plan) return null;
  return toHex(sealHash(salted, Uint8Array.from(bytes), sha256Bytes));
}

function onWire(time: number): string {
  return new Date(time).toISOString();
}
