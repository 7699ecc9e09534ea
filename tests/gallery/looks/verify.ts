import { encodeQR } from 'qr';
import { PROOF_PORTS } from '#api/proof/verify.ts';
import type { DayEntry } from '#core/proof/entry.ts';
import { writePassport } from '#core/proof/passport.ts';
import type { Leaf } from '#core/proof/sum-tree.ts';
import { type Look, press, type Scene } from '#tests/gallery/look.ts';
import { expect } from '#tests/journeys/app.ts';
import { ledgerOf, publish } from '#tests/journeys/published.ts';
import { dayEntries, proofIn } from '#tests/support/proof/log.ts';
import {
  BEFORE,
  blindOf,
  type PublishedDay,
  publishedDay,
  SIGNERS,
} from '#tests/support/proof/published-day.ts';
import { LOG, testSigner, WITNESS } from '#tests/support/proof/test-keys.ts';

const OTHERS: readonly DayEntry[] = BEFORE.map((entry, at) => (at === 3 ? { ...entry, users: 9 } : entry));

export const VERIFY: readonly Look[] = [
  shown('verify, right', {}),
  shown('verify, nothing published', null),
  shown('verify, another total', { extra: 5000 }),
  shown('verify, behind', { less: -3 }),
  shown('verify, left out of the sum', { isPathBroken: true }),
  shown('verify, not in the log', { isElsewhere: true }),
  shown('verify, another key', { signers: [testSigner(LOG.key.name, LOG.key.type, 9), WITNESS] }),
  shown('verify, no witness', { signers: [LOG] }),
  {
    ...shown('verify, forked', {}),
    prepare: async (scene) => {
      await settled(scene);
      await publish(scene, { before: OTHERS });
      await again(scene);
    },
  },
  {
    ...shown('verify, restored', {}),
    prepare: async (scene) => {
      await settled(scene);
      const known = publishedDay(ledgerOf(scene), {}).entries;
      const [next] = dayEntries(known.length + 1).slice(-1);
      // The day before the look's own: what came later may be lost.
      const restored = { ...(next as DayEntry), restored: '2026-03-09' };
      await publish(scene, { before: [...known, restored], less: 4 });
      await again(scene);
    },
  },
  {
    ...shown('verify, offline', {}),
    prepare: async (scene) => {
      await settled(scene);
      // The device alone loses its network: the pages of looks have no service worker that keeps the code.
      await scene.page.route('**/{api,proof}/**', (route) => route.abort());
      await again(scene);
    },
  },
  {
    ...shown('verify, what it does not prove', {}),
    prepare: async (scene) => {
      await settled(scene);
      await scene.page.getByText(scene.text('proof-limits:title')).click();
      await expect(scene.page.getByRole('table')).toBeVisible();
    },
  },
  {
    ...shown('passport, none yet', null),
    prepare: async (scene) => {
      await settled(scene);
      await openSheet(scene, 'own');
    },
  },
  {
    ...shown('passport', {}),
    prepare: async (scene) => {
      await settled(scene);
      await openSheet(scene, 'own');
      await expect(scene.page.locator('.qr-picture')).toBeVisible();
    },
  },
  {
    ...shown('passport, check', {}),
    prepare: async (scene) => {
      await settled(scene);
      await openSheet(scene, 'friend');
    },
  },
  {
    ...shown('passport, right', {}),
    prepare: async (scene) => {
      await settled(scene);
      await checkPicture(scene, await pictureOfOwn(scene));
      await expect(scene.page.locator('.passport-verdict')).toBeVisible();
    },
  },
  {
    ...shown('passport, no code', {}),
    prepare: async (scene) => {
      await settled(scene);
      await checkPicture(scene, await scene.page.locator('.screen-head, h1').first().screenshot());
      await expect(scene.page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
  },
  {
    ...shown('passport, not signed', {}),
    prepare: async (scene) => {
      await settled(scene);
      await checkPicture(
        scene,
        await pictureOfOther(scene, [testSigner(LOG.key.name, LOG.key.type, 9), WITNESS]),
      );
      await expect(scene.page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
  },
  {
    ...shown('passport, of another history', {}),
    prepare: async (scene) => {
      await settled(scene);
      await checkPicture(scene, await pictureOfOther(scene, SIGNERS, OTHERS));
      await expect(scene.page.getByRole('dialog').getByRole('alert')).toBeVisible();
    },
  },
];

/** @param day null if nothing is published */
function shown(name: string, day: PublishedDay | null): Look {
  return { name, path: '/verify', as: 'filled', before: (scene) => publish(scene, day), prepare: settled };
}

async function settled({ page }: Scene): Promise<void> {
  await expect(page.locator('.proof-summary button')).toBeEnabled();
  await expect(page.locator('.proof-event').first()).toBeVisible();
}

async function again(scene: Scene): Promise<void> {
  await scene.page.locator('.proof-summary button').click();
  await settled(scene);
}

async function openSheet({ page, text }: Scene, which: 'own' | 'friend'): Promise<void> {
  const row = page.getByRole('button', { name: text(`passport:${which}.title`) });
  await press(row);
  await expect(page.getByRole('dialog')).toBeVisible();
}

/** The user's own passport as a picture: of a friend it would look the same. */
async function pictureOfOwn(scene: Scene): Promise<Buffer> {
  const { page, text } = scene;
  await openSheet(scene, 'own');
  const picture = await page.locator('.qr-picture').screenshot();
  await page
    .getByRole('dialog')
    .getByRole('button', { name: text('common:close') })
    .click();
  return picture;
}

async function checkPicture(scene: Scene, buffer: Buffer): Promise<void> {
  await openSheet(scene, 'friend');
  await scene.page
    .locator('input[name="picture"]')
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer });
}

/** A friend's passport by these keys, in a log with these days, as a picture that the page draws. */
async function pictureOfOther(
  { page }: Scene,
  signers: typeof SIGNERS,
  before: readonly DayEntry[] = BEFORE,
): Promise<Buffer> {
  const leaf: Leaf = { blind: blindOf(7), total: 81_234_500n, seq: 7, head: blindOf(16, 32) };
  const { proof } = proofIn(before, [leaf], 0, signers);
  const [log] = signers;
  const pins = {
    origin: LOG.key.name,
    keys: log === undefined ? [] : [log.key],
    witnesses: [WITNESS.key],
    quorum: 1,
  };
  const text = writePassport(JSON.stringify(proof), pins, PROOF_PORTS.hash) ?? '';
  const svg = encodeQR(text, 'svg', { ecc: 'low', border: 4 });
  const drawing = await page.context().newPage();
  await drawing.setContent(`<div style="width:700px;background:white">${svg}</div>`);
  const picture = await drawing.locator('div').screenshot();
  await drawing.close();
  return picture;
}
