/** Passports on the screen "Verify my points": the user's own as a code, and a friend's, checked without a network. */
import { sha256 as digest } from '@noble/hashes/sha2.js';
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { SIGNATURE } from '#core/proof/note.ts';
import { writePassport } from '#core/proof/passport.ts';
import { readPins } from '#core/proof/pins.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { readPictureCodes } from '#platform/scan/picture-codes.ts';
import { felt, untilConnected } from '#tests/support/host-calls.ts';
import { onScreen } from '#tests/support/on-screen.ts';
import { dayEntries, proofIn } from '#tests/support/proof/log.ts';
import { publishInPage } from '#tests/support/proof/published-in-page.ts';
import { LOG, PINS, testSigner, WITNESS } from '#tests/support/proof/test-keys.ts';
import { pictureOf } from '#tests/support/qr-pictures.ts';
import { type RenderOptions, renderApp, type TestApp } from '#tests/support/render-app.tsx';
import { sharedFiles } from '#tests/support/shared-files.ts';

const ownRow = page.getByRole('button', { name: /^My passport/ });
const friendRow = page.getByRole('button', { name: /^Check a passport/ });
const own = page.getByRole('dialog', { name: 'My passport' });
const friend = page.getByRole('dialog', { name: 'Check a passport' });
const problem = friend.getByRole('alert');

const sha256 = (bytes: Uint8Array) => digest(bytes);
const HEAD = sha256(Uint8Array.of(1));
const LEAF: Leaf = { blind: HEAD.slice(0, 16), total: 1_234_500n, seq: 9, head: HEAD };

/** A friend's passport of 1,234.5 iRICH. */
function passport(signers = [LOG, WITNESS], before = dayEntries(3)): string {
  const { proof } = proofIn(before, [LEAF], 0, signers);
  const keys = signers.map(({ key }) => key).filter(({ type }) => type === SIGNATURE.ed25519);
  const pins = readPins(PINS, sha256);
  if (pins === null) throw new Error('no pins');
  return writePassport(JSON.stringify(proof), { ...pins, keys }, sha256) ?? '';
}

/** What the host's scanner shows, and its events. */
function scannerOf(app: TestApp) {
  return {
    texts: () =>
      app.host
        .messages()
        .filter(({ type }) => type === 'web_app_open_scan_qr_popup')
        .map(({ data }) => (data as { text?: string }).text),
    scan: (data: string) => app.host.send('qr_text_received', { data }),
    closed: () => app.host.send('scan_qr_popup_closed', {}),
  };
}

async function openVerify(options: RenderOptions = {}) {
  publishInPage({ before: dayEntries(3) });
  const app = await renderApp({ path: '/verify', ...options });
  await untilConnected(app);
  const scanner = scannerOf(app);
  // The host keeps it open for the next test.
  onTestFinished(scanner.closed);
  return { app, scanner };
}

test("the user's own passport is a code that the check of another phone accepts, and a file", async () => {
  const saved = sharedFiles();
  const { app } = await openVerify();
  await onScreen(page.getByText('Everything fits')).toBeVisible();
  await ownRow.click();
  await onScreen(own.getByRole('img', { name: 'QR code of your passport' })).toBeVisible();
  await onScreen(own.getByText('name, streak')).toBeVisible();
  await onScreen(own.getByText(/^at least 1: Pink/)).toBeVisible();
  await own.getByRole('button', { name: 'Save picture' }).click();
  await expect.poll(() => saved.length).toBe(1);
  const [picture] = saved;
  expect(picture?.name).toBe('irich-passport.png');
  const read = await readPictureCodes(picture as File);
  const [text = ''] = read.ok ? read.texts : [];
  await own.getByRole('button', { name: 'Close' }).click();
  await friendRow.click();
  const scanner = scannerOf(app);
  await expect.poll(() => scanner.texts().length).toBe(1);
  scanner.scan(text);
  await onScreen(friend.getByText('The passport is right')).toBeVisible();
  await onScreen(friend.getByText('It is of the same log that this phone has seen.')).toBeVisible();
});

test('before a total is published, the sheet says when there will be a passport', async () => {
  const app = await renderApp({
    path: '/verify',
    before: (server) => server.refuse('proof', 'proof_missing'),
  });
  await untilConnected(app);
  await ownRow.click();
  await onScreen(own.getByText(/^Your passport will be here once/)).toBeVisible();
  await onScreen(own.getByRole('button', { name: 'Save picture' })).toHaveCount(0);
});

test("a friend's passport is checked without a network, and what it does not prove stands beside it", async () => {
  const { app, scanner } = await openVerify();
  await onScreen(friendRow).toBeVisible();
  app.server.disconnect();
  await friendRow.click();
  await expect.poll(scanner.texts).toEqual(['Point the camera at the QR code of a passport']);
  scanner.scan(passport());
  await onScreen(friend.getByText('The passport is right')).toBeVisible();
  await onScreen(page.css('.passport-figure')).toHaveText('1,234.5 iRICH');
  await onScreen(friend.getByText(/^Published for .*Nov/)).toBeVisible();
  await onScreen(friend.getByText(/^at least 3: Green/)).toBeVisible();
  await onScreen(friend.getByText('witness.example/w')).toBeVisible();
  await onScreen(friend.getByText('name, streak')).toBeVisible();
  expect(felt(app)).toContain('success');
  await friend.getByRole('button', { name: 'Check another' }).click();
  await expect.poll(scanner.texts).toHaveLength(2);
});

test('what is wrong with a passport is said', async () => {
  const { scanner } = await openVerify();
  await friendRow.click();
  const right = passport();
  const foreign = testSigner(LOG.key.name, SIGNATURE.ed25519, 9);
  const wrong = [
    ['hello', 'There is no passport in this code.'],
    [right.replace('IRICH1', 'IRICH2'), 'This passport needs a newer version of the app.'],
    [right.slice(0, -3), 'The code is damaged. Scan it again, or ask for a new one.'],
    [passport([foreign, WITNESS]), /^This passport is not signed by the keys that this app knows/],
    [passport([LOG]), /^Too few witnesses have signed this passport/],
  ] as const;
  let opened = 1;
  for (const [text, why] of wrong) {
    await expect.poll(() => scanner.texts().length).toBe(opened);
    scanner.scan(text);
    await onScreen(problem).toHaveText(why);
    const again = friend.getByRole('button', { name: 'Check another' });
    // The scanner opens anew to say why a code is none.
    if (text.startsWith('IRICH1')) await again.click();
    else scanner.closed();
    opened += 1;
  }
});

test('a passport of another history is a fork, and the screen shows it', async () => {
  const { scanner } = await openVerify();
  await onScreen(page.getByText('Everything fits')).toBeVisible();
  await friendRow.click();
  const others = dayEntries(3).map((entry, at) => (at === 1 ? { ...entry, users: 77 } : entry));
  await expect.poll(() => scanner.texts().length).toBe(1);
  scanner.scan(passport([LOG, WITNESS], others));
  await onScreen(friend.getByText(/^There are two logs/)).toBeVisible();
  await friend.getByRole('button', { name: 'Close' }).click();
  await onScreen(page.getByRole('alert').first()).toBeVisible();
});

test('what is found out late about a passport is not said of the next one', async () => {
  const { entries } = proofIn(dayEntries(3), [LEAF], 0, [LOG, WITNESS]);
  const published = publishInPage({ before: entries });
  const { fetch: usual } = window;
  let answer = () => {};
  const asked = new Promise<void>((resolve) => {
    answer = resolve;
  });
  const app = await renderApp({ path: '/verify' });
  await untilConnected(app);
  const scanner = scannerOf(app);
  onTestFinished(scanner.closed);
  await onScreen(page.getByText('Everything fits')).toBeVisible();
  window.fetch = async (input, init) => {
    if (String(input instanceof Request ? input.url : input).endsWith('/proof/checkpoint')) await asked;
    return usual(input, init);
  };
  onTestFinished(() => {
    window.fetch = usual;
  });

  // A longer log of another history: only the log's newest files can tell.
  const others = [...entries.map((entry, at) => (at === 1 ? { ...entry, users: 77 } : entry))];
  published.day = { before: [...published.made().entries, ...dayEntries(12).slice(5)] };
  await friendRow.click();
  await expect.poll(() => scanner.texts().length).toBe(1);
  scanner.scan(passport([LOG, WITNESS], [...others, ...dayEntries(9).slice(4)]));
  await onScreen(friend.getByText(/^Comparing with the log/)).toBeVisible();
  await friend.getByRole('button', { name: 'Check another' }).click();
  await expect.poll(() => scanner.texts().length).toBe(2);
  scanner.scan(passport());
  await onScreen(friend.getByText('It is of the same log that this phone has seen.')).toBeVisible();
  answer();
  // The fork itself is on the screen behind.
  await expect
    .poll(() => document.querySelectorAll('.screen [role=alert], main [role=alert]').length)
    .toBeGreaterThan(0);
  await onScreen(friend.getByText('It is of the same log that this phone has seen.')).toBeVisible();
  await onScreen(friend.getByText(/^There are two logs/)).toHaveCount(0);
});

test('a picture with a passport is read too', async () => {
  await openVerify({ language: 'ru' });
  await page.getByRole('button', { name: /^Проверить паспорт/ }).click();
  await onScreen(page.getByRole('button', { name: 'Выбрать картинку' })).toBeVisible();
  const input = page.css('input[name="picture"]').element() as HTMLInputElement;
  const chosen = new DataTransfer();
  chosen.items.add(
    await pictureOf([
      { text: passport(), square: 4 },
      { text: 'hello', x: 620, y: 420 },
    ]),
  );
  input.files = chosen.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await onScreen(page.getByText('Паспорт верен')).toBeVisible();
});
