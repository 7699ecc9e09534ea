/** Published totals in the page of a component test: the log and the proof are made over the events that the app has fetched. */
import { onTestFinished } from 'vitest';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '#core/contract/version.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { logFiles } from './log.ts';
import { type PublishedDay, publishedDay, SIGNERS } from './published-day.ts';

export interface PublishedInPage {
  /** What is published from now on; null for nothing. */
  day: PublishedDay | null;
  /** Whether proof and log arrive; the fake server's own calls have their own network. */
  isOnline: boolean;
  /** What is published now. */
  made(): ReturnType<typeof publishedDay>;
  /** The user's events, as the app has fetched them. */
  events(): readonly StoredEvent[];
}

/** Call it before the app starts. */
export function publishInPage(day: PublishedDay | null = {}): PublishedInPage {
  const { fetch: usual } = window;
  const fetched = new Map<number, StoredEvent>();
  const published: PublishedInPage = {
    day,
    isOnline: true,
    events: () => [...fetched.values()],
    made: () => publishedDay(published.events(), published.day ?? {}),
  };
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    const isProof = pathname.startsWith('/api/proof/');
    if (isProof || pathname.startsWith('/proof/')) {
      if (!published.isOnline) throw new TypeError('Failed to fetch');
      return isProof ? proofAnswer(published) : fileAnswer(published, pathname.replace('/proof/', ''));
    }
    const response = await usual(input, init);
    if (pathname.startsWith('/api/ledger/') && response.ok) {
      const read = (await response.clone().json()) as { readonly events: readonly StoredEvent[] };
      for (const event of read.events) fetched.set(event.seq, event);
    }
    return response;
  };
  onTestFinished(() => {
    window.fetch = usual;
  });
  return published;
}

function proofAnswer({ day, made }: PublishedInPage): Response {
  const headers = { [CONTRACT_HEADER]: String(CONTRACT_VERSION) };
  if (day === null)
    return Response.json({ error: { code: 'proof_missing', message: 'none' } }, { status: 404, headers });
  const { proof, entries } = made();
  const last = entries.at(-1)?.day;
  return Response.json({ proof, first: last, last }, { headers });
}

function fileAnswer({ day, made }: PublishedInPage, path: string): Response {
  const bytes = day === null ? undefined : logFiles(made().entries, day.signers ?? SIGNERS).get(path);
  if (bytes === undefined) return new Response(null, { status: 404 });
  return new Response(new Uint8Array(bytes));
}
