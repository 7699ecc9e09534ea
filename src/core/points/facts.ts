/**
 * Facts as text and back. `data` of an event is JSON with sorted keys and no spaces, written once when the event is
 * made. That text is hashed and stored, byte for byte. Reading accepts only canonical text.
 */
import {
  BUCKETS,
  type Bucket,
  type CreditCause,
  type Decided,
  type Fact,
  type FactType,
  type StoredEvent,
} from './events.ts';
import { INTEGER, INTEGER_OR_NULL, isInteger, readRecord, WORD } from './record-fact.ts';

/** The canonical JSON text of a fact's data. */
export function dataText(fact: Fact): string {
  switch (fact.type) {
    case 'CalculationRecorded.v1': {
      const { calculationType, day, occurredAt, reason, sentAt } = fact.data;
      return `{"calculationType":"${calculationType}","day":${day},"occurredAt":${occurredAt},"reason":"${reason}","sentAt":${sentAt}}`;
    }
    case 'CreditReceived.v1': {
      const { basis, cause, premium, source } = fact.data;
      return `{"basis":${basis},"cause":"${cause}","premium":${premium},"source":${JSON.stringify(source)}}`;
    }
    case 'CheckInClaimed.v1':
      return `{"day":${fact.data.day},"label":${fact.data.label}}`;
    case 'Registered.v1': {
      const { firstAuthDate, premium, referrer, referrerRegistered } = fact.data;
      return `{"firstAuthDate":${firstAuthDate},"premium":${premium},"referrer":${referrer},"referrerRegistered":${referrerRegistered}}`;
    }
    case 'Correction.v1':
      return `{"reason":${JSON.stringify(fact.data.reason)}}`;
    case 'WalletLinked.v1':
      return `{"wallet":"${fact.data.wallet}"}`;
    case 'WalletUnlinked.v1':
      return `{"reason":${JSON.stringify(fact.data.reason)},"wallet":"${fact.data.wallet}"}`;
    case 'PlanSealed.v1': {
      const { hash, sealedAt, sentAt } = fact.data;
      return `{"hash":"${hash}","sealedAt":${sealedAt},"sentAt":${sentAt}}`;
    }
    case 'PlanRevealed.v1':
      return `{"hash":"${fact.data.hash}"}`;
    case 'OnboardingCompleted.v1':
    case 'DataDeleted.v1':
      return '{}';
  }
}

export const FACT_TYPES: ReadonlySet<string> = new Set<FactType>([
  'Registered.v1',
  'OnboardingCompleted.v1',
  'CalculationRecorded.v1',
  'CheckInClaimed.v1',
  'CreditReceived.v1',
  'Correction.v1',
  'DataDeleted.v1',
  'WalletLinked.v1',
  'WalletUnlinked.v1',
  'PlanSealed.v1',
  'PlanRevealed.v1',
]);

/** Whether this code knows a type of event. */
export function isFactType(type: string): type is FactType {
  return FACT_TYPES.has(type);
}

/**
 * A fact from its type and the text of its data; null for an unknown type, or any text that `dataText` would not have
 * written. Patterns replace JSON.parse: they are twice as fast, and also catch spaces, doubled keys and the like.
 */
export function readFact(type: string, data: string): Fact | null {
  switch (type) {
    case 'CalculationRecorded.v1':
      return readRecord(data);
    case 'CreditReceived.v1':
      return readCredit(data);
    case 'CheckInClaimed.v1':
      return readCheckIn(data);
    case 'Registered.v1':
      return readRegistration(data);
    case 'Correction.v1':
      return readCorrection(data);
    case 'WalletLinked.v1':
      return readWalletLink(data);
    case 'WalletUnlinked.v1':
      return readWalletUnlink(data);
    case 'PlanSealed.v1':
      return readSeal(data);
    case 'PlanRevealed.v1':
      return readReveal(data);
    case 'OnboardingCompleted.v1':
    case 'DataDeleted.v1':
      return data === '{}' ? { type, data: {} } : null;
    default:
      return null;
  }
}

export function sameFact(one: Fact, other: Fact): boolean {
  // Most events are records, and an audit compares millions of them: compare field by field instead of as text.
  if (one.type === 'CalculationRecorded.v1' && other.type === 'CalculationRecorded.v1') {
    return (
      one.data.day === other.data.day &&
      one.data.reason === other.data.reason &&
      one.data.occurredAt === other.data.occurredAt &&
      one.data.sentAt === other.data.sentAt &&
      one.data.calculationType === other.data.calculationType
    );
  }
  return one.type === other.type && dataText(one) === dataText(other);
}

/** A fact with the other fields of its event. */
export function decidedOf(fact: Fact, event: Omit<Decided, 'type' | 'data'>): Decided {
  const { eventId, rules, at, bucket, award } = event;
  // Named one by one, not spread: every event then has the same shape in memory, which speeds up folding a million of
  // them.
  return { type: fact.type, data: fact.data, eventId, rules, at, bucket, award } as Decided;
}

/**
 * A stored event with its data read, ready for `evolve` and `creditsOf`; null if `readFact` returns null. Checks
 * nothing else.
 */
export function readDecided(event: StoredEvent): Decided | null {
  const fact = readFact(event.type, event.data);
  return fact === null ? null : decidedOf(fact, event);
}

const EVENT_ID = /^[A-Za-z0-9:_-]{1,100}$/;

/** Whether a value has the shape of a stored event: fields, types and bounds, but not their meaning. */
export function isStoredEvent(value: unknown): value is StoredEvent {
  if (typeof value !== 'object' || value === null) {
    return false;
  }
  const event = value as Partial<Record<keyof StoredEvent, unknown>>;
  return (
    isInteger(event.userId) &&
    isInteger(event.seq) &&
    isInteger(event.rules) &&
    isInteger(event.at) &&
    isInteger(event.award) &&
    typeof event.eventId === 'string' &&
    EVENT_ID.test(event.eventId) &&
    typeof event.type === 'string' &&
    !event.type.includes('\n') &&
    (event.bucket === null || isBucket(event.bucket)) &&
    typeof event.data === 'string' &&
    typeof event.hash === 'string'
  );
}

export function isBucket(value: unknown): value is Bucket {
  return (BUCKETS as readonly unknown[]).includes(value);
}

const BOOLEAN = '(true|false)';

const CREDIT = new RegExp(
  `^\\{"basis":${INTEGER},"cause":${WORD},"premium":${BOOLEAN},"source":"([A-Za-z0-9:_-]{1,100})"\\}$`,
);

function readCredit(text: string): Fact | null {
  const match = CREDIT.exec(text);
  const basis = Number(match?.[1]);
  const cause = match?.[2];
  const source = match?.[4];
  return isInteger(basis) && isCause(cause) && source !== undefined
    ? { type: 'CreditReceived.v1', data: { basis, cause, premium: match?.[3] === 'true', source } }
    : null;
}

const CHECK_IN = new RegExp(`^\\{"day":${INTEGER},"label":${INTEGER}\\}$`);

function readCheckIn(text: string): Fact | null {
  const match = CHECK_IN.exec(text);
  const day = Number(match?.[1]);
  const label = Number(match?.[2]);
  return isInteger(day) && isInteger(label) ? { type: 'CheckInClaimed.v1', data: { day, label } } : null;
}

const REGISTRATION = new RegExp(
  `^\\{"firstAuthDate":${INTEGER},"premium":${BOOLEAN},"referrer":${INTEGER_OR_NULL},"referrerRegistered":${BOOLEAN}\\}$`,
);

function readRegistration(text: string): Fact | null {
  const match = REGISTRATION.exec(text);
  if (match === null) {
    return null;
  }
  const firstAuthDate = Number(match[1]);
  const premium = match[2] === 'true';
  const referrer = match[3] === 'null' ? null : Number(match[3]);
  const referrerRegistered = match[4] === 'true';
  return isInteger(firstAuthDate) && (referrer === null || isInteger(referrer))
    ? { type: 'Registered.v1', data: { firstAuthDate, premium, referrer, referrerRegistered } }
    : null;
}

function readCorrection(text: string): Fact | null {
  const { reason } = parsed(text);
  return typeof reason === 'string' ? ifWritten({ type: 'Correction.v1', data: { reason } }, text) : null;
}

const WALLET = /^[0-9a-f]{64}$/;

function readWalletLink(text: string): Fact | null {
  const { wallet } = parsed(text);
  return isWallet(wallet) ? ifWritten({ type: 'WalletLinked.v1', data: { wallet } }, text) : null;
}

function readWalletUnlink(text: string): Fact | null {
  const { reason, wallet } = parsed(text);
  return typeof reason === 'string' && isWallet(wallet)
    ? ifWritten({ type: 'WalletUnlinked.v1', data: { reason, wallet } }, text)
    : null;
}

const HASH = '"([0-9a-f]{64})"';
const SEAL = new RegExp(`^\\{"hash":${HASH},"sealedAt":${INTEGER},"sentAt":${INTEGER_OR_NULL}\\}$`);
const REVEAL = new RegExp(`^\\{"hash":${HASH}\\}$`);

function readSeal(text: string): Fact | null {
  const match = SEAL.exec(text);
  const hash = match?.[1];
  const sealedAt = Number(match?.[2]);
  const sentAt = match?.[3] === 'null' ? null : Number(match?.[3]);
  return hash !== undefined && isInteger(sealedAt) && (sentAt === null || isInteger(sentAt))
    ? { type: 'PlanSealed.v1', data: { hash, sealedAt, sentAt } }
    : null;
}

function readReveal(text: string): Fact | null {
  const hash = REVEAL.exec(text)?.[1];
  return hash === undefined ? null : { type: 'PlanRevealed.v1', data: { hash } };
}

function isWallet(value: unknown): value is string {
  return typeof value === 'string' && WALLET.test(value);
}

/** The fields of a JSON text; empty if it is not JSON, since no fact that is read this way is empty. */
function parsed(text: string): Readonly<Record<string, unknown>> {
  try {
    return (JSON.parse(text) as Readonly<Record<string, unknown>> | null) ?? {};
  } catch {
    // Not JSON: no fields.
    return {};
  }
}

/** The fact, if the text is its canonical one. */
function ifWritten(fact: Fact, text: string): Fact | null {
  return dataText(fact) === text ? fact : null;
}

function isCause(value: unknown): value is CreditCause {
  return value === 'friend_activity' || value === 'friend_referral' || value === 'friend_registered';
}
