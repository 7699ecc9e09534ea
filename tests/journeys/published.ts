/** Published totals of a journey: the log and the proof are made here, over the events that the server has. */
import type { Page, Route } from 'playwright/test';
import type { StoredEvent } from '#core/points/events.ts';
import { logFiles } from '#tests/support/proof/log.ts';
import { type PublishedDay, publishedDay, SIGNERS } from '#tests/support/proof/published-day.ts';

/** The page of a user. */
export interface Reader {
  readonly page: Page;
  readonly userId: number;
}

/** What the server has answered of each user's ledger, by the number of the event. */
const LEDGERS = new Map<number, Map<number, StoredEvent>>();

export const ledgerOf = ({ userId }: Reader) => [...(LEDGERS.get(userId)?.values() ?? [])];

/** Answers the page with this day from now on. @param day null if nothing is published */
export async function publish({ page, userId }: Reader, day: PublishedDay | null): Promise<void> {
  const none = (route: Route) =>
    route.fulfill({ status: 404, json: { error: { code: 'proof_missing', message: 'none' } } });
  await page.unroute('**/api/proof/**');
  await page.unroute('**/proof/**');
  const ledger = LEDGERS.get(userId) ?? new Map<number, StoredEvent>();
  LEDGERS.set(userId, ledger);
  await page.route('**/proof/**', none);
  await page.route('**/api/ledger/**', async (route) => {
    const response = await route.fetch();
    const read = (await response.json()) as { readonly events: readonly StoredEvent[] };
    for (const event of read.events) ledger.set(event.seq, event);
    await route.fulfill({ response });
  });
  if (day === null) return;
  await page.route('**/api/proof/**', (route) => {
    const { proof } = publishedDay([...ledger.values()], day);
    const last = JSON.parse(proof.entry).day;
    return route.fulfill({ json: { proof, first: last, last } });
  });
  await page.route('**/proof/{checkpoint,tile/**}', (route) => {
    const { entries } = publishedDay([...ledger.values()], { ...day, isElsewhere: false });
    const path = new URL(route.request().url()).pathname.replace('/proof/', '');
    const bytes = logFiles(entries, day.signers ?? SIGNERS).get(path);
    return bytes === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ body: Buffer.from(bytes) });
  });
}
