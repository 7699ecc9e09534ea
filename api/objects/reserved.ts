/** What an object adds to the moving and the audit of its ledger: its wallets, as their own objects say, and unsent credits. */
import { readFact } from '#core/points/facts.ts';
import type { Peers } from '../exchange/peers.ts';
import { overlookedCredits } from '../exchange/post.ts';
import { openReservationsOf, type Reservations } from '../exchange/reservations.ts';
import { newestHead } from '../ledger/event-rows.ts';
import { type Finding, mergedFindings, startFindings } from '../ledger/findings.ts';
import type { Accepted } from '../moving/accept.ts';
import type { OwnAudit } from '../moving/operate.ts';
import type { Piece } from '../moving/piece.ts';
import type { Sql } from '../sqlite/port.ts';

export interface ReservedDeps {
  readonly sql: Sql;
  readonly userId: number;
  readonly peers: Pick<Peers, 'wallet'>;
  readonly reservations: Reservations;
  /** The wallet that the ledger has bound. */
  readonly bound: () => string | null;
}

/**
 * Takes in a piece of a ledger; the wallet that it leaves linked is reserved first, and the piece refused where another user
 * holds it. Of a ledger that goes on in another piece it need not be free yet: that one may unlink it. Throws where it
 * cannot be said.
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
  // An older one has been found by its age.
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

/** Adds to what a ledger says of itself what the objects of its wallets say. */
export async function withReservations(
  { sql, userId, peers, bound }: ReservedDeps,
  own: OwnAudit | null,
): Promise<OwnAudit | null> {
  if (own === null) return null;
  const isHeld = async (wallet: string) => (await peers.wallet(wallet).holder()) === userId;
  const open = await Promise.all(openReservationsOf(sql, own.wallet).map(isHeld));
  const reserved = open.filter(Boolean).length;
  const { wallet } = own;
  // Unlinked meanwhile, it may be somebody else's by now.
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
