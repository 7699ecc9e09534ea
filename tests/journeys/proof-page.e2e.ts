/** The page of published totals in a browser, over logs that hold, are damaged, or fork. */
import { readFile } from 'node:fs/promises';
import { entryText } from '#core/proof/entry.ts';
import { checkpointOf, dayEntries, filesOf, hashesOf, logFiles, proofIn } from '#tests/support/proof/log.ts';
import { newSigner } from '#tests/support/proof/page-server.ts';
import {
  entriesWithNotes,
  expect,
  LOG,
  leaves,
  logPart,
  openFile,
  ownPart,
  SIGNERS,
  test,
  WITNESSES,
} from './proof-page.ts';

const NOTED = logFiles(entriesWithNotes(600), [LOG, ...WITNESSES.slice(0, 1)]);

test('a log that holds shows its days, totals and signers, and gives a checkpoint to keep', async ({
  page,
  proof,
}) => {
  proof.files = NOTED;
  await page.goto(`${proof.origin}/proof`);
  await expect(logPart(page).locator('h3').first()).toHaveText('Everything holds: 600 days');
  await expect(page.getByRole('status')).toHaveText('Everything holds: 600 days');
  await expect(logPart(page)).toContainText('1 of 2 witnesses have signed; 1 must.');
  await expect(logPart(page).getByRole('listitem')).toContainText([
    'points.example/log the log',
    'witness.example/ann witness',
    'witness.example/ben witness, has not signed',
  ]);
  await expect(page.locator('#growth h2')).toHaveText('At the end of 22 Jun 2028');
  await expect(page.locator('#growth .figures')).toHaveText('599 iRICH in all600 users');
  await expect(
    page.getByRole('img', { name: /^iRICH in all\. From 0 on 1 Nov 2026 to 599 on 22 Jun 2028/ }),
  ).toBeVisible();

  const rows = page.getByRole('table', { name: 'All days' }).getByRole('row');
  await expect(rows).toHaveCount(15);
  await expect(rows.nth(1)).toHaveText('22 Jun 2028600599');
  await expect(rows.nth(2)).toHaveText('21 Jun 2028with sealed plans5991,234,567,891.234');
  await expect(rows.nth(3)).toContainText('restored from a backup; the last day in common is 18 Jun 2028');
  await expect(page.locator('#days .notice-warn')).toContainText('20 Jun 2028');
  await page.getByRole('button', { name: 'Show 365 more days' }).click();
  await page.getByRole('button', { name: 'Show 221 more days' }).click();
  await expect(rows).toHaveCount(601);
  await expect(rows.last()).toHaveText('1 Nov 202610');
  await expect(page.locator('#days button')).toHaveCount(0);

  const downloading = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Keep this checkpoint' }).click();
  const download = await downloading;
  expect(download.suggestedFilename()).toBe('irich-checkpoint-600.txt');
  const kept = await readFile(await download.path(), 'utf8');
  expect(kept).toBe(Buffer.from(NOTED.get('checkpoint') ?? []).toString());

  await openFile(page, kept, 'kept.txt');
  await expect(ownPart(page).locator('h3')).toHaveText('A checkpoint of 600 days');
  await expect(ownPart(page)).toContainText('The log above was checked against it.');
  await expect(logPart(page)).toContainText('It continues your checkpoint of 600 days');
});

test('days that the log leaves out are told', async ({ page, proof }) => {
  const [first, second, , , fifth] = dayEntries(5);
  proof.files = logFiles(
    [first, second, fifth].filter((one) => one !== undefined),
    SIGNERS,
  );
  await page.clock.setFixedTime(Date.UTC(2026, 10, 8, 12));
  await page.goto(`${proof.origin}/proof`);
  await expect(logPart(page)).toContainText('By your clock 2 days are missing after 5 Nov 2026.');
  const rows = page.getByRole('table', { name: 'All days' }).getByRole('row');
  await expect(rows.nth(1)).toContainText('no entry for 2 days before it');
  await expect(rows.nth(2)).not.toContainText('no entry');
});

test('what is typed stays when the check of the log ends', async ({ page, proof }) => {
  proof.files = NOTED;
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/proof/checkpoint', async (route) => {
    await asked;
    await route.continue();
  });
  await page.goto(`${proof.origin}/proof`);
  const field = page.getByRole('textbox', { name: 'Or paste its text' });
  await field.fill('half of a passport');
  answer();
  await expect(logPart(page).locator('h3').first()).toHaveText('Everything holds: 600 days');
  await expect(field).toHaveValue('half of a passport');
  await expect(field).toBeFocused();
});

test.describe('a log that does not hold', () => {
  const entries = dayEntries(300);
  const good = logFiles(entries, SIGNERS);
  const changed = (path: string, change: (bytes: Uint8Array) => void) => {
    const bytes = Uint8Array.from(good.get(path) ?? []);
    change(bytes);
    return new Map(good).set(path, bytes);
  };
  const without = (path: string) => new Map([...good].filter(([name]) => name !== path));
  const flip = (at: number) => (bytes: Uint8Array) => {
    bytes[at] = (bytes[at] ?? 0) ^ 1;
  };
  const doubled = [...entries.slice(0, 4), ...entries.slice(3, 5)];
  const LOGS: Readonly<Record<string, readonly [ReadonlyMap<string, Uint8Array>, RegExp]>> = {
    'a damaged tile': [changed('tile/0/000', flip(40)), /^The file tile\/0\/000 holds other hashes/],
    'a damaged tile of roots': [
      changed('tile/1/000.p/1', flip(3)),
      /^The file tile\/1\/000\.p\/1 holds other hashes/,
    ],
    'a tile withheld': [without('tile/entries/001.p/44'), /^The file tile\/entries\/001\.p\/44 is missing/],
    'a bundle that is too long': [
      changed('tile/entries/000', flip(0)),
      /^The file tile\/entries\/000 is not in the format of the log/,
    ],
    'an endless file': [
      new Map(good).set('tile/entries/000', new Uint8Array(3_000_000)),
      /^The file tile\/entries\/000 is not in the format of the log/,
    ],
    'a sign-in page instead': [
      new Map(good).set('checkpoint', Buffer.from('<html><script>alert(1)</script>')),
      /^The file checkpoint is not in the format of the log/,
    ],
    'a foreign key': [
      logFiles(entries, [newSigner('points.example/log'), ...WITNESSES]),
      /^The checkpoint is not signed by the log’s key/,
    ],
    'no witness': [logFiles(entries, [LOG]), /^Too few witnesses/],
    'a day twice': [
      filesOf(doubled.map(entryText), checkpointOf(doubled, SIGNERS)),
      /^The day 2026-11-04 does not come after/,
    ],
    'an entry changed after the signature': [
      filesOf(
        entries.map((entry, at) => entryText(at === 7 ? { ...entry, total: '7777' } : entry)),
        Buffer.from(good.get('checkpoint') ?? []).toString(),
      ),
      /^The entries are not the ones that the signature covers/,
    ],
  };
  for (const [name, [files, text]] of Object.entries(LOGS)) {
    test(name, async ({ page, proof }) => {
      proof.files = files;
      await page.goto(`${proof.origin}/proof/`);
      await expect(logPart(page).locator('h3').first()).toHaveText('The log does not hold');
      await expect(logPart(page).locator('.verdict-body > p').first()).toHaveText(text);
      await expect(page.getByRole('status')).toHaveText(/^The log does not hold\. /);
      // No figure is shown that was not checked.
      await expect(page.locator('#growth, #days')).toHaveCount(0);
    });
  }

  test('no checkpoint says nothing before the first day, and is wrong for a reader who has one', async ({
    page,
    proof,
  }) => {
    await page.goto(`${proof.origin}/proof`);
    await expect(page.locator('#log .verdict-unknown h3')).toHaveText('No day is published here yet');
    await expect(page.getByRole('status')).toHaveText('No day is published here yet');
    await openFile(page, checkpointOf(entries, SIGNERS), 'kept.txt');
    await expect(page.locator('#log .verdict-bad h3')).toHaveText('The log does not hold');
    await expect(logPart(page)).toContainText('The file checkpoint is missing.');
    await expect(page.locator('#growth, #days')).toHaveCount(0);
  });

  test('a server in trouble says nothing about the log, and the check can be repeated', async ({
    page,
    proof,
  }) => {
    proof.files = good;
    proof.statuses = new Map([['tile/0/001.p/44', 503]]);
    await page.goto(`${proof.origin}/proof`);
    await expect(logPart(page).locator('h3').first()).toHaveText('The log could not be loaded');
    await expect(logPart(page)).toContainText('tile/0/001.p/44 did not arrive.');
    proof.statuses = new Map();
    await page.getByRole('button', { name: 'Check again' }).click();
    await expect(logPart(page).locator('h3').first()).toHaveText('Everything holds: 300 days');
    await expect(page.locator('#log h2')).toBeFocused();
  });
});

test.describe('against a checkpoint of the reader', () => {
  const entries = dayEntries(40);

  test('a log that was rewritten is a fork, with two signed checkpoints as evidence', async ({
    page,
    proof,
  }) => {
    const rewritten = entries.map((entry, at) => (at === 12 ? { ...entry, total: '999' } : entry));
    const kept = checkpointOf(entries.slice(0, 30), SIGNERS);
    proof.files = logFiles(rewritten, SIGNERS);
    await page.goto(`${proof.origin}/proof`);
    await expect(logPart(page).locator('h3').first()).toHaveText('Everything holds: 40 days');
    await openFile(page, kept, 'kept.txt');
    await expect(logPart(page).locator('h3').first()).toHaveText('The log does not hold');
    await expect(logPart(page)).toContainText('This log does not continue your checkpoint.');
    await expect(ownPart(page)).toContainText('Its checkpoint does not fit the log above');
    await expect(page.locator('#growth, #days')).toHaveCount(0);
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Save both checkpoints' }).click();
    const saved = await readFile(await (await downloading).path(), 'utf8');
    // The hashes show that the larger one does not extend the other.
    const hashes = hashesOf(rewritten).map((hash) => Buffer.from(hash).toString('hex'));
    expect(saved).toBe([kept, checkpointOf(rewritten, SIGNERS), ...hashes].join('\n'));
  });

  test('a log that is shorter may be an old copy', async ({ page, proof }) => {
    proof.files = logFiles(entries.slice(0, 30), SIGNERS);
    await page.goto(`${proof.origin}/proof`);
    await openFile(page, checkpointOf(entries, SIGNERS), 'kept.txt');
    await expect(logPart(page)).toContainText('This log is shorter than your checkpoint.');
  });

  test('a checkpoint that the log never signed is no evidence', async ({ page, proof }) => {
    proof.files = logFiles(entries, SIGNERS);
    await page.goto(`${proof.origin}/proof`);
    const foreign = [newSigner('points.example/log'), ...WITNESSES];
    await openFile(page, checkpointOf(dayEntries(2), foreign), 'kept.txt');
    await expect(logPart(page)).toContainText(
      'The checkpoint that you opened is not signed by the log’s key.',
    );
    await expect(page.getByRole('button', { name: 'Save both checkpoints' })).toHaveCount(0);
  });
});

test.describe('a saved proof', () => {
  const made = proofIn(dayEntries(300), leaves(5), 2, SIGNERS);
  const text = JSON.stringify(made.proof);

  test('shows its total and what it does not prove, and belongs to the log', async ({ page, proof }) => {
    proof.files = logFiles(made.entries, SIGNERS);
    await page.goto(`${proof.origin}/proof`);
    await openFile(page, text);
    await expect(ownPart(page).locator('h3')).toHaveText('The proof holds');
    await expect(ownPart(page)).toContainText('3.702 iRICH at the end of 28 Aug 2027, after event 3');
    await expect(ownPart(page)).toContainText('one of the 5 that add up to 18.51 iRICH');
    await expect(ownPart(page)).toContainText(
      'Signed by points.example/log, witness.example/ann, witness.example/ben.',
    );
    await expect(ownPart(page)).toContainText('Not proven: whose total it is');
    await expect(ownPart(page)).toContainText('Its checkpoint belongs to the log above.');
  });

  test('stands alone where the log does not arrive', async ({ page, proof }) => {
    proof.statuses = new Map([['checkpoint', 503]]);
    await page.goto(`${proof.origin}/proof`);
    await openFile(page, text);
    await expect(ownPart(page).locator('h3')).toHaveText('The proof holds');
    await expect(ownPart(page)).toContainText('It could not be compared with the log: see above.');
  });

  test('of another side of a forked log is shown as such', async ({ page, proof }) => {
    proof.files = logFiles(
      made.entries.map((entry, at) => (at === 5 ? { ...entry, users: 9 } : entry)),
      SIGNERS,
    );
    await page.goto(`${proof.origin}/proof`);
    await openFile(page, text);
    await expect(ownPart(page)).toContainText('Its checkpoint does not fit the log above');
    await expect(logPart(page)).toContainText('This log does not continue your checkpoint.');
  });

  const FILES: Readonly<Record<string, readonly [string, string]>> = {
    'with another total': [
      text.replace('"total":"3702"', '"total":"9702"'),
      'The way from this total does not lead',
    ],
    'at another place': [text.replace('"index":300', '"index":299'), 'is not in the log at the place'],
    'signed by another key': [
      JSON.stringify({
        ...made.proof,
        checkpoint: checkpointOf(made.entries, [newSigner(LOG.key.name), ...WITNESSES]),
      }),
      'is not signed by the log’s key',
    ],
    'without witnesses': [
      JSON.stringify({ ...made.proof, checkpoint: checkpointOf(made.entries, [LOG]) }),
      'Too few witnesses have signed',
    ],
    'cut off': [text.slice(0, -9), 'The file is no saved proof, or it was changed.'],
    'that is no proof': ['<img src=x onerror=alert(1)>', 'This is no proof, passport or checkpoint'],
    'that is too large': [text + ' '.repeat(262_144), 'This file is too large to be a proof'],
    'that is empty': ['', 'This is no proof, passport or checkpoint'],
  };
  test('that is wrong is refused in words', async ({ page, proof }) => {
    proof.files = logFiles(made.entries, SIGNERS);
    await page.goto(`${proof.origin}/proof`);
    for (const [name, [file, words]] of Object.entries(FILES)) {
      await openFile(page, file);
      await expect(ownPart(page), name).toContainText(words);
    }
    // The log's own verdict stays.
    await expect(logPart(page).locator('h3').first()).toHaveText('Everything holds: 301 days');
  });
});
