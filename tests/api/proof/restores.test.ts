/** Older ledgers beside the log as it is, and an older log beside the ledgers: what is published, and what honest phones are told. */
import { describe, expect, test, vi } from 'vitest';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import { DAY_MS } from '#core/points/days.ts';
import { joined } from '#core/proof/bytes.ts';
import { readProof } from '#core/proof/check-proof.ts';
import { type CheckedLeaf, checkTotal, type OwnLedger } from '#core/proof/check-total.ts';
import { entryHash } from '#core/proof/log-tree.ts';
import { readBundle } from '#core/proof/tiles.ts';
import { sealedPlan } from '#tests/support/sealed-plan.ts';
import { crashing, type Kind, MACHINE, type Moment, OBJECTS, WITNESSED } from './crashing.ts';
import { DAY, dayText, MINUTE, midnight } from './publishing.ts';

vi.setConfig({ testTimeout: 180_000 });

type Crashing = Awaited<ReturnType<typeof crashing>>;

/** The databases that are set back: all ledgers of a machine, or the ledger of one user. */
const KINDS: readonly (readonly [string, Kind, string])[] = [
  ['machine', MACHINE, 'ledgers'],
  ['objects', OBJECTS, 'user 42'],
];

function setBack(now: Moment, name: string, older: Moment): Moment {
  const pages = older.pages.get(name);
  if (pages === undefined) throw new Error(`There is no ${name}`);
  return { ...now, pages: new Map([...now.pages, [name, pages]]) };
}

/** Two days are published, then comes the backup, and two more days with what it lacks. */
async function withBackup(kind: Kind) {
  const api = await crashing(kind);
  for (const id of [42, 43]) await api.registered(id);
  await api.calculate(42);
  await api.untilPublished(1);
  const backup = api.moment();
  for (let more = 0; more < 3; more += 1) await api.calculate(42);
  await api.untilPublished(3);
  return { api, backup };
}

async function restoredBy(api: Crashing) {
  const checked = await api.check();
  if (!checked.ok) throw new Error(checked.error.fault);
  return checked.value.entries.map(({ restored }) => restored ?? null);
}

/** A phone's five checks with the ledger that the server has now. */
async function phone(
  api: Crashing,
  userId: number,
  day: number,
  { known = [], checked = null }: Partial<Pick<OwnLedger, 'known' | 'checked'>>,
) {
  const proof = await api.savedProof(userId, dayText(day));
  const { leaf } = readProof(proof) ?? {};
  const events = await api.events(userId);
  const event = events.find(({ seq }) => seq === leaf?.seq);
  const points = events
    .filter(({ seq }) => seq <= (leaf?.seq ?? 0))
    .reduce((sum, { award }) => sum + award, 0);
  const { checkpoint, entries } = await api.readable();
  const texts = readBundle(new Uint8Array(Buffer.from(entries, 'latin1'))) ?? [];
  const hashes = joined(...texts.map((text) => entryHash(text, PROOF_PORTS.hash)));
  return checkTotal(
    {
      proof,
      own: {
        state: 'valid',
        event: event === undefined ? null : { hash: event.hash, points, at: event.at },
        known,
        checked,
        checkedHash: events.find(({ seq }) => seq === checked?.seq)?.hash ?? null,
        restores: [],
        isInLine: true,
      },
      log: {
        notes: [checkpoint ?? ''],
        hashes,
        entries: texts.map((text) => new TextDecoder().decode(text)),
        from: 0,
      },
      now: api.clock.at,
    },
    WITNESSED,
    PROOF_PORTS,
  );
}

const RIGHT = Object.fromEntries(
  ['leaf', 'path', 'entry', 'signed', 'consistent'].map((link) => [link, { state: 'ok' }]),
);

describe.each(KINDS)('on %s', (_, kind, name) => {
  test('older ledgers: the next entry says so once, and phones take it as that', async () => {
    const { api, backup } = await withBackup(kind);
    const before = await phone(api, 42, 3, {});
    const checked = before.leaf as CheckedLeaf;
    const known = [{ day: midnight(3) / DAY_MS, seq: checked.seq }];
    const again = await crashing(kind, setBack(api.moment(), name, backup));
    await again.calculate(42);
    await again.untilPublished(4);
    expect(await restoredBy(again)).toEqual([null, null, null, null, dayText(1)]);
    const said = [{ day: dayText(4), restored: dayText(1) }];
    const after = await phone(again, 42, 4, { checked, known });
    expect(after).toMatchObject({ links: RIGHT, restored: said, isForgiven: true });
    expect(after.leaf?.seq).toBeLessThan(checked.seq);
    // A phone that has lost nothing hears of it too.
    expect(await phone(again, 43, 4, {})).toMatchObject({ links: RIGHT, isForgiven: false });

    await again.untilPublished(5);
    expect(await restoredBy(again)).toEqual([null, null, null, null, dayText(1), null]);
    const next = { checked: after.leaf as CheckedLeaf, known };
    expect(await phone(again, 42, 5, next)).toMatchObject({ links: RIGHT, restored: [], isForgiven: false });
    // A phone that checks for the first time a day later.
    expect(await phone(again, 42, 5, { known })).toMatchObject({
      links: RIGHT,
      restored: said,
      isForgiven: true,
    });
    // A phone whose ledger is younger than the restore.
    const late = [{ day: midnight(5) / DAY_MS, seq: 1 }];
    expect(await phone(again, 42, 5, { known: late })).toMatchObject({ restored: [] });
    expect([...again.faults, ...again.refusals]).toEqual([]);
  });

  test('older ledgers, of which the log hears days later: the entries of all these days say so', async () => {
    const { api, backup } = await withBackup(kind);
    const again = await crashing(kind, setBack(api.moment(), name, backup));
    again.clock.at = midnight(7) + MINUTE;
    await again.untilPublished(6);
    const [said, first, second] = [1, 4, 5].map(dayText);
    expect(await restoredBy(again)).toEqual([null, null, null, null, said, first, second]);
    expect([...again.faults, ...again.refusals]).toEqual([]);
  });

  test('older ledgers while a day is built, before every fifth statement: one entry a day, of one state of them', async () => {
    const start = await crashing(kind);
    for (const id of [42, 43]) await start.registered(id);
    await start.untilPublished(0);
    const backup = start.moment();
    await start.calculate(42);
    const seal = { userId: 42, hash: sealedPlan().hash, sealedAt: new Date(start.clock.at).toISOString() };
    await start.user(42).send('POST', '/api/seals', { body: seal });
    const due = midnight(2) + 5 * MINUTE;
    await start.until(due - 1);
    const moment = start.moment();
    const said = new Set<string>();
    for (let after = 0; ; after += 5) {
      const api = await crashing(kind, moment);
      await api.ring();
      api.dieAfter('proof', after);
      api.clock.at = due;
      await api.ring();
      if (!api.databases.isDead('proof')) break;
      api.databases.revive();
      const again = await crashing(kind, setBack(api.moment(), name, backup));
      const before = await again.readable();
      await again.until(due + DAY + 30 * MINUTE);
      const checked = await again.check();
      const entries = checked.ok ? checked.value.entries : [];
      expect([...again.faults, ...again.refusals], `after ${after}`).toEqual([]);
      expect(checked).toMatchObject({ ok: true });
      expect(entries.map(({ day }) => day)).toEqual([0, 1, 2].map(dayText));
      expect((await again.readable()).entries.startsWith(before.entries)).toBe(true);
      said.add(
        entries.map(({ restored, seals }) => `${restored ?? '-'} ${seals ? 'sealed' : '-'}`).join(', '),
      );
      expect([...again.faults, ...again.refusals], `after ${after}`).toEqual([]);
    }
    // Either the day is of the older ledgers, or of the newer ones and the next day says that they are gone.
    const ofOlder = kind === MACHINE ? `- -, ${dayText(0)} -, ${dayText(1)} -` : '- -, - -, - -';
    expect([...said].sort()).toEqual([ofOlder, `- -, - sealed, ${dayText(0)} -`].sort());
  });
});

test('on machine, an older log: nothing is signed while the ledgers know more, and it goes on once it is back', async () => {
  const { api, backup } = await withBackup(MACHINE);
  const now = api.moment();
  const older = await crashing(MACHINE, { ...setBack(now, 'proof', backup), witnessed: null });
  const before = await older.readable();
  await older.until(older.clock.at + 30 * MINUTE);
  expect(older.faults[0]).toContain('The log has lost days that were published.');
  expect(older.signed.size).toBe(0);
  expect(await older.readable()).toEqual(before);
  const moment = older.moment();
  const again = await crashing(MACHINE, setBack({ ...moment, witnessed: now.witnessed }, 'proof', now));
  await again.untilPublished(5);
  expect(await restoredBy(again)).toEqual([null, null, null, null, null, null]);
  expect([...again.faults, ...again.refusals]).toEqual([]);
});

test.each(KINDS)(
  'on %s, an older log: nothing is signed while a witness shows more',
  async (_, kind, name) => {
    const { api, backup } = await withBackup(kind);
    // Ledgers that are as old as the log know of nothing more.
    const moment = setBack(setBack(api.moment(), 'proof', backup), name, backup);
    const older = await crashing(kind, moment);
    await older.until(older.clock.at + 30 * MINUTE);
    expect(older.faults[0]).toContain('The witness witness.example/w shows a checkpoint of 4 days');
    expect(older.signed.size).toBe(0);
  },
);
