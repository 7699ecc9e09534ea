/** What the reader brings to the page of published totals while the log's key is being replaced, or was. */

import { sha256 } from '@noble/hashes/sha2.js';
import type { Page } from 'playwright/test';
import type { Signer } from '#api/proof/signer.ts';
import { ascii } from '#core/proof/bytes.ts';
import { keyChangeText } from '#core/proof/key-change.ts';
import { signatureLine } from '#core/proof/note.ts';
import { writePassport } from '#core/proof/passport.ts';
import { unlessGone } from '#tests/journeys/app.ts';
import { checkpointOf, dayEntries, logFiles, proofIn } from '#tests/support/proof/log.ts';
import { newSigner } from '#tests/support/proof/page-server.ts';
import { expect, LOG, leaves, logPart, openFile, ownPart, test, WITNESSES } from './proof-page.ts';

const NEXT = newSigner(LOG.key.name);
const BY_NEXT = [NEXT, ...WITNESSES];
const MADE = proofIn(dayEntries(30), leaves(5), 2, BY_NEXT);
const PROOF = JSON.stringify(MADE.proof);
const PASSPORT = passport();

function passport(): string {
  const witnesses = WITNESSES.map(({ key }) => key);
  const pins = { origin: LOG.key.name, keys: [NEXT.key], witnesses, quorum: 1 };
  const text = writePassport(PROOF, pins, sha256);
  if (text === null) throw new Error('No passport');
  return text;
}

/** The log by these keys, with the change to the next one by this key. */
function filesBy(signers: readonly Signer[], by: Signer = LOG): Map<string, Uint8Array> {
  const text = keyChangeText({ origin: LOG.key.name, number: 1, key: NEXT.key });
  const change = `${text}\n${signatureLine(by.key, by.sign(ascii(text)))}`;
  return new Map([...logFiles(MADE.entries, signers), ['keys', Buffer.from(change)]]);
}

const title = (page: Page) => ownPart(page).locator('h3');

/** The page, once it has checked the log. */
async function openRead(page: Page, origin: string): Promise<void> {
  await page.goto(`${origin}/proof`);
  await expect(logPart(page).locator('h3').first()).toHaveText('Everything holds: 31 days');
}

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Or paste its text' }).fill(text);
  await page.getByRole('button', { name: 'Check the text' }).click();
}

test('a passport is right before the log has been read', async ({ page, proof }) => {
  proof.files = filesBy(BY_NEXT);
  const held: (() => void)[] = [];
  await page.route('**/proof/checkpoint', async (route) => {
    await new Promise<void>((release) => held.push(release));
    await unlessGone(route.continue());
  });
  await page.goto(`${proof.origin}/proof`);
  await expect(logPart(page).locator('h3')).toHaveText('Checking the log');
  await paste(page, PASSPORT);
  await expect(title(page)).toHaveText('The proof holds');
  await page.unroute('**/proof/checkpoint');
  for (const release of held) release();
  await expect(ownPart(page)).toContainText('Its checkpoint belongs to the log above.');
  await expect(title(page)).toHaveText('The proof holds');
});

test('what the new key alone has signed is right while both keys sign the log', async ({ page, proof }) => {
  proof.files = filesBy([NEXT, LOG, ...WITNESSES]);
  await openRead(page, proof.origin);
  for (const bring of [() => paste(page, PASSPORT), () => openFile(page, PROOF)]) {
    await bring();
    await expect(title(page)).toHaveText('The proof holds');
    await expect(ownPart(page)).toContainText('Its checkpoint belongs to the log above.');
  }
  await openFile(page, checkpointOf(MADE.entries.slice(0, 20), BY_NEXT), 'kept.txt');
  await expect(ownPart(page)).toContainText('The log above was checked against it.');
});

test('a log whose changes do not arrive leaves the signature open, and says so', async ({ page, proof }) => {
  proof.files = filesBy([LOG, ...WITNESSES]);
  proof.statuses = new Map([['keys', 503]]);
  await openRead(page, proof.origin);
  await paste(page, PASSPORT);
  await expect(title(page)).toHaveText('The signature could not be checked');
  proof.statuses = new Map();
  await paste(page, PASSPORT);
  await expect(title(page)).toHaveText('The proof holds');
});

test('a change that the replaced key has not signed lets no key in', async ({ page, proof }) => {
  proof.files = filesBy([LOG, ...WITNESSES], NEXT);
  await openRead(page, proof.origin);
  for (const text of [PASSPORT, PROOF]) {
    await paste(page, text);
    await expect(ownPart(page)).toContainText('The checkpoint in it is not signed by the log’s key');
  }
});
