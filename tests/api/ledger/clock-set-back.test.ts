/**
 * A referrer who registered while the server's clock was ahead seems to have come after the friends they
 * invited. The audit accepts that if a ledger shows that the clock was set back between the two times.
 * Otherwise it reports it.
 */
import { describe, expect, it } from 'vitest';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { audit } from '#tests/support/audit.ts';
import { allEvents, rebuildAll, rehash, tamper } from '../../support/attacks.ts';
import { hmacHex, sha256Hex } from '../../support/hashing.ts';
import { HOUR, type LedgerRig, ledgerRig, NOON, record, register } from '../../support/ledger.ts';

const MINUTE = HOUR / 60;
const [REFERRER, FRIEND, WITNESS] = [1, 2, 3];

function rigAt(at: number): LedgerRig {
  const rig = ledgerRig(openBetterSqlite3(':memory:'));
  rig.clock.at = at;
  return rig;
}

const audited = ({ sql }: LedgerRig, now?: number) =>
  audit({ sql, sha256: sha256Hex, hmac: hmacHex, ...(now === undefined ? {} : { now }) });

function findings(rig: LedgerRig, now?: number) {
  return audited(rig, now).findings.map(({ kind, userId }) => [kind, userId]);
}

/**
 * The referrer and a witness register an hour ahead. Then the clock is corrected, and the friend registers ten
 * minutes later.
 */
async function clockAhead(rig: LedgerRig): Promise<void> {
  rig.clock.at += HOUR;
  await rig.execute(WITNESS, register());
  await rig.execute(REFERRER, register());
  await rig.execute(REFERRER, { type: 'complete_onboarding' });
  rig.clock.at -= HOUR - 10 * MINUTE;
  await rig.execute(FRIEND, register(REFERRER));
}

/** Marks the friend as invited although the referrer registered later, as in the attacks. */
async function flipped(rig: LedgerRig, creditAt: (friendAt: number, referrerAt: number) => number) {
  await rig.execute(REFERRER, register());
  await rig.execute(FRIEND, register(REFERRER));
  const { sql } = rig;
  const [first] = allEvents(sql, REFERRER);
  const later = (first?.at ?? 0) + 30 * MINUTE;
  // The credits and the flag look as the server writes them; the referrer's own events come after the friend's.
  tamper(sql, REFERRER, (events) =>
    events.map((event) => ({
      ...event,
      at: event.type === 'CreditReceived.v1' ? creditAt(event.at, later) : later,
    })),
  );
  rehash(sql, REFERRER);
  rebuildAll(sql);
}

describe("a clock that was ahead at the referrer's registration", () => {
  it("shows in the referrer's next event", async () => {
    const rig = rigAt(NOON);
    await clockAhead(rig);
    rig.clock.at += 20 * MINUTE;
    await rig.execute(REFERRER, record('r1', rig.clock.at));
    expect(findings(rig)).toEqual([]);
  });

  it("shows in another user's events before and after", async () => {
    const rig = rigAt(NOON);
    await clockAhead(rig);
    await rig.execute(WITNESS, record('r1', rig.clock.at));
    expect(findings(rig)).toEqual([]);
  });

  it('becomes a note that counts registrations and names the step and its ledger', async () => {
    const rig = rigAt(NOON);
    await clockAhead(rig);
    expect(audited(rig).explained).toEqual({ registrations: 0, steps: [] });
    await rig.execute(WITNESS, record('r1', rig.clock.at));
    expect(audited(rig)).toMatchObject({
      findings: [],
      explained: {
        registrations: 1,
        steps: [{ before: NOON + HOUR, after: rig.clock.at, userId: WITNESS }],
      },
    });
  });

  it('is reported while the wrong time is still ahead of the audit', async () => {
    const rig = rigAt(NOON);
    await clockAhead(rig);
    await rig.execute(WITNESS, record('r1', rig.clock.at));
    expect(findings(rig, NOON + HOUR - 5 * MINUTE)).toEqual([]);
    expect(findings(rig, NOON + HOUR - 5 * MINUTE - 1)).toEqual([['referrer_later', FRIEND]]);
  });

  it('is reported if no ledger shows it, since credits alone prove nothing', async () => {
    const rig = rigAt(NOON);
    await clockAhead(rig);
    expect(findings(rig)).toEqual([['referrer_later', FRIEND]]);
  });
});

describe('a friend who registered first, marked as invited', () => {
  it.each([
    ['at the time of the friend', (friendAt: number) => friendAt],
    ['at the time of the referrer', (_: number, referrerAt: number) => referrerAt],
  ])('is found with credits %s', async (_, creditAt) => {
    const rig = rigAt(NOON);
    await flipped(rig, creditAt);
    expect(findings(rig)).toEqual([['referrer_later', FRIEND]]);
  });

  it('is found if the clock was set back at another time', async () => {
    const rig = rigAt(NOON - 48 * HOUR);
    await rig.execute(WITNESS, register());
    rig.clock.at -= HOUR;
    await rig.execute(WITNESS, { type: 'complete_onboarding' });
    rig.clock.at = NOON;
    await flipped(rig, (friendAt) => friendAt);
    expect(findings(rig)).toEqual([['referrer_later', FRIEND]]);
  });

  it('is found beside a step back from a time in the future', async () => {
    const rig = rigAt(NOON);
    await rig.execute(WITNESS, register());
    await rig.execute(WITNESS, { type: 'complete_onboarding' });
    await flipped(rig, (friendAt) => friendAt);
    tamper(rig.sql, WITNESS, (events) =>
      events.map((event, index) => (index === 0 ? { ...event, at: 8e15 } : event)),
    );
    rehash(rig.sql, WITNESS);
    rebuildAll(rig.sql);
    const now = NOON + 24 * HOUR;
    expect(findings(rig, now)).toContainEqual(['referrer_later', FRIEND]);
    expect(audited(rig, now).explained.registrations).toBe(0);
  });

  it('is found if the clock only jittered', async () => {
    const rig = rigAt(NOON);
    await rig.execute(WITNESS, register());
    await flipped(rig, (friendAt) => friendAt);
    rig.clock.at += MINUTE;
    await rig.execute(WITNESS, { type: 'complete_onboarding' });
    rig.clock.at -= 999;
    await rig.execute(WITNESS, record('r1', rig.clock.at));
    expect(findings(rig)).toEqual([['referrer_later', FRIEND]]);
  });
});
