/** What a healthy server answers about sealed plans, over core's own ledger. */
import { sha256 } from '@noble/hashes/sha2.js';
import { fromBase64url } from '#core/base64url.ts';
import type { RevealAnswer, RevealBody, SealAnswer, SealBody } from '#core/contract/seals.ts';
import { type Command, sealId } from '#core/points/commands.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { fromHex, toHex } from '#core/proof/bytes.ts';
import { SALT_BYTES, sealHash } from '#core/proof/seal.ts';

interface FakeLedger {
  readonly events: readonly StoredEvent[];
  apply(command: Command): void;
}

export function sealOn(ledger: FakeLedger, { hash, sealedAt, sentAt }: SealBody): SealAnswer {
  if (eventOf(ledger, sealId(hash)) === undefined) {
    const sent = typeof sentAt === 'string' ? Date.parse(sentAt) : null;
    ledger.apply({ type: 'seal_plan', hash, sealedAt: Date.parse(sealedAt), sentAt: sent });
  }
  const event = eventOf(ledger, sealId(hash));
  return { hash, seq: event?.seq ?? 0, receivedAt: new Date(event?.at ?? 0).toISOString() };
}

/** Null if no such plan is sealed. */
export function revealOn(ledger: FakeLedger, { plan, salt }: RevealBody): RevealAnswer | null {
  const salted = fromHex(salt, SALT_BYTES) ?? new Uint8Array(SALT_BYTES);
  const hash = toHex(sealHash(salted, Uint8Array.from(fromBase64url(plan) ?? []), sha256));
  if (eventOf(ledger, sealId(hash)) === undefined) return null;
  if (eventOf(ledger, `revealed:${hash}`) === undefined) ledger.apply({ type: 'reveal_plan', hash });
  const revealedAt = new Date(eventOf(ledger, `revealed:${hash}`)?.at ?? 0).toISOString();
  return { hash, revealedAt, url: `https://irich.example/proof#plan=42.${hash}` };
}

function eventOf({ events }: FakeLedger, id: string): StoredEvent | undefined {
  return events.find(({ eventId }) => eventId === id);
}
