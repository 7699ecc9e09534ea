/** Adds to the transfer and audit of a user's ledger: the wallets as their objects know them, and unsent credits. */

import type { Peers } from '#api/credits/peers.ts';
import { overlookedCredits } from '#api/credits/post.ts';
import { newestHead } from '#api/ledger/event-rows.ts';
import { type Finding, mergedFindings, startFindings } from '#api/ledger/findings.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import type { Accepted } from '#api/transfer/accept.ts';
import type { OwnAudit } from '#api/transfer/operate.ts';
import type { Piece } from '#api/transfer/piece.ts';
import { openReservationsOf, type Reservations } from '#api/wallet/reservations.ts';
import { readFact } from '#core/points/facts.ts';

export interface ReservedDeps {
  readonly sql: Sql;
  readonly userId: number;
  readonly peers: Pick<Peers, 'wallet'>;
  readonly reservations: Reservations;
  /** The wallet that the ledger has bound. */
  readonly bound: () => string | null;
}

/**
 * Accepts a piece of a ledger. Reserves the wallet that the piece leaves linked first, and refuses the piece where another user holds
 * that wallet. Where more pieces follow it need not be free yet, because a later piece may unlink it. Throws where the
 * wallet's object does not answer.
 */
export async function acceptReserving(
  { sql, userId, reservations, bound }: ReservedDeps,
  piece: Piece,
  accept: () => Promise<Accepted>,
): Promise<Accepted> {
  const known = newestHead(sql, userId)?.seq ?? 0;
  const added = piece.events.filter(({ seq }) => seq > known);
  const wallet = walletAfter(bound(), added);
  const last = added.at(-1);
  if (wallet === null || last === undefined) return accept();
  const reserved = await reservations.reserving(userId, wallet, accept);
  if (reserved.ok) return reserved.value;
  if (reserved.error === 'unknown') throw new Error(`The wallet of user ${userId} could not be reserved`);
  if (last.seq < piece.head.seq) return accept();
  return { ok: false, error: { type: 'wallet_taken', seq: last.seq } };
}

/** The wallet that is linked after these events. */
function walletAfter(before: string | null, events: Piece['events']): string | null {
  let wallet = before;
  for (const { type, data } of events) {
    const fact = type.startsWith('Wallet') ? readFact(type, data) : null;
    if (fact?.type === 'WalletLinked.v1') wallet = fact.data.wallet;
    if (fact?.type === 'WalletUnlinked.v1') wallet = null;
  }
  return wallet;
}

/** Adds to the audit of a ledger the credits that its referrer should have by now. */
export function withUnsentCredits(sql: Sql, userId: number, own: OwnAudit | null): OwnAudit | null {
  // The age of older ones gives them away already.
  if (own === null || own.findings.some(({ kind }) => kind === 'credit_waiting')) return own;
  const findings = startFindings();
  for (const { seq, target } of overlookedCredits(sql)) {
    findings.add(
      'credit_waiting',
      userId,
      seq,
      `the credit for user ${target} was not in a message that arrived`,
    );
  }
  return { ...own, findings: mergedFindings(own.findings, findings.list()) };
}

/** Adds the answers of its wallets' objects to a ledger's own audit. */
export async function withReservations(
  { sql, userId, peers, bound }: ReservedDeps,
  own: OwnAudit | null,
): Promise<OwnAudit | null> {
  if (own === null) return null;
  const isHeld = async (wallet: string) => (await peers.wallet(wallet).holder()) === userId;
  const open = await Promise.all(openReservationsOf(sql, own.wallet).map(isHeld));
  const reserved = open.filter(Boolean).length;
  const { wallet } = own;
  // Unlinked meanwhile, it may belong to another user by now.
  if (wallet === null || (await isHeld(wallet)) || bound() !== wallet) return { ...own, reserved };
  const finding: Finding = {
    kind: 'wallet_unreserved',
    userId,
    seq: null,
    detail: `its wallet ${wallet} is not reserved for this user`,
    count: 1,
  };
  return { ...own, reserved, findings: [...own.findings, finding] };
}
