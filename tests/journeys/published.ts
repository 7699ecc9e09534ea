/** Published totals of a journey: the log and the proof are made here, over the events that the server has. */
import type { Page, Route } from 'playwright/test';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { ascii, fromHex } from '#core/proof/bytes.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { checkpointOf, dayEntries, logFiles, proofIn } from '#tests/support/proof/log.ts';
import { LOG, WITNESS } from '#tests/support/proof/test-keys.ts';

export interface Day {
  /** Thousandths more than the user's events give. */
  readonly extra?: number;
  /** How many events the leaf leaves out or has too many. */
  readonly less?: number;
  readonly before?: readonly DayEntry[];
  readonly signers?: typeof SIGNERS;
  readonly isPathBroken?: boolean;
  readonly isElsewhere?: boolean;
}

export const SIGNERS = [LOG, WITNESS];
export const BEFORE = dayEntries(40);

/** The page of a user. */
export interface Reader {
  readonly page: Page;
  readonly userId: number;
}

/** What the server has answered of each user's ledger, by the number of the event. */
const LEDGERS = new Map<number, Map<number, StoredEvent>>();

export const ledgerOf = ({ userId }: Reader) => [...(LEDGERS.get(userId)?.values() ?? [])];

/** Answers the page with this day from now on. @param day null if nothing is published */
export async function publish({ page, userId }: Reader, day: Day | null): Promise<void> {
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
    const { proof } = made([...ledger.values()], day);
    const last = JSON.parse(proof.entry).day;
    return route.fulfill({ json: { proof, first: last, last } });
  });
  await page.route('**/proof/{checkpoint,tile/**}', (route) => {
    const { entries } = made([...ledger.values()], { ...day, isElsewhere: false });
    const path = new URL(route.request().url()).pathname.replace('/proof/', '');
    const bytes = logFiles(entries, day.signers ?? SIGNERS).get(path);
    return bytes === undefined ? route.fulfill({ status: 404 }) : route.fulfill({ body: Buffer.from(bytes) });
  });
}

export function made(events: readonly StoredEvent[], day: Day) {
  const { extra = 0, less = 0, before = BEFORE, signers = SIGNERS } = day;
  const seq = events.length - less;
  const mine = events.filter((event) => event.seq <= seq);
  const total = BigInt(mine.reduce((sum, { award }) => sum + award, extra));
  const head = fromHex(mine.at(-1)?.hash ?? '', 32) ?? new Uint8Array(32);
  const leaf: Leaf = { blind: blindOf(0), total, seq, head };
  const strangers = [1, 2, 3, 4].map((user): Leaf => {
    return {
      blind: blindOf(user),
      total: BigInt(user) * 81_234_500n,
      seq: user,
      head: blindOf(user + 9, 32),
    };
  });
  const leaves = [leaf, ...strangers].sort((a, b) => Buffer.compare(a.blind, b.blind));
  const whole = proofIn(before, leaves, leaves.indexOf(leaf), signers);
  const path = day.isPathBroken === true ? whole.proof.path.slice(1) : whole.proof.path;
  const index = day.isElsewhere === true ? whole.proof.index - 1 : whole.proof.index;
  return {
    ...whole,
    proof: { ...whole.proof, path, index, checkpoint: checkpointOf(whole.entries, signers) },
  };
}

export const blindOf = (user: number, length = 16) =>
  PROOF_PORTS.hash(ascii(`user ${user}`)).slice(0, length);
