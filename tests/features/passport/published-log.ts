/** The log of a server in the page of a component test: its last day has the ledger that the app has fetched. */
import { sha256 as digest } from '@noble/hashes/sha2.js';
import { onTestFinished } from 'vitest';
import { CONTRACT_HEADER, CONTRACT_VERSION } from '#core/contract/version.ts';
import type { StoredEvent } from '#core/points/events.ts';
import { ascii, fromHex } from '#core/proof/bytes.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { logFiles, proofIn } from '#tests/support/proof/log.ts';
import { LOG, WITNESS } from '#tests/support/proof/test-keys.ts';

const SIGNERS = [LOG, WITNESS];

export const sha256 = (bytes: Uint8Array) => digest(bytes);

/** Call it before the app starts. @param before the days before, in the log */
export function publishInPage(before: readonly DayEntry[]): void {
  const { fetch: usual } = window;
  const events = new Map<number, StoredEvent>();
  const made = () => proofIn(before, [leafOf([...events.values()])], 0, SIGNERS);
  window.fetch = async (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input, location.href);
    if (pathname.startsWith('/api/proof/') && events.size > 0) {
      const { proof, entries } = made();
      const last = entries.at(-1)?.day;
      return Response.json(
        { proof, first: last, last },
        { headers: { [CONTRACT_HEADER]: String(CONTRACT_VERSION) } },
      );
    }
    if (pathname.startsWith('/proof/')) {
      const bytes = logFiles(made().entries, SIGNERS).get(pathname.replace('/proof/', ''));
      return new Response(bytes === undefined ? null : new Uint8Array(bytes), {
        status: bytes === undefined ? 404 : 200,
      });
    }
    const response = await usual(input, init);
    if (pathname.startsWith('/api/ledger/') && response.ok) {
      const read = (await response.clone().json()) as { readonly events: readonly StoredEvent[] };
      for (const event of read.events) events.set(event.seq, event);
    }
    return response;
  };
  onTestFinished(() => {
    window.fetch = usual;
  });
}

function leafOf(events: readonly StoredEvent[]): Leaf {
  const newest = events.reduce((last, event) => (event.seq > last.seq ? event : last));
  return {
    blind: sha256(ascii('mine')).slice(0, 16),
    total: BigInt(events.reduce((sum, { award }) => sum + award, 0)),
    seq: newest.seq,
    head: fromHex(newest.hash, 32) ?? new Uint8Array(32),
  };
}
