/** The check of a ledger, and raw attacks, which the chain reveals. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startCheck } from '#core/points/audit.ts';
import { BUCKETS, type StoredEvent } from '#core/points/events.ts';
import { at, attacked, CHAIN, check, found, replaced, withOneOfEach } from './attacks.ts';
import { creditOf, onboarded, recordAt, rehashed, START, sha256 } from './ledgers.ts';

/** One field of one event, changed to another value. */
const edit = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(...EDITS()));

describe('the chain reveals a raw attack', () => {
  it('an edit of any field of any event', () => {
    fc.assert(
      fc.property(attacked, edit, ({ events }, [place, by, change]) => {
        const index = place % events.length;
        const event = at(events, index);
        expect(found(replaced(events, index, change(event, by)))).toEqual([CHAIN, index + 1]);
      }),
    );
  });

  it('a deletion anywhere before the end, renumbered or not', () => {
    fc.assert(
      fc.property(attacked, fc.nat(), fc.boolean(), ({ events }, place, renumber) => {
        const index = place % (events.length - 1);
        const left = events.filter((_, at) => at !== index);
        const row = renumber ? left.map((event, at) => ({ ...event, seq: at + 1 })) : left;
        expect(found(row)).toEqual([CHAIN, index + 1]);
      }),
    );
  });

  it('a swap of any two events, renumbered or not', () => {
    fc.assert(
      fc.property(attacked, fc.nat(), fc.nat(), fc.boolean(), ({ events }, one, other, renumber) => {
        const [a, b] = [one % events.length, other % events.length];
        fc.pre(a !== b);
        const row = replaced(replaced(events, a, at(events, b)), b, at(events, a));
        const numbered = renumber ? row.map((event, index) => ({ ...event, seq: index + 1 })) : row;
        expect(found(numbered)).toEqual([CHAIN, Math.min(a, b) + 1]);
      }),
    );
  });

  it('an insertion of any event anywhere, renumbered or not', () => {
    fc.assert(
      fc.property(attacked, fc.nat(), fc.nat(), fc.boolean(), ({ events }, from, place, renumber) => {
        const index = place % (events.length + 1);
        const copy = { ...at(events, from % events.length), eventId: 'inserted' };
        const row = events.toSpliced(index, 0, copy);
        const numbered = renumber ? row.map((event, position) => ({ ...event, seq: position + 1 })) : row;
        expect(found(numbered)[0]).toBe(CHAIN);
      }),
    );
  });

  it('a value that is no event', () => {
    const [event] = onboarded().events;
    for (const broken of [
      null,
      1,
      'x',
      [],
      {},
      { ...event, seq: '1' },
      { ...event, eventId: 'a\nb' },
      { ...event, type: 'a\nb' },
    ]) {
      expect(startCheck(7, sha256).next(broken as unknown as StoredEvent)).toEqual({
        seq: 1,
        fault: 'malformed',
      });
    }
  });

  it("a ledger shown as another user's", () => {
    expect(check(onboarded(8).events, 7)).toEqual({ seq: 1, fault: 'user' });
  });
});

describe('the check', () => {
  it('reports unknown rules or events as unknown', () => {
    const { events } = withOneOfEach();
    expect(check(rehashed(replaced(events, 3, { rules: 3 })))).toEqual({ seq: 4, fault: 'unknown_rules' });
    expect(check(rehashed(replaced(events, 3, { type: 'Gift.v1' })))).toEqual({
      seq: 4,
      fault: 'unknown_rules',
    });
    // Without a new hash it is a change like any other.
    expect(check(replaced(events, 3, { rules: 3 }))).toEqual({ seq: 4, fault: 'chain' });
  });

  it('keeps the state before a fault', () => {
    const { events } = withOneOfEach();
    const running = startCheck(7, sha256);
    events.slice(0, 3).forEach((event) => {
      running.next(event);
    });
    running.next({ ...at(events, 3), award: 5 });
    expect(running.state.head).toEqual({ seq: 3, hash: at(events, 2).hash });
  });

  it('never changes a state that it was given or has shown', () => {
    const ledger = onboarded();
    ledger.must(recordAt(START), START);
    const from = ledger.state;
    const kept = JSON.stringify(from);
    const [first, second] = [ledger.must(recordAt(START), START), ledger.must(recordAt(START), START)];
    const running = startCheck(7, sha256, { from });
    expect(running.next(first)).toBeNull();
    const shown = running.state;
    const then = JSON.stringify(shown);
    expect(running.next(second)).toBeNull();
    expect([JSON.stringify(from), JSON.stringify(shown)]).toEqual([kept, then]);
    expect(running.state).toEqual(ledger.state);
  });

  it('finds a cut tail only by its head', () => {
    const { events, state } = withOneOfEach();
    const running = startCheck(7, sha256);
    for (const event of events.slice(0, -1)) {
      expect(running.next(event)).toBeNull();
    }
    expect(running.state.head).not.toEqual(state.head);
  });

  it('lists the effects of each event one level up', () => {
    const ledger = onboarded(7, {
      type: 'register',
      firstAuthDate: 1,
      premium: true,
      referrer: 5,
      referrerRegistered: true,
    });
    ledger.must(recordAt(START), START);
    ledger.must({ type: 'claim_check_in' }, START);
    ledger.must(creditOf('friend_registered'), START);
    const running = startCheck(7, sha256);
    expect(running.credits()).toEqual([]);
    const caused = ledger.events.map((event) => {
      running.next(event);
      return running.credits();
    });
    expect(caused).toEqual([
      [{ target: 5, cause: 'friend_registered', basis: 0, premium: true }],
      [],
      [{ target: 5, cause: 'friend_activity', basis: 1000, premium: false }],
      [],
      [{ target: 5, cause: 'friend_referral', basis: 50_000, premium: false }],
    ]);
  });

  it('leaves repeated ids to a unique index if there is one', () => {
    const ledger = onboarded();
    const event = ledger.must(recordAt(START), START);
    const running = startCheck(7, sha256, { uniqueIds: false });
    const faults = rehashed([...ledger.events, event]).map((each) => running.next(each));
    expect(faults).toEqual([null, null, null, null]);
  });
});

function EDITS(): ((event: StoredEvent, by: number) => Partial<StoredEvent>)[] {
  return [
    ({ userId }, by) => ({ userId: userId + by }),
    ({ seq }, by) => ({ seq: seq + by }),
    ({ eventId }, by) => ({ eventId: `${eventId}${by}`.slice(-100) }),
    ({ eventId }, by) => ({ eventId: `${eventId}\n${by}` }),
    ({ type }, by) => ({ type: `${type}${by}` }),
    ({ rules }, by) => ({ rules: rules + by }),
    ({ at: time }, by) => ({ at: time - by }),
    ({ bucket }, by) => ({ bucket: BUCKETS.filter((name) => name !== bucket)[by % 4] ?? null }),
    ({ bucket }) => ({ bucket: bucket === null ? 'activity' : null }),
    ({ award }, by) => ({ award: award + by }),
    ({ data }, by) => ({ data: data.replace('{', `{"x":${by},`) }),
    ({ data }) => ({ data: `${data} ` }),
    ({ hash }) => ({ hash: hash.toUpperCase() === hash ? `${hash}0` : hash.toUpperCase() }),
    ({ hash }, by) => ({ hash: sha256(`${hash}${by}`) }),
  ];
}
