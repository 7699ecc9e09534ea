/** `/api/user/sbt/…`: claims a badge as a token, and lists the state of claimed tokens. */
import { Address } from '@ton/core';
import type { Hono } from 'hono';
import { CALLS } from '#core/contract/calls.ts';
import type { BadgeToken, SbtAnswer, SbtClaimAnswer, SbtClaimBody } from '#core/contract/sbt.ts';
import { languageOf } from '#core/languages.ts';
import type { LedgerState } from '#core/points/evolve.ts';
import type { RouteDeps } from '../deps.ts';
import type { LedgerWriter } from '../ledger/types.ts';
import { type Answer, fail, ok } from '../runtime/http/answer.ts';
import { mount, type SignedCall } from '../runtime/http/mount.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { committed, gate } from '../users/account.ts';
import { findPerson } from '../users/users.ts';
import { contractText } from './address.ts';
import { BASECHAIN, badgeAddress, badgeNumber } from './contracts.ts';
import { explorerUrl, walletLink, walletTransaction } from './link.ts';
import { MINT_FEE } from './messages.ts';
import { badgeContent } from './metadata.ts';
import type { Minting } from './minting.ts';
import { confirmTokens, expectToken, tokenStates } from './tokens.ts';
import { signedMint, type Voucher } from './voucher.ts';
import { goodVouchers, type Holding, voucherFor } from './vouchers.ts';

/** Time for the wallet to send the transaction, seconds: wallets refuse a much longer validity. */
const SENT_WITHIN_S = 300;

export function sbtClaimRoutes(app: Hono, deps: RouteDeps): void {
  mount(app, deps, CALLS.claimSbt, {
    owner: (body) => body.user_id,
    handle: (call) => withMinting(deps, (minting) => claim(deps, minting, call)),
  });

  mount(app, deps, CALLS.sbt, {
    handle: (call) => withMinting(deps, (minting) => standing(deps, minting, call)),
  });
}

async function withMinting<T>(
  { minting }: RouteDeps,
  answer: (minting: Minting) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  return minting === null ? fail('sbt_not_configured') : answer(minting);
}

async function claim(
  { ledger }: RouteDeps,
  minting: Minting,
  call: SignedCall<SbtClaimBody>,
): Promise<Answer<SbtClaimAnswer>> {
  const result = committed(
    await ledger.transact((writer): Answer<{ voucher: Voucher; now: number }> => {
      const account = gate(writer.account(call.userId), call.generation);
      if (!account.ok) return account;
      const voucher = voucherOf(writer, minting, call, account.value);
      return voucher.ok ? ok({ voucher: voucher.value, now: writer.now }) : voucher;
    }),
  );
  if (!result.ok) return result;
  const { voucher, now } = result.value;
  const { network, delivery, linkTemplate, collection } = minting;
  const transfer = {
    to: collection,
    amount: MINT_FEE,
    body: signedMint(voucher, minting.signer()),
    validUntil: Math.min(voucher.validUntil, Math.floor(now / 1000) + SENT_WITHIN_S),
  };
  return ok({
    link: walletLink(linkTemplate, network, transfer),
    ...(delivery === 'link' ? {} : { transaction: walletTransaction(network, transfer) }),
  });
}

function voucherOf(
  { sql, now }: LedgerWriter,
  minting: Minting,
  { userId, body, launch }: SignedCall<SbtClaimBody>,
  { badges }: LedgerState,
): Answer<Voucher> {
  const { badge_id: badgeId, wallet_address: connected } = body;
  const badge = badgeNumber(badgeId);
  if (badge === null || !badges.some(({ id }) => id === badgeId)) return fail('badge_not_earned');
  const person = findPerson(sql, userId);
  const linked = person?.walletAddress ?? null;
  if (linked === null) return fail('wallet_not_linked');
  if (connected !== undefined && connected.toLowerCase() !== linked) return fail('wallet_mismatch');
  const owner = Address.parseRaw(linked);
  if (owner.workChain !== BASECHAIN) return fail('wallet_mismatch');
  const holding = { userId, collection: minting.collection, owner };
  const language = person?.language ?? languageOf(launch.user.languageCode);
  const content = badgeContent(badgeId, language);
  const voucher = voucherFor(sql, { ...holding, badge, content }, minting.signer(), now);
  expectToken(sql, holding, badge, voucher.validUntil);
  return ok(voucher);
}

async function standing(
  deps: RouteDeps,
  minting: Minting,
  { userId, generation }: SignedCall<null>,
): Promise<Answer<SbtAnswer>> {
  const { ledger, sql, clock } = deps;
  const { collection, network, delivery, askChain } = minting;
  const before = gate(ledger.read.account(userId), generation);
  if (!before.ok) return before;
  const held = holdingOf(sql, minting, userId);
  if (held !== null && askChain !== null) await confirmTokens(deps, askChain, held);
  // The account may have changed while the chain was asked.
  const account = gate(ledger.read.account(userId), generation);
  if (!account.ok) return account;
  const holding = holdingOf(sql, minting, userId);
  return ok({
    collection: contractText(collection, network),
    delivery,
    tokens: holding === null ? [] : tokensOf(sql, minting, holding, account.value, clock.now()),
  });
}

/** Null if no wallet is linked. */
function holdingOf(sql: Sql, { collection }: Minting, userId: number): Holding | null {
  const linked = findPerson(sql, userId)?.walletAddress ?? null;
  return linked === null ? null : { userId, collection, owner: Address.parseRaw(linked) };
}

function tokensOf(
  sql: Sql,
  minting: Minting,
  holding: Holding,
  { badges }: LedgerState,
  now: number,
): BadgeToken[] {
  const { network, explorerTemplate, signer } = minting;
  const { collection, owner } = holding;
  const states = tokenStates(sql, holding);
  const good = goodVouchers(sql, holding, signer(), now);
  return badges.flatMap(({ id }): BadgeToken[] => {
    const badge = badgeNumber(id);
    if (badge === null) return [];
    const state = states.get(badge);
    if (state !== undefined) {
      const url = explorerUrl(explorerTemplate, network, badgeAddress(collection, owner, badge));
      return [{ badge_id: id, state, requested_until: null, explorer_url: url }];
    }
    const validUntil = good.get(badge);
    if (validUntil === undefined) return [];
    const until = new Date(validUntil * 1000).toISOString();
    return [{ badge_id: id, state: 'requested', requested_until: until, explorer_url: null }];
  });
}
