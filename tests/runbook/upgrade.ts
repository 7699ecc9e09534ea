/** A machine with the last version, by that version's own page: upgraded, rolled back, and upgraded again. */
import type { Machine } from './machine.ts';

const PAGE = 'api/deployments/machine/upgrade.md';
const READY = 'curl --silent http://127.0.0.1:8080/api/health/ready';

export interface LastVersion {
  /** A commit or a tag of the repository. */
  readonly commit: string;
  /** The text of its page of one machine. */
  readonly page: string;
}

export async function upgradeAndRollBack(
  { operator, users, page }: Machine,
  last: LastVersion,
): Promise<void> {
  const upgrade = page(PAGE);
  await operator.type('git clone ADDRESS /opt/irich');
  await operator.type(`cd /opt/irich && git checkout --quiet ${last.commit}`);
  // What that page says in words.
  await operator.type('cd /opt/irich && node .ci/install.mjs && npm run build');
  await operator.follow({ page: last.page, heading: 'One machine, in production' });
  await operator.until(READY, /"status":"ready"/);
  await users.register();
  await users.calculate();

  await operator.follow({ page: upgrade, heading: 'From 1.5.1' });
  await operator.follow({ page: upgrade, heading: 'Get the release' });
  await operator.follow({ page: upgrade, heading: 'Switch' });
  await operator.until(READY, /"status":"ready"/);
  await users.expectAll();
  await users.calculate();
  await operator.type('irich ledger audit');

  await operator.follow({ page: upgrade, heading: 'Roll back' });
  const log = await operator.until(
    'journalctl -u irich -n 3 -o cat',
    /was changed by a newer version|"listening"/,
  );
  if (log.includes('was changed by a newer version')) {
    await operator.follow({ page: upgrade, heading: 'Where the older version refuses the database' });
    await operator.until(READY, /"status":"ready"/);
    await users.expectFewer();
    await users.sendAgain();
  }
  await operator.until(READY, /"status":"ready"/);
  await users.expectAll();
  await users.calculate();
  await operator.type('irich ledger audit');

  await operator.follow({ page: upgrade, heading: 'Switch' });
  await operator.until(READY, /"status":"ready"/);
  await users.expectAll();
  await users.calculate();
  await operator.type('irich ledger audit');
  await operator.type('ls -l /var/lib/irich');
}
