/** Verify my points against the real publisher: a day that is right, without a network, forked, rewritten, and by a new key. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runLedger } from '#api/ops/ledger/run.ts';
import { readSigner, type Signer } from '#api/proof/signer.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { vkeyText } from '#core/proof/note.ts';
import { makeUser } from '#tests/journeys/app.ts';
import { runInProcess } from '#tests/support/operator-command.ts';
import { LOG, PRIVATE_TEXTS } from '#tests/support/proof/test-keys.ts';
import { expect, expectVerdict, openAt, test } from './publisher.ts';

const BORIS = makeUser({ first_name: 'Boris' });
const STRANGERS = [BORIS, makeUser(), makeUser()];

test('a published day passes the five checks, and once more in airplane mode after a reload', async ({
  app,
  page,
  context,
  publisher,
}) => {
  await publisher.live([app.user, ...STRANGERS]);
  await publisher.comeTo(0);
  await publisher.published(1);
  await app.open({ path: '/verify' });
  await expectVerdict(page, 'Everything fits', 5);
  await expect(page.locator('.proof-figure')).toHaveText('1');
  await expect(page.getByText(/^Signed by the key that this app knows and by 1 witness/)).toBeVisible();
  await app.untilPrecached();

  await context.setOffline(true);
  await page.reload();
  await expectVerdict(page, 'Everything fits', 5);
  await expect(page.getByText('No network: this phone checked what it keeps.')).toBeVisible();
});

test('a log that was replaced by another one of the same key and witness is a fork, with both checkpoints as evidence', async ({
  app,
  page,
  publisher,
}) => {
  await publisher.live([app.user, ...STRANGERS]);
  let putBack = () => {};
  await publisher.comeTo(0, {
    meanwhile() {
      putBack = publisher.backUp();
    },
  });
  const first = await publisher.published(1);
  await app.open({ path: '/verify' });
  await expectVerdict(page, 'Everything fits', 5);

  // Ledgers, log and witness forget the day, and make it again.
  await publisher.comeTo(0, { meanwhile: putBack });
  const second = await publisher.published(1);
  expect(second.split('\n')[2]).not.toBe(first.split('\n')[2]);
  await page.getByRole('button', { name: 'Check again' }).click();
  await expectVerdict(page, 'It does not add up', 4);
  await expect(page.getByText(/two different histories, both signed by the operator/)).toBeVisible();
  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Save the evidence' }).first().click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('irich-evidence.json');
  const evidence = JSON.stringify(JSON.parse(await readFile(await download.path(), 'utf8')));
  for (const note of [first, second]) expect(evidence).toContain(JSON.stringify(note).slice(1, -1));

  await page.reload();
  await expect(page.getByText(/two different histories|has seen two histories/).first()).toBeVisible();
});

test('a total that the operator rewrote for one user is found by that user alone', async ({
  app,
  page,
  publisher,
}) => {
  await publisher.live([app.user, ...STRANGERS]);
  await publisher.comeTo(0, {
    meanwhile() {
      const sql = openBetterSqlite3(publisher.server.databasePath);
      sql.run('UPDATE accounts SET total = total + 5000 WHERE user_id = ?', app.user.id);
      sql.close();
    },
  });
  await publisher.published(1);
  await app.open({ path: '/verify' });
  await expectVerdict(page, 'It does not add up', 4);
  await expect(page.getByText('The published total is not the sum of your events.')).toBeVisible();
  await app.open({ path: '/verify', user: BORIS });
  await expectVerdict(page, 'Everything fits', 5);
});

test.describe('after two days', () => {
  test.use({ begins: -2 });

  test('a key that the operator replaced is followed, and the log continues', async ({
    app,
    page,
    publisher,
  }) => {
    await publisher.live([app.user, ...STRANGERS]);
    await publisher.comeTo(-1);
    await publisher.published(1);
    await openAt(app, publisher, '/verify');
    await expectVerdict(page, 'Everything fits', 5);

    await publisher.live([app.user]);
    const { signer, env } = await replaceKey();
    await publisher.comeTo(0, { env, keys: [LOG, signer] });
    const note = await publisher.published(2);
    expect(note.split('\n').filter((line) => line.startsWith(`— ${LOG.key.name}`))).toHaveLength(1);
    await app.open({ path: '/verify' });
    await expectVerdict(page, 'Everything fits', 5);
    await expect(page.locator('.proof-figure')).toHaveText('2');
    await expect(page.getByText(/two histories/)).toHaveCount(0);
  });
});

/** The log's key is replaced as its operator does it. The old one no longer signs. */
async function replaceKey(): Promise<{ signer: Signer; env: Record<string, string> }> {
  const folder = mkdtempSync(join(tmpdir(), 'irich-rotate-'));
  const at = (name: string) => join(folder, name);
  const run = (...args: string[]) => runInProcess(runLedger, ['proof', 'keys', ...args]);
  writeFileSync(at('old'), PRIVATE_TEXTS.log);
  const change = await run('rotate', at('old'), LOG.key.name, at('new'));
  writeFileSync(at('changes'), change.out);
  const checked = await run('check', at('changes'), '--key', vkeyText(LOG.key));
  const [, value = ''] = /PROOF_KEY_CHANGES=(.*)/.exec(checked.out) ?? [];
  const text = readFileSync(at('new'), 'utf8').trim();
  rmSync(folder, { recursive: true });
  const signer = readSigner(text);
  if (signer === null) throw new Error('No key');
  return { signer, env: { PROOF_SIGNING_KEY: text, PROOF_KEY_CHANGES: value } };
}
