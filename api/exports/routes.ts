/** `/api/ledger`: a user's own events. `/api/exports`: files for web views, which can only download from a URL without headers. */
import type { Hono } from 'hono';
import { CALLS, FILES } from '#core/contract/calls.ts';
import type { ExportAnswer } from '#core/contract/points.ts';
import { readOutcome } from '#core/journal/outcome.ts';
import type { Head } from '#core/points/events.ts';
import { exportEventLine, exportHeaderLine } from '#core/points/export-lines.ts';
import { EXPORT_LIFE_MS } from '#core/privacy/retention.ts';
import { listCalculations } from '../calculations/inputs.ts';
import type { RouteDeps } from '../deps.ts';
import { outcomeValues } from '../edits/edits.ts';
import { type Answer, fail, ok } from '../runtime/http/answer.ts';
import { createDownloads } from '../runtime/http/downloads.ts';
import { SECURITY_HEADERS } from '../runtime/http/headers.ts';
import { mount } from '../runtime/http/mount.ts';
import { committed, gate } from '../users/account.ts';
import { findPerson } from '../users/users.ts';
import { HISTORY_HEADER, historyLine } from './history-csv.ts';
import { personalExport } from './personal.ts';
import { type ExportKind, findExport, saveExport } from './tokens.ts';

/** Events of one answer of `/api/ledger`. */
const DEFAULT_PAGE = 500;

/** Rows read at once: a calculation has up to 2 KB of inputs, an event a few hundred bytes. */
const CALCULATIONS_AT_ONCE = 30;
const EVENTS_AT_ONCE = 200;

/** A user's own events, exactly as hashed. */
export function ledgerRoutes(app: Hono, deps: RouteDeps): void {
  mount(app, deps, CALLS.ledger, {
    handle: (call) => {
      const { read } = deps.ledger;
      const account = gate(read.account(call.userId), call.generation);
      if (!account.ok) return account;
      const { after = 0, limit = DEFAULT_PAGE } = call.query;
      const { head } = account.value;
      const events = read.events(call.userId, after, limit);
      return ok({ events, head: { seq: head.seq, hash: head.hash } });
    },
  });
}

export function exportRoutes(app: Hono, deps: RouteDeps): void {
  const downloads = createDownloads(deps.clock);

  mount(app, deps, CALLS.createExport, {
    owner: (body) => body.userId,
    handle: async (call) => {
      const { kind } = call.body;
      const token = deps.exportTokens.make(call.userId);
      return committed(
        await deps.ledger.transact((writer): Answer<ExportAnswer> => {
          const account = gate(writer.account(call.userId), call.generation);
          if (!account.ok) return account;
          saveExport(writer.sql, deps.sha256(token), { userId: call.userId, kind }, writer.now);
          return ok({
            token,
            url: `${deps.publicUrl}${FILES.exported.path.replace('{token}', token)}`,
            fileName: fileName(kind, writer.now),
            expiresAt: new Date(writer.now + EXPORT_LIFE_MS).toISOString(),
          });
        }),
      );
    },
  });

  mount(app, deps, FILES.exported, {
    handle: ({ params, method }) => {
      const now = deps.clock.now();
      const { token } = params;
      const found = findExport(deps.sql, deps.sha256(token), now);
      const account = found === null ? null : deps.ledger.read.account(found.userId);
      if (found === null || account === null) return fail('not_found');
      const lines = LINES[found.kind](deps, found.userId, account.head, now);
      const headers = headersOf(fileName(found.kind, now), found.kind);
      // A HEAD request starts no download.
      if (method === 'HEAD') return new Response(null, { headers });
      const body = downloads.start(found.userId, lines);
      return body === null
        ? fail('rate_limited', { retryAfterS: downloads.retryAfterS })
        : new Response(body, { headers });
    },
  });
}

const LINES: Readonly<
  Record<ExportKind, (deps: RouteDeps, userId: number, head: Head, now: number) => Generator<string>>
> = {
  ledger: ledgerLines,
  history: historyLines,
  personal: ({ sql, neighbours }, userId, _, now) =>
    personalExport({ sql, friends: neighbours.friends }, userId, now),
};

/** The published format. Pages are read while the download runs, up to the head at its start. */
function* ledgerLines(deps: RouteDeps, userId: number, head: Head, now: number): Generator<string> {
  const walletAddress = findPerson(deps.sql, userId)?.walletAddress ?? null;
  yield exportHeaderLine({ userId, exportedAt: now, head, walletAddress });
  for (let after = 0; after < head.seq; ) {
    const events = deps.ledger.read.events(userId, after, Math.min(EVENTS_AT_ONCE, head.seq - after));
    const last = events.at(-1);
    if (last === undefined) throw new Error(`The ledger of user ${userId} ends before its head ${head.seq}`);
    yield events.map(exportEventLine).join('');
    after = last.seq;
  }
}

/** Newest first. */
function* historyLines({ sql }: RouteDeps, userId: number): Generator<string> {
  yield HISTORY_HEADER;
  for (let before = Number.MAX_SAFE_INTEGER; ; ) {
    const records = listCalculations(sql, userId, before, CALCULATIONS_AT_ONCE);
    const last = records.at(-1);
    if (last === undefined) return;
    const outcomes = outcomeValues(sql, userId, last.seq, before);
    yield records.map((one) => historyLine(one, readOutcome(outcomes.get(one.seq) ?? {}))).join('');
    if (records.length < CALCULATIONS_AT_ONCE) return;
    before = last.seq;
  }
}

function fileName(kind: ExportKind, now: number): string {
  const day = new Date(now).toISOString().slice(0, 10);
  return `irich-${kind}-${day}.${ENDINGS[kind]}`;
}

const ENDINGS: Readonly<Record<ExportKind, keyof typeof TYPES>> = {
  ledger: 'jsonl',
  history: 'csv',
  personal: 'json',
};
const TYPES = { jsonl: 'application/x-ndjson', csv: 'text/csv', json: 'application/json' } as const;

function headersOf(name: string, kind: ExportKind): Record<string, string> {
  return {
    ...SECURITY_HEADERS,
    'content-security-policy': "default-src 'none'; sandbox; frame-ancestors https://web.telegram.org",
    'cache-control': 'no-store',
    'content-type': `${TYPES[ENDINGS[kind]]}; charset=utf-8`,
    'content-disposition': `attachment; filename="${name}"`,
    // The messaging app's web client fetches the file itself.
    'access-control-allow-origin': 'https://web.telegram.org',
  };
}
