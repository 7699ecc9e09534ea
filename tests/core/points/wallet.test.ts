/** Wallets in a ledger, in the form given, when, then. */
import { describe, expect, it } from 'vitest';
import { check, found, replaced } from './attacks.ts';
import { Ledger, onboarded, REGISTER, rehashed, START } from './ledgers.ts';

const [MINE, OTHER] = ['ab'.repeat(32), 'cd'.repeat(32)];
const link = (wallet: string) => ({ type: 'link_wallet', wallet }) as const;
const unlink = (reason = 'The key was lost') => ({ type: 'unlink_wallet', reason }) as const;

function linked(): Ledger {
  const ledger = onboarded();
  ledger.must(link(MINE), START);
  return ledger;
}

describe('a wallet', () => {
  it('is linked by an event that awards nothing', () => {
    const ledger = linked();
    expect(ledger.events.at(-1)).toMatchObject({
      type: 'WalletLinked.v1',
      eventId: 'wallet_linked:0',
      bucket: null,
      award: 0,
      data: `{"wallet":"${MINE}"}`,
    });
    expect(ledger.state.wallet).toBe(MINE);
  });

  it('can be linked again without effect, and another one is refused', () => {
    const ledger = linked();
    const before = ledger.state;
    expect(ledger.run(link(MINE), START)).toBeNull();
    expect(ledger.run(link(OTHER), START)).toBe('wallet_already_linked');
    expect(ledger.state).toEqual(before);
  });

  it('is unlinked with a reason, after which another or the same may be linked', () => {
    const ledger = linked();
    for (const [times, wallet] of [OTHER, MINE].entries()) {
      ledger.must(unlink(), START);
      expect(ledger.state).toMatchObject({ wallet: null, unlinked: times + 1 });
      ledger.must(link(wallet), START);
      expect(ledger.state.wallet).toBe(wallet);
    }
    expect(ledger.events.slice(2).map(({ eventId }) => eventId)).toEqual([
      'wallet_linked:0',
      'wallet_unlinked:0',
      'wallet_linked:1',
      'wallet_unlinked:1',
      'wallet_linked:2',
    ]);
    expect(check(ledger.events)).toBeNull();
  });

  it('needs a reason and a linked wallet to be unlinked', () => {
    expect(linked().run(unlink('  '), START)).toBe('bad_reason');
    expect(linked().run(unlink('x'.repeat(501)), START)).toBe('bad_reason');
    expect(onboarded().run(unlink(), START)).toBe('no_wallet');
    expect(new Ledger().run(unlink(), START)).toBe('not_registered');
    expect(new Ledger().run(link(MINE), START)).toBe('not_registered');
  });

  it('stays linked when data are deleted, and an operator may unlink it even then', () => {
    const ledger = linked();
    ledger.must({ type: 'delete_data' }, START);
    expect(ledger.state.wallet).toBe(MINE);
    expect(ledger.run(link(MINE), START)).toBe('data_deleted');
    ledger.must(unlink(), START);
    ledger.must({ type: 'complete_onboarding' }, START);
    expect(ledger.state.wallet).toBeNull();
  });
});

describe('a rewritten ledger', () => {
  it('with a second wallet, or one unlinked without being linked, breaks the rules', () => {
    const ledger = linked();
    ledger.must(unlink(), START);
    const twice = rehashed([...ledger.events.slice(0, 3), ...ledger.events.slice(2, 3)]);
    expect(found(replaced(twice, 3, {}))[1]).toBe(4);
    const other = ledger.events.map((event) => ({
      ...event,
      data: event.data.replace(`"${MINE}"}`, `"${OTHER}"}`),
    }));
    const onlyUnlinked = rehashed(replaced(other, 2, { data: `{"wallet":"${MINE}"}` }));
    expect(check(onlyUnlinked)).toEqual({ seq: 4, fault: 'data' });
    const never = rehashed([...onboarded().events, ...ledger.events.slice(3)]);
    expect(check(never)).toEqual({ seq: 3, fault: 'refused' });
  });

  it('with an unknown type is reported as unknown only', () => {
    const newer = rehashed(replaced(linked().events, 2, { type: 'WalletLinked.v2' }));
    expect(check(newer)).toEqual({ seq: 3, fault: 'unknown_rules' });
  });

  it('registers first', () => {
    const ledger = new Ledger();
    ledger.must(REGISTER, START);
    expect(ledger.state).toMatchObject({ wallet: null, unlinked: 0 });
  });
});
