import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startCheck } from '#core/points/audit.ts';
import { hashedText, seal } from '#core/points/chain.ts';
import type { Decided, StoredEvent } from '#core/points/events.ts';
import { dataText, decidedOf, readDecided, readFact } from '#core/points/facts.ts';
import { ZERO_HASH } from '#core/points/zero-hash.ts';
import { sha256Hex } from '#tests/support/hashing.ts';
import { ledgers } from './arbitraries.ts';
import { sha256 } from './ledgers.ts';

interface Vector {
  userId: number;
  events: { event: StoredEvent; text: string }[];
  points: Record<string, number>;
  level: number;
  badges: { id: string; at: number }[];
}

const vector = JSON.parse(readFileSync(new URL('chain-vector.json', import.meta.url), 'utf8')) as Vector;

describe('the published vector', () => {
  it('contains every type of event, a negative award and text beyond ASCII', () => {
    expect(new Set(vector.events.map(({ event }) => event.type)).size).toBe(7);
    expect(vector.events.some(({ event }) => event.award < 0)).toBe(true);
    expect(vector.events.some(({ text }) => /[^\n -~]/.test(text))).toBe(true);
  });

  it('is verified by ten lines without any shared code', () => {
    let before = '0'.repeat(64);
    for (const { event, text } of vector.events) {
      const { userId, seq, eventId, type, rules, at, bucket, award, data, hash } = event;
      const lines = [before, userId, seq, eventId, type, rules, at, bucket ?? '', award, data];
      const bytes = Buffer.from(lines.join('\n'), 'utf8');
      expect(bytes).toEqual(Buffer.from(text, 'utf8'));
      expect(createHash('sha256').update(bytes).digest('hex')).toBe(hash);
      before = hash;
    }
  });

  it("equals this code's output", () => {
    let head = { seq: 0, hash: ZERO_HASH };
    for (const { event, text } of vector.events) {
      expect(hashedText(head.hash, event)).toBe(text);
      const decided = readDecided(event);
      expect(decided && seal(head, vector.userId, decided, sha256)).toEqual(event);
      head = event;
    }
  });

  it("is a ledger by the rules with every runtime's SHA-256", () => {
    for (const hashing of [sha256, sha256Hex]) {
      const check = startCheck(vector.userId, hashing);
      expect(vector.events.map(({ event }) => check.next(event))).toEqual(vector.events.map(() => null));
      const { points, level, badges } = check.state;
      expect({ points, level, badges }).toEqual({
        points: vector.points,
        level: vector.level,
        badges: vector.badges,
      });
    }
  });
});

describe('the chain', () => {
  it('never has two events with the same bytes', () => {
    fc.assert(
      fc.property(ledgers(), ({ events }) => {
        let before = ZERO_HASH;
        const texts = new Set<string>();
        for (const event of events) {
          texts.add(hashedText(before, event));
          expect(event.hash).toBe(sha256(hashedText(before, event)));
          before = event.hash;
        }
        expect(texts.size).toBe(events.length);
      }),
    );
  });

  it('accepts nothing that could not be read again', () => {
    const event = { eventId: 'a b', rules: 1, at: 0, bucket: null, award: 0 };
    const broken: Decided[] = [
      decidedOf({ type: 'DataDeleted.v1', data: {} }, event),
      decidedOf({ type: 'CheckInClaimed.v1', data: { day: 0.5, label: 1 } }, { ...event, eventId: 'a' }),
      decidedOf({ type: 'DataDeleted.v1', data: {} }, { ...event, eventId: 'a', at: Number.NaN }),
    ];
    for (const decided of broken) {
      expect(() => seal({ seq: 0, hash: ZERO_HASH }, 7, decided, sha256)).toThrow('Not a valid event');
    }
  });
});

describe('data', () => {
  it('is JSON with sorted keys and no spaces, and reads back unchanged', () => {
    fc.assert(
      fc.property(ledgers(), ({ events }) => {
        for (const { type, data } of events) {
          const value = JSON.parse(data) as Record<string, unknown>;
          expect(Object.keys(value)).toEqual(Object.keys(value).sort());
          expect(JSON.stringify(value)).toBe(data);
          const fact = readFact(type, data);
          expect(fact).toEqual({ type, data: value });
          expect(fact && dataText(fact)).toBe(data);
        }
      }),
    );
  });

  it.each([
    [
      'CalculationRecorded.v1',
      '{"calculationType":"Mining","day":1,"occurredAt":1,"reason":"counted","sentAt":null}',
    ],
    [
      'CalculationRecorded.v1',
      '{"calculationType":"Staking","day":1,"occurredAt":1,"reason":"why","sentAt":null}',
    ],
    [
      'CalculationRecorded.v1',
      '{"calculationType":"Staking","day":01,"occurredAt":1,"reason":"counted","sentAt":null}',
    ],
    [
      'CalculationRecorded.v1',
      '{"calculationType":"Staking","day":1,"occurredAt":9007199254740993,"reason":"counted","sentAt":null}',
    ],
    ['CreditReceived.v1', '{"basis":1.5,"cause":"friend_activity","premium":false,"source":"a"}'],
    ['CreditReceived.v1', '{"basis":10,"cause":"friend","premium":false,"source":"a"}'],
    ['CreditReceived.v1', '{"basis":10,"cause":"friend_activity","premium":false,"source":"a\\nb"}'],
    ['CheckInClaimed.v1', '{"day":1,"label":-0}'],
    ['CheckInClaimed.v1', '{"day":1,"day":1,"label":1}'],
    ['Registered.v1', '{"firstAuthDate":1,"premium":0,"referrer":null,"referrerRegistered":false}'],
    ['Correction.v1', '{"reason":1}'],
    ['Correction.v1', '{"reason": "x"}'],
    ['Correction.v1', '{"reason":"\\u0041"}'],
    ['Correction.v1', 'null'],
    ['Correction.v1', '{'],
    ['DataDeleted.v1', '{"x":1}'],
    ['WalletLinked.v1', '{}'],
    ['WalletLinked.v1', 'null'],
    ['WalletLinked.v1', '{"wallet":"0:ab"}'],
    ['WalletLinked.v1', `{"wallet":"${'AB'.repeat(32)}"}`],
    ['WalletLinked.v1', `{"wallet": "${'ab'.repeat(32)}"}`],
    ['WalletLinked.v1', `{"reason":"","wallet":"${'ab'.repeat(32)}"}`],
    ['WalletUnlinked.v1', `{"wallet":"${'ab'.repeat(32)}"}`],
    ['WalletUnlinked.v1', `{"wallet":"${'ab'.repeat(32)}","reason":"x"}`],
    ['Gift.v1', '{}'],
    ['toString', '{}'],
  ])('of %s is not %s', (type, data) => {
    expect(readFact(type, data)).toBeNull();
  });
});
