/** Basis of the journeys through the page of published totals: its server with a log, and a page without faults and cookies. */
import { test as base, expect, type Page } from 'playwright/test';
import type { DayEntry } from '#core/proof/entry.ts';
import { SIGNATURE } from '#core/proof/note.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { dayEntries } from '#tests/support/proof/log.ts';
import { newSigner, type PageServer, servePage } from '#tests/support/proof/page-server.ts';

export { expect };

export const LOG = newSigner('points.example/log');
export const WITNESSES = [
  newSigner('witness.example/ann', SIGNATURE.cosignature),
  newSigner('witness.example/ben', SIGNATURE.cosignature),
];
export const SIGNERS = [LOG, ...WITNESSES];

export const test = base.extend<{ proof: PageServer }, { server: PageServer }>({
  server: [
    // biome-ignore lint/correctness/noEmptyPattern: the runner reads from the pattern what a fixture wants
    async ({}, use) => {
      const server = await servePage({ log: LOG, witnesses: WITNESSES, quorum: 1 });
      await use(server);
      await server.stop();
    },
    { scope: 'worker' },
  ],
  proof: async ({ server, context }, use) => {
    const faults: string[] = [];
    context.on('weberror', (error) => faults.push(String(error.error())));
    context.on('console', (message) => {
      if (message.type() === 'error' && !/status of \d+/.test(message.text())) faults.push(message.text());
    });
    Object.assign(server, { files: new Map(), statuses: new Map() });
    await use(server);
    expect(faults).toEqual([]);
    expect(await context.cookies()).toEqual([]);
  },
});

export const logPart = (page: Page) => page.locator('#log');
export const ownPart = (page: Page) => page.locator('#own');

export async function openFile(page: Page, text: string, name = 'proof.json'): Promise<void> {
  await page.locator('#own input').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
}

export function leaves(count: number): Leaf[] {
  return Array.from({ length: count }, (_, at) => ({
    blind: new Uint8Array(16).fill(at),
    total: BigInt(1234 * (at + 1)),
    seq: at + 1,
    head: new Uint8Array(32).fill(at),
  }));
}

/** Days of which one was restored, and one has sealed plans. */
export function entriesWithNotes(count: number): DayEntry[] {
  const entries = dayEntries(count);
  const [restored, sealed] = [entries[count - 3], entries[count - 2]];
  if (restored === undefined || sealed === undefined) throw new Error('Too few days');
  entries[count - 3] = { ...restored, restored: entries[count - 5]?.day ?? '' };
  entries[count - 2] = { ...sealed, total: '1234567891234', seals: 'ab'.repeat(32) };
  return entries;
}
