/**
 * Facts as text and back. `data` of an event is JSON with its keys sorted and no spaces, written once when the event is
 * made; that text is what is hashed and stored, byte for byte.
 */
import {
  BUCKETS,
  type Bucket,
  CALCULATION_TYPES,
  type CalculationType,
  COUNT_REASONS,
  type CountReason,
  type CreditCause,
  type Decided,
  type Fact,
  type FactType,
  type StoredEvent,
} from './events.ts';

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
    case 'OnboardingCompleted.v1':
    case 'DataDeleted.v1':
      return '{}';
  }
}

const FACT_TYPES: ReadonlySet<string> = new Set<FactType>([
  'Registered.v1',
  'OnboardingCompleted.v1',
  'CalculationRecorded.v1',
  'CheckInClaimed.v1',
  'CreditReceived.v1',
  'Correction.v1',
  'DataDeleted.v1',
]);

/** Whether this code knows a type of event. */
export function isFactType(type: string): type is FactType {
  return FACT_TYPES.has(type);
}

/** A fact from its type and JSON text; null for an unknown type, or data that is not what the type says. */
export function readFact(type: string, data: string): Fact | null {
  const value = parseObject(data);
  if (value === null) {
    return null;
  }
  switch (type) {
    case 'CalculationRecorded.v1': {
      const { calculationType, day, occurredAt, reason, sentAt } = value;
      return isCalculationType(calculationType) &&
        isInteger(day) &&
        isInteger(occurredAt) &&
        isCountReason(reason) &&
        (sentAt === null || isInteger(sentAt))
        ? { type, data: { calculationType, day, occurredAt, reason, sentAt } }
        : null;
    }
    case 'CreditReceived.v1': {
      const { basis, cause, premium, source } = value;
      return isInteger(basis) && isCause(cause) && typeof premium === 'boolean' && typeof source === 'string'
        ? { type, data: { basis, cause, premium, source } }
        : null;
    }
    case 'CheckInClaimed.v1': {
      const { day, label } = value;
      return isInteger(day) && isInteger(label) ? { type, data: { day, label } } : null;
    }
    case 'Registered.v1': {
      const { firstAuthDate, premium, referrer, referrerRegistered } = value;
      return isInteger(firstAuthDate) &&
        typeof premium === 'boolean' &&
        (referrer === null || isInteger(referrer)) &&
        typeof referrerRegistered === 'boolean'
        ? { type, data: { firstAuthDate, premium, referrer, referrerRegistered } }
        : null;
    }
    case 'Correction.v1': {
      const { reason } = value;
      return typeof reason === 'string' ? { type, data: { reason } } : null;
    }
    case 'OnboardingCompleted.v1':
    case 'DataDeleted.v1':
      return { type, data: {} };
    default:
      return null;
  }
}

/** A stored event with its data read, ready for `evolve` and `creditsOf`; null where `readFact` is. Checks nothing else. */
export function readDecided(event: StoredEvent): Decided | null {
  const fact = readFact(event.type, event.data);
  if (fact === null) {
    return null;
  }
  const { eventId, rules, at, bucket, award } = event;
  return { ...fact, eventId, rules, at, bucket, award };
}

const EVENT_ID = /^[A-Za-z0-9:_-]{1,100}$/;

/** Whether a value has the shape of a stored event: the fields, their types and bounds, nothing about what they say. */
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

/** The names that any fact's data may hold. */
type DataFields = Partial<
  Record<
    | 'basis'
    | 'calculationType'
    | 'cause'
    | 'day'
    | 'firstAuthDate'
    | 'label'
    | 'occurredAt'
    | 'premium'
    | 'reason'
    | 'referrer'
    | 'referrerRegistered'
    | 'sentAt'
    | 'source',
    unknown
  >
>;

function parseObject(text: string): DataFields | null {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null ? value : null;
  } catch {
    // Not JSON: the caller's null says so.
    return null;
  }
}

function isInteger(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function isCalculationType(value: unknown): value is CalculationType {
  return (CALCULATION_TYPES as readonly unknown[]).includes(value);
}

function isCountReason(value: unknown): value is CountReason {
  return (COUNT_REASONS as readonly unknown[]).includes(value);
}

function isCause(value: unknown): value is CreditCause {
  return value === 'friend_activity' || value === 'friend_referral' || value === 'friend_registered';
}
