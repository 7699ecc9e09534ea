/** Attacks by someone who rehashes the rest of the chain, and which of them the rules find. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS } from '#core/points/days.ts';
import { BUCKETS } from '#core/points/events.ts';
import { at, attacked, check, overTheLimit, RULES, replaced, withOneOfEach } from './attacks.ts';
import { creditOf, onboarded, recordAt, rehashed, START, START_DAY } from './ledgers.ts';

describe('the rules find a rewritten chain', () => {
  it("with an altered award, except a correction's", () => {
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

  it('with an altered bucket', () => {
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

  it('with a record over the limit made to count', () => {
    const { events } = overTheLimit();
    const last = at(events, events.length - 1);
    const data = last.data.replace('daily_limit', 'counted');
    expect(check(events)).toBeNull();
    expect(check(rehashed(replaced(events, events.length - 1, { data, award: 1000 })))?.fault).toBe('award');
    expect(check(rehashed(replaced(events, events.length - 1, { data })))?.fault).toBe('data');
  });

  it('with a record that used the limit removed from a full day', () => {
    const { events } = overTheLimit();
    expect(check(rehashed(events.toSpliced(10, 1)))?.fault).toBe('award');
  });

  it('with a repeated event', () => {
    const { events } = withOneOfEach();
    for (const [index, event] of events.entries()) {
      const row = rehashed(events.toSpliced(index + 1, 0, event));
      expect(check(row), event.type).toMatchObject({ seq: index + 2 });
      expect(RULES).toContain(check(row)?.fault);
    }
  });

  it('with a check-in removed from the middle of a streak', () => {
    const ledger = onboarded();
    for (const day of [0, 1, 2]) {
      ledger.must({ type: 'claim_check_in' }, START + day * DAY_MS);
    }
    expect(check(rehashed(ledger.events.toSpliced(3, 1)))).toEqual({ seq: 4, fault: 'award' });
  });

  it('with a missing or an added registration', () => {
    const { events } = withOneOfEach();
    expect(check(rehashed(events.slice(1)))).toEqual({ seq: 1, fault: 'refused' });
    const again = { ...at(events, 0), eventId: 'again' };
    expect(check(rehashed([...events, again]))?.fault).toBe('refused');
  });

  it('with an altered id that its content determines', () => {
    const { events } = withOneOfEach();
    for (const [index, event] of events.entries()) {
      const fault = check(rehashed(replaced(events, index, { eventId: 'another' })))?.fault;
      const free = event.type === 'CalculationRecorded.v1' || event.type === 'CreditReceived.v1';
      expect(fault, event.type).toBe(free ? undefined : event.type === 'Correction.v1' ? 'data' : 'event_id');
    }
  });

  it('with a correction that changes no bucket', () => {
    const { events } = withOneOfEach();
    const index = events.findIndex(({ type }) => type === 'Correction.v1');
    const row = rehashed(replaced(events, index, { bucket: null, award: 0 }));
    expect(check(row)).toEqual({ seq: index + 1, fault: 'data' });
  });

  it('with data in another form than the rules write', () => {
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
    ['user 0 is registered', '"referrerRegistered":false', '"referrerRegistered":true'],
    ['a user has themselves as referrer', '"referrer":null', '"referrer":7'],
  ])('in which %s', (_name, truth, lie) => {
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

  it('but not with a completely invented credit or correction, which takes the other ledger or a saved head', () => {
    const ledger = onboarded();
    ledger.must(creditOf('friend_activity', 1000), START);
    const data = at(ledger.events, 2).data.replace('1000', '2000');
    expect(check(rehashed(replaced(ledger.events, 2, { data, award: 200 })))).toBeNull();
  });
});
