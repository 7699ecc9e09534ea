/** One command from request to stored events, and its effects one level up. */
import { describe, expect, it } from 'vitest';
import type { Command } from '#core/points/commands.ts';
import { decide } from '#core/points/decide.ts';
import { execute } from '#core/points/execute.ts';
import { creditOf, Ledger, onboarded, REGISTER, recordAt, START, sha256 } from './ledgers.ts';

const INVITED = { ...REGISTER, premium: true, referrer: 5, referrerRegistered: true } as const;

function run(ledger: Ledger, command: Command) {
  const result = execute(ledger.state, command, START, sha256);
  if (!result.ok) throw new Error(result.error.type);
  return result;
}

describe('a successful command', () => {
  it('returns its events, their parsed data, and the new state', () => {
    const ledger = onboarded();
    const command = recordAt(START);
    const { events, facts, state, notices } = run(ledger, command);
    const decision = decide(ledger.state, command, START);
    expect(facts).toEqual(decision.ok ? decision.events : null);
    expect(events).toMatchObject([{ userId: 7, seq: 3, type: 'CalculationRecorded.v1', award: 1_000 }]);
    expect(state.head).toEqual({ seq: 3, hash: events[0]?.hash });
    expect(state.points.activity).toBe(1_000);
    expect(notices).toEqual([]);
  });

  it('names with each credit the event that causes it', () => {
    const ledger = new Ledger();
    expect(run(ledger, INVITED).credits).toEqual([
      { target: 5, cause: 'friend_registered', basis: 0, premium: true, eventId: 'registered' },
    ]);
    const command = { ...recordAt(START), recordId: 'mine' } as Command;
    expect(run(onboarded(7, INVITED), command).credits).toEqual([
      { target: 5, cause: 'friend_activity', basis: 1_000, premium: false, eventId: 'mine' },
    ]);
  });

  it('has no effect on others without a referrer', () => {
    expect(run(onboarded(), recordAt(START)).credits).toEqual([]);
  });

  it.each([12, undefined])('reports a friend who joined: %s', (friend) => {
    const credit = creditOf('friend_registered');
    const { notices } = run(onboarded(), {
      ...credit,
      ...(friend === undefined ? {} : { friend }),
    } as Command);
    expect(notices[0]).toMatchObject({ kind: 'friend_joined', friend: friend ?? null });
  });
});

it('a refused command returns only the reason', () => {
  expect(execute(new Ledger().state, recordAt(START), START, sha256)).toEqual({
    ok: false,
    error: { type: 'not_registered' },
  });
});
