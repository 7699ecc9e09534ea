/** Every failure and every open check has its words on the screen, in both languages; at twice the size of text too. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Link, LinkVerdict, TotalVerdict } from '#device/proof-model.ts';
import english from '#locales/en/proof.json' with { type: 'json' };
import russian from '#locales/ru/proof.json' with { type: 'json' };
import { main, nextFrame, onScreen } from '#tests/support/on-screen.ts';
import { publishInPage } from '#tests/support/proof/published-in-page.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { textFaults } from '#tests/support/text-faults.ts';

const TEXTS = { en: english, ru: russian };
const LINKS = ['leaf', 'path', 'entry', 'signed', 'consistent'] as const;
const links = page.css('.chain-link');

/** Far enough ahead that no day is missing after it. */
const DAY = '2099-12-11';

/** Which check each failure belongs to. */
const FAULTS = {
  format: 'leaf',
  absent: 'leaf',
  events: 'leaf',
  head: 'leaf',
  total: 'leaf',
  lower: 'leaf',
  rewritten: 'leaf',
  withheld: 'leaf',
  path: 'path',
  inclusion: 'entry',
  order: 'entry',
  signature: 'signed',
  quorum: 'signed',
  fork: 'consistent',
  tiles: 'consistent',
} as const satisfies Record<Extract<LinkVerdict, { state: 'fault' }>['fault'], Link>;

const OPEN = {
  erased: 'leaf',
  behind: 'leaf',
  restored: 'leaf',
  update: 'leaf',
  unread: 'path',
  log: 'consistent',
} as const satisfies Record<Exclude<Extract<LinkVerdict, { state: 'open' }>['why'], 'none'>, Link>;

/** The check in a web worker gives these verdicts from now on. */
function verdictsOfWorker(): { links: Partial<Record<Link, LinkVerdict>>; newestDay?: string } {
  const given: ReturnType<typeof verdictsOfWorker> = { links: {} };
  const { Worker: usual } = window;
  class GivenWorker {
    onmessage: ((event: { readonly data: unknown }) => void) | null = null;
    postMessage({ type }: { readonly type: string }): void {
      const { newestDay = DAY } = given;
      const data = type === 'total' ? { judged: { ...verdictOf(given.links), newestDay } } : { fault: null };
      setTimeout(() => this.onmessage?.({ data }));
    }
    terminate(): void {}
  }
  window.Worker = GivenWorker as unknown as typeof Worker;
  onTestFinished(() => {
    window.Worker = usual;
  });
  return given;
}

function verdictOf(some: Partial<Record<Link, LinkVerdict>>): TotalVerdict {
  const all = LINKS.map((link) => [link, some[link] ?? { state: 'ok' }]);
  return {
    links: Object.fromEntries(all) as TotalVerdict['links'],
    entry: { day: DAY, users: 5, total: '812856000', root: 'ab'.repeat(32) },
    newestDay: DAY,
    leaf: { seq: 5, head: 'cd'.repeat(32), index: 40, day: DAY, total: '511000' },
    witnesses: ['witness.example/w'],
    restored: [],
    isForgiven: false,
    isWhole: true,
    forgotten: [],
    view: { state: 'ok', newest: null, fork: null, unsettled: [] },
  };
}

for (const language of ['en', 'ru'] as const) {
  const t = TEXTS[language];
  const again = main.getByRole('button', { name: t.again, exact: true });

  describe(language, () => {
    test('a failure has its own meaning and advice', { timeout: 90_000 }, async () => {
      const given = verdictsOfWorker();
      publishInPage();
      await renderApp({ path: '/verify', language });
      for (const [fault, link] of Object.entries(FAULTS) as [keyof typeof FAULTS, Link][]) {
        const other = link === 'consistent' ? 'leaf' : 'consistent';
        given.links = { [link]: { state: 'fault', fault }, [other]: { state: 'open', why: 'log' } };
        await onScreen(again).toBeEnabled();
        await again.click();
        const { means, do: advice } = t.fault[fault];
        await onScreen(page.getByRole('alert')).toHaveText(
          `${t.link[link].title}${t.means}${means}${t.do}${advice}${t.evidence.save}`,
        );
        await onScreen(links.nth(LINKS.indexOf(link))).toContainText(t.state.fault);
        await onScreen(page.css('.proof-verdict')).toHaveText(t.verdict.wrong);
        await onScreen(main.getByRole('button', { name: t.evidence.save, exact: true })).toHaveCount(1);
      }
      expect(new Set(Object.values(t.fault).map(({ means }) => means)).size).toBe(Object.keys(FAULTS).length);
    });

    test('a check that is not possible now says why', async () => {
      const given = verdictsOfWorker();
      publishInPage();
      await renderApp({ path: '/verify', language });
      for (const [why, link] of Object.entries(OPEN) as [keyof typeof OPEN, Link][]) {
        given.links = { [link]: { state: 'open', why } };
        await onScreen(again).toBeEnabled();
        await again.click();
        await onScreen(links.nth(LINKS.indexOf(link))).toContainText(t.open[why]);
        await onScreen(page.css('.proof-verdict')).toHaveText(t.verdict.open);
        await onScreen(page.getByRole('alert')).toHaveCount(0);
        // Where a server may keep something back, what was seen is evidence.
        const evidence = main.getByRole('button', { name: t.evidence.save, exact: true });
        await onScreen(evidence).toHaveCount(why === 'behind' || why === 'log' ? 1 : 0);
      }
    });

    test('days that are missing are told from days that this phone has not asked for', async () => {
      const given = verdictsOfWorker();
      const published = publishInPage();
      given.newestDay = '2026-11-03';
      await renderApp({ path: '/verify', language });
      const noteWith = (text: string) => page.getByRole('note').filter({ hasText: text });
      /** Of the second sentence, which has no number. */
      const endOf = (text: string) => (text.split('. ')[1] ?? '').slice(0, 25);
      await onScreen(noteWith(endOf(t.missing_other))).toHaveCount(1);
      published.isOnline = false;
      await onScreen(again).toBeEnabled();
      await again.click();
      await onScreen(noteWith(endOf(t.unseen_other))).toHaveCount(1);
      await onScreen(noteWith(endOf(t.missing_other))).toHaveCount(0);
    });

    test('with text at 200 % on the narrowest phone nothing is cut', async () => {
      document.documentElement.style.fontSize = '200%';
      onTestFinished(() => {
        document.documentElement.style.fontSize = '';
      });
      const given = verdictsOfWorker();
      publishInPage();
      await renderApp({ path: '/verify', language, viewport: { width: 320, height: 640 } });
      await onScreen(again).toBeEnabled();
      await expectNoFaults();
      given.links = Object.fromEntries(
        Object.entries(FAULTS).map(([fault, link]) => [link, { state: 'fault', fault }]),
      ) as typeof given.links;
      await again.click();
      await onScreen(page.getByRole('alert')).toHaveCount(LINKS.length);
      await expectNoFaults();
      await page.css('.disclosure-title').click();
      await onScreen(page.getByRole('table')).toBeVisible();
      await expectNoFaults();
    });
  });
}

async function expectNoFaults(): Promise<void> {
  await nextFrame();
  await expect.poll(textFaults).toEqual([]);
}
