/**
 * Attacks on a ledger with write access to the file: what finds each of them, both raw and after rehashing
 * everything and rebuilding the projection, and what only saved heads find. The README has the same table.
 */
import { describe, expect, it, vi } from 'vitest';
import { currentHeads, type SavedHead } from '#api/ledger/heads.ts';
import { rebuild } from '#api/ledger/rebuild.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import type { Sql } from '#api/runtime/sqlite/port.ts';
import { walletAddresses } from '#api/wallet/addresses.ts';
import { audit } from '#tests/support/audit.ts';
import { rebuildAll, rehash, tamper } from '../../support/attacks.ts';
import { hmacHex, sha256Hex } from '../../support/hashing.ts';
import { ledgerRig, record, register, threeFriends } from '../../support/ledger.ts';
import { invent } from './attack.ts';
import { attacksBetweenLedgers } from './attacks-between-ledgers.ts';
import { ledgerAttacks } from './attacks-on-ledgers.ts';

// The machine may be busy, and these tests use processes, threads and disks.
vi.setConfig({ testTimeout: 60_000 });

function kinds(sql: Sql, heads?: readonly SavedHead[], chunk = 2000): string[] {
  const options = heads === undefined ? { chunk } : { chunk, heads: heads.values() };
  const report = audit({ sql, sha256: sha256Hex, hmac: hmacHex, addresses: walletAddresses }, options);
  return report.findings.map((finding) => finding.kind);
}

async function sound(): Promise<{ sql: ReturnType<typeof openBetterSqlite3>; heads: SavedHead[] }> {
  const sql = openBetterSqlite3(':memory:');
  const rig = ledgerRig(sql);
  await threeFriends(rig);
  await rig.execute(4, { ...register(5), referrerRegistered: false });
  await rig.execute(4, { type: 'complete_onboarding' });
  await rig.execute(4, record('r1', rig.clock.at));
  rig.clock.at += 1;
  await rig.execute(5, register());
  await rig.execute(6, register(5));
  await rig.execute(5, { type: 'complete_onboarding' });
  for (const [userId, digit] of [
    [2, 'a'],
    [4, 'b'],
  ] as const) {
    const address = `0:${digit.repeat(64)}`;
    await rig.execute(userId, { type: 'link_wallet', wallet: rig.ledger.walletName(address) });
    sql.run(
      'INSERT INTO people (user_id, premium, wallet_address, updated_at) VALUES (?, 0, ?, 0)',
      userId,
      address,
    );
  }
  await rig.execute(1, record('last', rig.clock.at));
  for (const _ of rebuild(sql));
  return { sql, heads: [...currentHeads(sql)] };
}

describe('attacks on a ledger', () => {
  it('a sound ledger matches its saved heads', async () => {
    const { sql, heads } = await sound();
    expect(heads.map((head) => head.userId)).toEqual([1, 2, 3, 4, 5, 6]);
    expect(kinds(sql, heads)).toEqual([]);
    expect(kinds(sql, heads, 1)).toEqual([]);
    expect(kinds(sql, heads.slice(1, 2))).toEqual([]);
  });

  it.each([...ledgerAttacks, ...attacksBetweenLedgers])(
    '$name',
    async ({ userId, attack, raw, rehashed, heads }) => {
      const { sql, heads: saved } = await sound();
      attack(sql, userId);
      expect(kinds(sql).toSorted()).toEqual([...raw].toSorted());
      expect(kinds(sql, undefined, 1).toSorted()).toEqual([...raw].toSorted());
      rehash(sql, userId);
      rebuildAll(sql);
      expect(kinds(sql).toSorted()).toEqual([...rehashed].toSorted());
      expect(kinds(sql, saved, 2).toSorted()).toEqual([...rehashed, ...heads].toSorted());
      sql.close();
    },
  );

  it('a missing guard of the schema is found', async () => {
    const { sql } = await sound();
    sql.run('DROP TRIGGER events_never_leave');
    expect(kinds(sql)).toEqual(['schema']);
    sql.run('DROP INDEX events_by_id');
    const { findings } = audit({ sql, sha256: sha256Hex, hmac: hmacHex });
    expect(findings).toMatchObject([{ kind: 'schema', userId: null, count: 2 }]);
    sql.close();
  });

  it('an added or altered trigger is found', async () => {
    const { sql } = await sound();
    sql.run('CREATE TRIGGER gift AFTER INSERT ON events BEGIN UPDATE accounts SET total = total + 1; END');
    const { findings } = audit({ sql, sha256: sha256Hex, hmac: hmacHex });
    expect(findings).toMatchObject([{ kind: 'schema', count: 1, detail: expect.stringContaining('gift') }]);
    sql.run('DROP TRIGGER gift');
    expect(kinds(sql)).toEqual([]);
    const guard = sql.get<{ text: string }>(
      "SELECT sql AS text FROM sqlite_master WHERE name = 'events_never_replaced'",
    );
    sql.run('DROP TRIGGER events_never_replaced');
    sql.run((guard?.text ?? '').replace('NEW.seq', 'NEW.seq + 1'));
    expect(audit({ sql, sha256: sha256Hex, hmac: hmacHex }).findings).toMatchObject([
      { kind: 'schema', count: 2 },
    ]);
    sql.close();
  });

  it('no check finds a forged record that is appended after the last saved heads', async () => {
    const { sql, heads } = await sound();
    tamper(sql, 1, (events) => [...events, { ...invent(events), seq: events.length + 1 }]);
    rehash(sql, 1);
    rebuildAll(sql);
    expect(kinds(sql, heads)).toEqual([]);
    sql.close();
  });
});
