/** Compares the accounts projection with a replay of the events, range by range. */
import type { LedgerState } from '#core/points/evolve.ts';
import { standingFault } from '#core/points/standing.ts';
import type { Sql } from '../runtime/sqlite/port.ts';
import { type AccountRow, accountRow, PROJECTION_VERSION } from './accounts.ts';
import type { Findings } from './findings.ts';

/** One ledger after its last event; `state` is null if its events are faulty. */
export interface Replayed {
  readonly userId: number;
  readonly state: LedgerState | null;
}

/** Whether a rebuild has brought every row to this code's version: then a row of another version is wrong. */
export function isRebuilt(sql: Sql): boolean {
  const row = sql.get<{ value: string }>("SELECT value FROM meta WHERE name = 'projection_version'");
  return row?.value === String(PROJECTION_VERSION);
}

/**
 * Compares the rows of users above `from`, up to and including `to`, with the ledgers of that range, by user id.
 * Returns how many rows have another version and were not compared; if `isNoneStale`, such a row is wrong.
 */
export function compareAccounts(
  sql: Sql,
  from: number,
  to: number,
  replayed: readonly Replayed[],
  isNoneStale: boolean,
  findings: Findings,
): number {
  let at = 0;
  let stale = 0;
  const missing = (one: Replayed) => findings.add('account_missing', one.userId, null, 'there is no row');
  for (const row of sql.iterate<AccountRow>(
    'SELECT * FROM accounts WHERE user_id > ? AND user_id <= ? ORDER BY user_id',
    from,
    to,
  )) {
    let one = replayed[at];
    while (one !== undefined && one.userId < row.user_id) {
      missing(one);
      at += 1;
      one = replayed[at];
    }
    if (one?.userId !== row.user_id) {
      findings.add('account_without_events', row.user_id, null, 'a row, but no ledger');
      continue;
    }
    at += 1;
    if (row.version !== PROJECTION_VERSION && isNoneStale) {
      findings.add('account_wrong', row.user_id, null, `of version ${row.version}, though all were rebuilt`);
    } else if (row.version !== PROJECTION_VERSION) stale += 1;
    else if (one.state !== null) compareRow(row, one.state, findings);
  }
  for (const one of replayed.slice(at)) missing(one);
  return stale;
}

const COLUMNS = ['seq', 'hash', 'total', 'level', 'registered_at', 'credits_to', 'state'] as const;

function compareRow(row: AccountRow, state: LedgerState, findings: Findings): void {
  const right = accountRow(state);
  const column = COLUMNS.find((name) => row[name] !== right[name]);
  if (column === undefined) return;
  const wrong = column === 'state' ? partOf(row, state) : null;
  const detail =
    wrong === null
      ? `${column} is ${row[column]}, a replay gives ${right[column]}`
      : `state shows another ${wrong} than a replay gives`;
  findings.add('account_wrong', row.user_id, null, detail);
}

/** The part of a profile that the stored state would show wrongly; null if there is none or the state is unreadable. */
function partOf(row: AccountRow, state: LedgerState): string | null {
  try {
    const kept = JSON.parse(row.state) as LedgerState;
    return standingFault(state, kept);
  } catch {
    // Not the JSON of a state: the finding names the column.
    return null;
  }
}
