/** The screen "Verify my points": real checks of totals that are right, wrong, forked, restored, or only kept. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import english from '#locales/en/proof.json' with { type: 'json' };
import russian from '#locales/ru/proof.json' with { type: 'json' };
import { felt, untilConnected } from '#tests/support/host-calls.ts';
import { main, onScreen, region, textOf } from '#tests/support/on-screen.ts';
import { dayEntries } from '#tests/support/proof/log.ts';
import { BEFORE, type PublishedDay } from '#tests/support/proof/published-day.ts';
import { type PublishedInPage, publishInPage } from '#tests/support/proof/published-in-page.ts';
import { LOG, PINS, testSigner, WITNESS } from '#tests/support/proof/test-keys.ts';
import { type RenderOptions, renderApp, type TestApp } from '#tests/support/render-app.tsx';
import { sharedFiles } from '#tests/support/shared-files.ts';

const TEXTS = { en: english, ru: russian };
const LINKS = ['leaf', 'path', 'entry', 'signed', 'consistent'] as const;
const links = page.css('.chain-link');
const verdict = page.css('.proof-verdict');
const button = (name: string) => main.getByRole('button', { name, exact: true });

interface Opened {
  readonly app: TestApp;
  readonly published: PublishedInPage;
}

/** The screen of a user with a calculation, a bonus and a friend. */
async function openVerify(day: PublishedDay | null = {}, options: RenderOptions = {}): Promise<Opened> {
  const published = publishInPage(day);
  const app = await renderApp({
    path: '/verify',
    before(server) {
      server.execute({
        type: 'record_calculation',
        recordId: '00000000-0000-4000-8000-000000000001',
        calculationType: 'Staking',
        occurredAt: Date.now(),
        sentAt: null,
      });
      server.execute({ type: 'claim_check_in' });
      server.befriend(1);
    },
    ...options,
  });
  await untilConnected(app);
  return { app, published };
}

/** Checks once more, and waits for the end. */
async function again(name = english.again): Promise<void> {
  await onScreen(button(name)).toBeEnabled();
  await button(name).click();
  await onScreen(button(name)).toBeEnabled();
}

/** The states of the five checks, by what readers of the screen hear. */
const states = () => links.elements().map((one) => /chain-(ok|fault|open|waiting)/.exec(one.className)?.[1]);
const expectStates = (...wanted: string[]) => expect.poll(states).toEqual(wanted);

for (const language of ['en', 'ru'] as const) {
  const t = TEXTS[language];

  describe(`a right total, ${language}`, () => {
    test('lights all five checks, and shows what is published for everybody', async () => {
      const { app, published } = await openVerify({}, { language });
      await onScreen(verdict).toHaveText(t.verdict.right);
      await expectStates('ok', 'ok', 'ok', 'ok', 'ok');
      const { entries } = published.made();
      for (const [place, link] of LINKS.entries())
        await onScreen(links.nth(place)).toContainText(`${t.link[link].title} ${t.state.ok}`);
      await onScreen(links.nth(0)).toContainText(
        language === 'en' ? '61 iRICH after your event 5' : '61 iRICH',
      );
      await onScreen(links.nth(3)).toContainText(t.link.signed.ok_witnesses_one.replace('{{count}}', '1'));
      await onScreen(page.css('.proof-figure')).toHaveText('61');
      const card = region(t.day.title);
      const rows: readonly (readonly [string, string | RegExp])[] = [
        [t.day.day, language === 'en' ? '11 Dec 2026' : /11 дек/],
        [t.day.users, '5'],
        // Of all users: four strangers and this one.
        [t.day.total, /^812.406 iRICH$/],
        [t.day.place, String(entries.length)],
        [t.day.witnesses, 'witness.example/w'],
        [t.day.since, /\d/],
      ];
      for (const [label, value] of rows)
        await expect.poll(() => shownBeside(card.element(), label)).toMatch(value);
      expect(felt(app)).toContain('success');
      await onScreen(page.getByRole('alert')).toHaveCount(0);
      await onScreen(button(t.evidence.save)).toHaveCount(0);
    });

    test('is right again without a network, by what the phone keeps, and the screen says so', async () => {
      const { app, published } = await openVerify({}, { language });
      await onScreen(verdict).toHaveText(t.verdict.right);
      published.isOnline = false;
      app.server.disconnect();
      await again(t.again);
      await onScreen(verdict).toHaveText(t.verdict.right);
      await expectStates('ok', 'ok', 'ok', 'ok', 'ok');
      await onScreen(page.getByText(t.trouble.offline)).toBeVisible();
      await onScreen(page.css('.proof-events-line')).toContainText(
        language === 'en' ? 'from what this phone kept' : 'по сохранённому на телефоне',
      );
      // The app is closed and opened, still without a network.
      await app.reopen();
      await onScreen(verdict).toHaveText(t.verdict.right);
      await expectStates('ok', 'ok', 'ok', 'ok', 'ok');
    });
  });
}

/** The value beside a label of a card. */
function shownBeside(card: Element, label: string): string {
  const row = [...card.querySelectorAll('.row')].find((one) => textOf(one).startsWith(label));
  return row === undefined ? '' : textOf(row).slice(label.length).trim();
}

describe('a check that fails names its link, what it means and what to do', () => {
  const WRONG = {
    leaf: ['total', { extra: 5000 }, ['fault', 'ok', 'ok', 'ok', 'ok']],
    path: ['path', { isPathBroken: true }, ['ok', 'fault', 'ok', 'ok', 'ok']],
    entry: ['inclusion', { isElsewhere: true }, ['ok', 'ok', 'fault', 'ok', 'ok']],
    signed: ['quorum', { signers: [LOG] }, ['ok', 'ok', 'ok', 'fault', 'ok']],
  } as const satisfies Partial<
    Record<(typeof LINKS)[number], readonly [string, PublishedDay, readonly string[]]>
  >;

  test.each(Object.entries(WRONG))('%s', async (link, [fault, day, wanted]) => {
    const { app } = await openVerify(day);
    await onScreen(verdict).toHaveText(english.verdict.wrong);
    await expectStates(...wanted);
    await onScreen(page.getByRole('alert')).toHaveCount(1);
    const { title } = english.link[link as keyof typeof WRONG];
    await onScreen(page.getByRole('alert').getByRole('heading')).toHaveText(title);
    await onScreen(page.getByRole('alert')).toContainText(english.fault[fault].means);
    await onScreen(page.getByRole('alert')).toContainText(english.fault[fault].do);
    expect(felt(app)).toContain('error');
  });

  test('another key', async () => {
    await openVerify({ signers: [testSigner(LOG.key.name, LOG.key.type, 9), WITNESS] });
    await expectStates('ok', 'ok', 'ok', 'fault', 'open');
    await onScreen(page.getByRole('alert')).toContainText(english.fault.signature.means);
  });

  test('one history: a fork stays on the screen whatever is shown later', async () => {
    const { published } = await openVerify();
    await onScreen(verdict).toHaveText(english.verdict.right);
    const others = BEFORE.map((entry, at) => (at === 3 ? { ...entry, users: 9 } : entry));
    published.day = { before: others };
    await again();
    await expectStates('ok', 'ok', 'ok', 'ok', 'fault');
    await onScreen(page.getByRole('alert')).toHaveCount(1);
    await onScreen(page.getByRole('alert')).toContainText(english.fault.fork.means);
    published.day = {};
    await again();
    await expectStates('ok', 'ok', 'ok', 'ok', 'ok');
    await onScreen(page.getByRole('alert')).toContainText('This phone has seen two histories');
    await onScreen(verdict).toHaveText(english.verdict.wrong);
  });

  test('a signed total that was wrong stays on the screen whatever is shown later', async () => {
    const { published } = await openVerify({ extra: 5000 });
    await onScreen(verdict).toHaveText(english.verdict.wrong);
    const seen = page.getByRole('note').filter({ hasText: 'A signed total for' });
    await onScreen(seen).toHaveCount(0);
    published.day = { before: published.made().entries };
    await again();
    await onScreen(verdict).toHaveText(english.verdict.right);
    await onScreen(seen).toContainText('A signed total for 11 Dec 2026 did not add up');
    await onScreen(seen.getByRole('button', { name: english.evidence.save })).toBeVisible();
  });
});

test('the evidence is one file with all that this phone has seen', async () => {
  const files = sharedFiles();
  const { app, published } = await openVerify();
  await onScreen(verdict).toHaveText(english.verdict.right);
  const right = published.made();
  const others = BEFORE.map((entry, at) => (at === 3 ? { ...entry, users: 9 } : entry));
  published.day = { before: others, extra: 5000 };
  await again();
  await onScreen(page.getByRole('alert')).toHaveCount(2);
  await page.getByRole('alert').first().getByRole('button', { name: english.evidence.save }).click();
  await expect.poll(() => files.length).toBe(1);
  const [file] = files;
  expect(file?.name).toBe('irich-evidence.json');
  const seen = JSON.parse((await file?.text()) ?? '');
  const head = published.events().at(-1);
  expect(seen).toMatchObject({
    v: 1,
    pins: PINS,
    userId: app.user.id,
    head: { seq: head?.seq, hash: head?.hash },
    own: { seq: head?.seq, hash: head?.hash, points: 61_000 },
    newest: right.proof.checkpoint,
    checked: { seq: head?.seq, head: head?.hash },
    proofs: [{ text: JSON.stringify(right.proof) }],
    fork: { from: 'server', notes: expect.arrayContaining([right.proof.checkpoint]) },
    last: { verdict: { links: { leaf: { fault: 'total' }, consistent: { fault: 'fork' } } } },
  });
  const wrong = published.made().proof;
  expect(seen.fork.notes).toContain(wrong.checkpoint);
  expect(JSON.parse(seen.answer.proof)).toEqual(wrong);
  expect(seen.answer.note).toBe(wrong.checkpoint);
  expect(BigInt(wrong.leaf.total) - BigInt(seen.own.points)).toBe(5000n);
  expect(seen.hashes).toMatch(/^([0-9a-f]{64}){41}$/);
});

test('the proof of a right total is a file that anyone can check', async () => {
  const files = sharedFiles();
  const { published } = await openVerify();
  await onScreen(verdict).toHaveText(english.verdict.right);
  await main.getByRole('button', { name: english.evidence.proof }).click();
  await expect.poll(() => files.map(({ name }) => name)).toEqual(['irich-proof.json']);
  expect(await files[0]?.text()).toBe(JSON.stringify(published.made().proof));
});

describe('what is no fault:', () => {
  test('nothing is published yet, so no chain is shown', async () => {
    await openVerify(null);
    await onScreen(verdict).toHaveText(english.verdict.none);
    await onScreen(page.getByText(english.noneWhy)).toBeVisible();
    await onScreen(links).toHaveCount(0);
    await onScreen(page.getByText(english.day.since)).toHaveCount(0);
  });

  test('the first check needs a network, and goes on once there is one', async () => {
    const published = publishInPage();
    published.isOnline = false;
    const app = await renderApp({ path: '/verify' });
    await untilConnected(app);
    await onScreen(page.getByText(english.trouble.offlineFirst)).toBeVisible();
    published.isOnline = true;
    await again(english.again);
    await onScreen(verdict).toHaveText(english.verdict.right);
  });

  test('a total ahead of this phone is open, not wrong', async () => {
    await openVerify({ less: -3 });
    await onScreen(verdict).toHaveText(english.verdict.open);
    await expectStates('open', 'ok', 'ok', 'ok', 'ok');
    await onScreen(links.nth(0)).toContainText(english.open.behind);
    await onScreen(page.getByRole('alert')).toHaveCount(0);
  });

  test('a restored server that says so is forgiven, and shown', async () => {
    const { published } = await openVerify();
    await onScreen(verdict).toHaveText(english.verdict.right);
    const { entries } = published.made();
    const [next] = dayEntries(entries.length + 1).slice(-1);
    if (next === undefined) throw new Error('no day');
    published.day = { before: [...entries, { ...next, restored: '2026-11-20' }], less: 2 };
    await again();
    await onScreen(verdict).toHaveText(english.verdict.right);
    await onScreen(
      page.getByText(/the server was restored from a backup and has lost what came after/),
    ).toBeVisible();
    await onScreen(page.getByText(english.forgiven)).toBeVisible();
  });
});
