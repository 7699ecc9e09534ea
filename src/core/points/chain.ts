/**
 * The hash chain: every event carries the SHA-256 of itself and of the previous hash, so that an edit, a deletion in
 * the middle, a swap or an insertion shows. The published vector is tests/core/points/chain-vector.json.
 *
 * The hashed bytes of an event are these ten lines in UTF-8, joined by a line feed (0x0A), none after the last:
 *
 *   1. the hash of the previous event, 64 lower-case hex digits; 64 zeros for the first event
 *   2. userId, decimal
 *   3. seq, decimal, from 1
 *   4. eventId
 *   5. type, such as `CalculationRecorded.v1`
 *   6. rules, decimal
 *   7. at, UTC milliseconds, decimal
 *   8. bucket, empty if there is none
 *   9. award, thousandths of an iRICH, decimal, with `-` if negative
 *  10. data, the JSON text exactly as stored
 *
 * `hash` is their SHA-256 in lower-case hex. No line but the last can hold a line feed, so no two events share their
 * bytes.
 */
import type { Decided, Head, StoredEvent } from './events.ts';
import { dataText, isStoredEvent, readFact } from './facts.ts';

/** SHA-256 of a text's UTF-8 bytes, as 64 lower-case hex digits. Each runtime passes in its own. */
export type Sha256 = (text: string) => string;

/** The text whose SHA-256 is the event's hash. */
export function hashedText(previousHash: string, event: Omit<StoredEvent, 'hash'>): string {
  const { userId, seq, eventId, type, rules, at, bucket, award, data } = event;
  return `${previousHash}\n${userId}\n${seq}\n${eventId}\n${type}\n${rules}\n${at}\n${bucket ?? ''}\n${award}\n${data}`;
}

/**
 * A decided fact as the next event after `head`. Throws on values that could never be read again, such as an id with a
 * space.
 */
export function seal(head: Head, userId: number, decided: Decided, sha256: Sha256): StoredEvent {
  const { eventId, type, rules, at, bucket, award } = decided;
  const open = {
    userId,
    seq: head.seq + 1,
    eventId,
    type,
    rules,
    at,
    bucket,
    award,
    data: dataText(decided),
  };
  const event = { ...open, hash: sha256(hashedText(head.hash, open)) };
  if (!isStoredEvent(event) || readFact(event.type, event.data) === null) {
    throw new Error(`Not a valid event: ${JSON.stringify(event)}`);
  }
  return event;
}
