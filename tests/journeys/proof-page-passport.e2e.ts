/** Passports on the page of published totals: as a text, a picture, and before the camera. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sha256 } from '@noble/hashes/sha2.js';
import type { Page } from 'playwright/test';
import type { Signer } from '#api/proof/signer.ts';
import { writePassport } from '#core/proof/passport.ts';
import { bitmapOf, filmOf } from '#tests/support/drawn-code.ts';
import { checkpointOf, dayEntries, logFiles, proofIn } from '#tests/support/proof/log.ts';
import { newSigner } from '#tests/support/proof/page-server.ts';
import { expect, LOG, leaves, logPart, openFile, ownPart, SIGNERS, test, WITNESSES } from './proof-page.ts';

const MADE = proofIn(dayEntries(30), leaves(5), 2, SIGNERS);
const PASSPORT = passportOf(MADE.proof);

function passportOf(proof: object, log: Signer = LOG): string {
  const pins = {
    origin: LOG.key.name,
    keys: [log.key],
    witnesses: WITNESSES.map(({ key }) => key),
    quorum: 1,
  };
  const text = writePassport(JSON.stringify(proof), pins, sha256);
  if (text === null) throw new Error('No passport');
  return text;
}

/** The camera of the browser sees the passport. */
test.use({
  launchOptions: [
    async ({ launchOptions }, use) => {
      const path = join(mkdtempSync(join(tmpdir(), 'irich-film-')), 'code.y4m');
      writeFileSync(path, filmOf(PASSPORT));
      const camera = [
        '--use-fake-device-for-media-stream',
        '--use-fake-ui-for-media-stream',
        `--use-file-for-fake-video-capture=${path}`,
      ];
      await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...camera] });
    },
    { scope: 'worker' },
  ],
});

const title = (page: Page) => ownPart(page).locator('h3');

async function paste(page: Page, text: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Or paste its text' }).fill(text);
  await page.getByRole('button', { name: 'Check the text' }).click();
}

async function openPicture(page: Page, buffer: Buffer): Promise<void> {
  await page.locator('#own input').setInputFiles({ name: 'code.bmp', mimeType: 'image/bmp', buffer });
}

async function expectRight(page: Page): Promise<void> {
  await expect(title(page)).toHaveText('The proof holds');
  await expect(ownPart(page)).toContainText('3.702 iRICH at the end of');
  await expect(ownPart(page)).toContainText('Not proven: whose total it is, a name, a streak');
  await expect(ownPart(page)).toContainText('Its checkpoint belongs to the log above.');
}

test.beforeEach(async ({ page, proof }) => {
  proof.files = logFiles(MADE.entries, SIGNERS);
  await page.goto(`${proof.origin}/proof`);
  await expect(logPart(page).locator('h3').first()).toHaveText('Everything holds: 31 days');
});

test('as a text and as a file of it; what reads codes is not loaded', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await paste(page, `\n ${PASSPORT} \n`);
  await expectRight(page);
  await paste(page, 'nothing');
  await expect(title(page)).toHaveText('This is no proof, passport or checkpoint');
  await openFile(page, PASSPORT, 'passport.txt');
  await expectRight(page);
  expect(asked.filter((url) => /codes|decode/.test(url))).toEqual([]);
});

test('as a picture', async ({ page }) => {
  await openPicture(page, bitmapOf(PASSPORT));
  await expectRight(page);
});

test('that is wrong is refused in words', async ({ page }) => {
  const foreign = newSigner(LOG.key.name);
  const forged = { ...MADE.proof, checkpoint: checkpointOf(MADE.entries, [foreign, ...WITNESSES]) };
  const unwitnessed = { ...MADE.proof, checkpoint: checkpointOf(MADE.entries, [LOG]) };
  const texts: Readonly<Record<string, string>> = {
    [PASSPORT.slice(0, -1)]: 'The passport is damaged',
    [`${PASSPORT}0`]: 'The passport is damaged',
    [`IRICH1:${'0'.repeat(200_000)}`]: 'The passport is damaged',
    'IRICH1:': 'The passport is damaged',
    'IRICH2:ABC': 'This passport is of a newer version',
    'irich1:abc': 'This is no proof, passport or checkpoint',
    '': 'This is no proof, passport or checkpoint',
    [' '.repeat(300_000)]: 'This file is too large to be a proof',
    [passportOf(forged, foreign)]: 'The checkpoint in it is not signed by the log’s key',
    [passportOf(unwitnessed)]: 'Too few witnesses have signed',
  };
  for (const [text, words] of Object.entries(texts)) {
    await paste(page, text);
    await expect(ownPart(page), text.slice(0, 40)).toContainText(words);
  }
});

test('as a picture that is wrong is refused in words', async ({ page }) => {
  for (const [picture, words] of [
    [bitmapOf('https://example.com'), 'This is no proof, passport or checkpoint'],
    [Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'The picture could not be read'],
    [bitmapOf(PASSPORT).subarray(0, 10), 'The picture could not be read'],
    [Buffer.alloc(21_000_000), 'The picture is too large'],
  ] as const) {
    await openPicture(page, picture);
    await expect(title(page)).toHaveText(words);
  }
});

test('the reader of pictures that does not arrive is said, and can be tried again', async ({ page }) => {
  await page.route(/codes|decode/, (route) => route.fulfill({ status: 503 }));
  await openPicture(page, bitmapOf(PASSPORT));
  await expect(title(page)).toHaveText('What reads codes did not arrive', { timeout: 20_000 });
  await page.unroute(/codes|decode/);
  await openPicture(page, bitmapOf(PASSPORT));
  await expectRight(page);
});

test('a camera that is refused is said', async ({ page }) => {
  await page.evaluate(() => {
    navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'));
  });
  await page.getByRole('button', { name: 'Scan a passport' }).click();
  await expect(title(page)).toHaveText('The camera is not allowed');
});

test('a device without a camera is said', async ({ page }) => {
  await page.evaluate(() => Object.defineProperty(navigator, 'mediaDevices', { value: undefined }));
  await page.getByRole('button', { name: 'Scan a passport' }).click();
  await expect(title(page)).toHaveText('The camera cannot be used');
});

test('a camera that shows nothing is said', async ({ page }) => {
  await page.evaluate(() => {
    HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotReadableError'));
  });
  await page.getByRole('button', { name: 'Scan a passport' }).click();
  await expect(title(page)).toHaveText('The camera cannot be used');
});

for (const [language, scan, failed, missing] of [
  ['en', 'Scan a passport', 'What reads codes has failed in this browser', 'What reads codes did not arrive'],
  [
    'ru',
    'Навести камеру на паспорт',
    'Чтение кодов не сработало в этом браузере',
    'Чтение кодов не загрузилось',
  ],
] as const) {
  test(`a reader of codes that fails before the camera is no missing camera, ${language}`, async ({
    page,
    proof,
  }) => {
    await page.goto(`${proof.origin}/proof?lang=${language}`);
    await page.route(/codes|decode/, (route) => route.fulfill({ status: 503 }));
    await page.getByRole('button', { name: scan }).click();
    await expect(title(page)).toHaveText(missing, { timeout: 20_000 });
    await page.unroute(/codes|decode/);
    await page.evaluate(() => {
      CanvasRenderingContext2D.prototype.getImageData = () => {
        throw new TypeError('no pixels');
      };
    });
    await page.getByRole('button', { name: scan }).click();
    await expect(title(page)).toHaveText(failed);
    await expect(page.locator('video')).toHaveCount(0);
  });
}

test('before the camera, which closes then', async ({ page }) => {
  await page.getByRole('button', { name: 'Scan a passport' }).click();
  await expectRight(page);
  await expect(page.locator('video')).toHaveCount(0);
});
