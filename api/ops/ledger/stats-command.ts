/** `stats`: users, points, activity, retention and campaigns. */
import { DAY_MS } from '#core/points/days.ts';
import { BUCKETS } from '#core/points/events.ts';
import { pointsToWire } from '#core/points/format.ts';
import { ledgerStats, type Stats } from '../../ledger/stats.ts';
import type { NodeSqlite } from '../../runtime/sqlite/better-sqlite3.ts';
import { FINE, grouped, type Io, printable, startProgress } from '../command.ts';

export function statsCommand(sql: NodeSqlite, io: Io): number {
  const progress = startProgress(io);
  const stats = ledgerStats(sql, Date.now(), (events) =>
    progress.step(() => `${grouped(events)} events read`),
  );
  progress.end();
  for (const line of linesOf(stats)) io.out(`${line.trimEnd()}\n`);
  return FINE;
}

function* linesOf({ users, points, days, weeks, campaigns }: Stats): Generator<string> {
  yield `users              ${grouped(users)}`;
  for (const bucket of BUCKETS) yield `${bucket.padEnd(18)} ${pointsToWire(points[bucket])}`;
  yield '';
  yield 'day (UTC)      active  registered';
  for (const { day, active, registered } of days)
    yield `${dateOf(day)} ${grouped(active).padStart(10)}  ${grouped(registered).padStart(10)}`;
  yield '';
  yield 'week from  registered  active 1, 2, … weeks later';
  for (const { day, registered, stayed } of weeks) {
    const shares = stayed.map((count) => share(count, registered).padStart(6)).join('');
    yield `${dateOf(day)} ${grouped(registered).padStart(10)}${shares}`;
  }
  if (campaigns.length === 0) return;
  yield '';
  yield '     users  campaign: source, medium, content';
  for (const { source, medium, content, users: count } of campaigns) {
    const parts = [source, medium, content].map((part) => (part === null ? '–' : printable(part, 64)));
    yield `${grouped(count).padStart(10)}  ${parts.join(', ')}`;
  }
}

function dateOf(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

function share(count: number, of: number): string {
  return of === 0 ? '–' : `${Math.round((count / of) * 100)} %`;
}
