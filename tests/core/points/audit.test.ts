/** Attacks on a ledger, raw and with the rest of the chain hashed anew: which of them the check finds, and by what. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Fault, type FaultWord, startCheck } from '#core/points/audit.ts';
import { DAY_MS } from '#core/points/days.ts';
import { BUCKETS, type StoredEvent } from '#core/points/events.ts';
import { ledgers } from './arbitraries.ts';
import {
  correctionOf,
  creditOf,
  type Ledger,
  onboarded,
  recordAt,
  rehashed,
  START,
  START_DAY,
  sha256,
} from './ledgers.ts';

const CHAIN: readonly FaultWord[] = ['malformed', 'user', 'sequence', 'chain'];
const RULES: readonly FaultWord[] = ['award', 'data', 'refused', 'event_id'];

/** The first fault, or null. Reads the events as somebody else does: from their JSON. */
function check(events: readonly StoredEvent[], userId = 7): Fault | null {
  const running = startCheck(userId, sha256);
  for (const event of events) {
    const fault = running.next(JSON.parse(JSON.stringify(event)) as StoredEvent);
    if (fault !== null) {
      expect(running.next(event)).not.toBeNull();
      return fault;
    }
  }
  return null;
}

const attacked = ledgers(30).filter(({ events }) => events.length >= 4);

function replaced(
  events: readonly StoredEvent[],
  index: number,
  change: Partial<StoredEvent>,
): StoredEvent[] {
  return events.map((event, at) => (at === index ? { ...event, ...change } : event));
}

/** One field of one event, changed to another value. */
const edit = fc.tuple(fc.nat(), fc.integer({ min: 1, max: 1e6 }), fc.constantFrom(...EDITS()));

describe('a raw attack falls to the chain', () => {
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

  it('what is not an event at all', () => {
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

  it('a ledger shown as another user’s', () => {
    expect(check(onboarded(8).events, 7)).toEqual({ seq: 1, fault: 'user' });
  });
});

describe('a rewritten chain falls to the rules', () => {
  it('where any award but a correction’s was altered', () => {
    fc.assert(
      fc.property(
        attacked,
        fc.nat(),
        fc.integer().filter((by) => by !== 0),
        ({ events }, place, by) => {
          const index = place % events.length;
          const event = at(events, index);
          fc.pre(event.type !== 'Correction.v1');
          const row = rehashed(replaced(events, index, { award: event.award + by }));
          expect(check(row)).toEqual({ seq: index + 1, fault: 'award' });
        },
      ),
    );
  });

  it('where a bucket was altered', () => {
    fc.assert(
      fc.property(attacked, fc.nat(), fc.constantFrom(...BUCKETS, null), ({ events }, place, bucket) => {
        const index = place % events.length;
        const event = at(events, index);
        fc.pre(event.bucket !== bucket && event.type !== 'Correction.v1');
        expect(check(rehashed(replaced(events, index, { bucket })))).toEqual({
          seq: index + 1,
          fault: 'award',
        });
      }),
    );
  });

  it('where a record over the limit was made to count', () => {
    const { events } = overTheLimit();
    const last = at(events, events.length - 1);
    const data = last.data.replace('daily_limit', 'counted');
    expect(check(events)).toBeNull();
    expect(check(rehashed(replaced(events, events.length - 1, { data, award: 1000 })))?.fault).toBe('award');
    expect(check(rehashed(replaced(events, events.length - 1, { data })))?.fault).toBe('data');
  });

  it('where a record that took the room was dropped from a full day', () => {
    const { events } = overTheLimit();
    expect(check(rehashed(events.toSpliced(10, 1)))?.fault).toBe('award');
  });

  it('where an event was doubled', () => {
    const { events } = withOneOfEach();
    for (const [index, event] of events.entries()) {
      const row = rehashed(events.toSpliced(index + 1, 0, event));
      expect(check(row), event.type).toMatchObject({ seq: index + 2 });
      expect(RULES).toContain(check(row)?.fault);
    }
  });

  it('where a check-in was dropped from the middle of a streak', () => {
    const ledger = onboarded();
    for (const day of [0, 1, 2]) {
      ledger.must({ type: 'claim_check_in' }, START + day * DAY_MS);
    }
    expect(check(rehashed(ledger.events.toSpliced(3, 1)))).toEqual({ seq: 4, fault: 'award' });
  });

  it('where the registration is missing, or another is invented', () => {
    const { events } = withOneOfEach();
    expect(check(rehashed(events.slice(1)))).toEqual({ seq: 1, fault: 'refused' });
    const again = { ...at(events, 0), eventId: 'again' };
    expect(check(rehashed([...events, again]))?.fault).toBe('refused');
  });

  it('where an id was altered that its content gives', () => {
    const { events } = withOneOfEach();
    for (const [index, event] of events.entries()) {
      const fault = check(rehashed(replaced(events, index, { eventId: 'another' })))?.fault;
      const free = event.type === 'CalculationRecorded.v1' || event.type === 'CreditReceived.v1';
      expect(fault, event.type).toBe(free ? undefined : event.type === 'Correction.v1' ? 'data' : 'event_id');
    }
  });

  it('where data is not as the rules would write it', () => {
    const { events } = withOneOfEach();
    for (const [index, event] of events.entries()) {
      for (const data of [
        ` ${event.data}`,
        event.data.replace('}', ',"x":1}'),
        '',
        'null',
        '[]',
        '{"day":',
      ]) {
        const fault = check(rehashed(replaced(events, index, { data })));
        expect(fault, `${event.type} ${data}`).toEqual({ seq: index + 1, fault: 'data' });
      }
    }
  });

  it.each([
    ['a friend’s registration has a basis', '"basis":0', '"basis":10'],
    [
      'a tenth is premium',
      '"basis":1000,"cause":"friend_activity","premium":false',
      '"basis":1000,"cause":"friend_activity","premium":true',
    ],
    ['a record counted for another day', `"day":${START_DAY},"occ`, `"day":${START_DAY - 1},"occ`],
    ['a check-in was on another day', `{"day":${START_DAY},`, `{"day":${START_DAY + 1},`],
    ['a check-in had another label', '"label":1', '"label":2'],
    ['nobody is registered as nobody', '"referrerRegistered":false', '"referrerRegistered":true'],
    ['a user invited themself', '"referrer":null', '"referrer":7'],
  ])('where it is written that %s', (_name, truth, lie) => {
    const ledger = onboarded();
    ledger.must(creditOf('friend_registered'), START);
    ledger.must(creditOf('friend_activity', 1000), START);
    ledger.must(recordAt(START), START);
    ledger.must({ type: 'claim_check_in' }, START);
    const index = ledger.events.findIndex(({ data }) => data.includes(truth));
    const data = at(ledger.events, index).data.replace(truth, lie);
    expect(check(rehashed(replaced(ledger.events, index, { data })))).toEqual({
      seq: index + 1,
      fault: 'data',
    });
  });

  it('but not where a credit was invented whole, or a correction: that takes the other ledger, or a saved head', () => {
    const ledger = onboarded();
    ledger.must(creditOf('friend_activity', 1000), START);
    const data = at(ledger.events, 2).data.replace('1000', '2000');
    expect(check(rehashed(replaced(ledger.events, 2, { data, award: 200 })))).toBeNull();
  });
});

describe('the check', () => {
  it('says of rules or events it does not know that it does not know them', () => {
    const { events } = withOneOfEach();
    expect(check(rehashed(replaced(events, 3, { rules: 2 })))).toEqual({ seq: 4, fault: 'unknown_rules' });
    expect(check(rehashed(replaced(events, 3, { type: 'Gift.v1' })))).toEqual({
      seq: 4,
      fault: 'unknown_rules',
    });
    // Unhashed it is a change like any other, not news.
    expect(check(replaced(events, 3, { rules: 2 }))).toEqual({ seq: 4, fault: 'chain' });
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

  it('finds a cut tail only by its head', () => {
    const { events, state } = withOneOfEach();
    const running = startCheck(7, sha256);
    for (const event of events.slice(0, -1)) {
      expect(running.next(event)).toBeNull();
    }
    expect(running.state.head).not.toEqual(state.head);
  });

  it('tells what each event causes one level up', () => {
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

  it('leaves doubled ids to a unique index where there is one', () => {
    const ledger = onboarded();
    const event = ledger.must(recordAt(START), START);
    const running = startCheck(7, sha256, { uniqueIds: false });
    const faults = rehashed([...ledger.events, event]).map((each) => running.next(each));
    expect(faults).toEqual([null, null, null, null]);
  });
});

/** A user with 31 records on one day. */
function overTheLimit(): Ledger {
  const ledger = onboarded();
  for (let index = 0; index < 31; index += 1) {
    ledger.must(recordAt(START), START);
  }
  return ledger;
}

function withOneOfEach(): Ledger {
  const ledger = onboarded();
  ledger.must(recordAt(START), START);
  ledger.must({ type: 'claim_check_in' }, START);
  ledger.must(creditOf('friend_activity', 1000), START);
  ledger.must(correctionOf('activity', 10, 'Lost in an outage'), START);
  ledger.must({ type: 'delete_data' }, START);
  return ledger;
}

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

/** Which group of words the first fault belongs to, and where it is. */
function found(events: readonly StoredEvent[]): readonly [readonly FaultWord[] | null, number] {
  const fault = check(events);
  const group = [CHAIN, RULES].find((words) => fault !== null && words.includes(fault.fault)) ?? null;
  return [group, fault?.seq ?? 0];
}

function at(events: readonly StoredEvent[], index: number): StoredEvent {
  const event = events[index];
  if (event === undefined) {
    throw new Error(`no event ${index}`);
  }
  return event;
}
