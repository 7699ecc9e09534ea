/** The market overview on Home and on its own screen, in both languages: every figure by role, name and position. */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { pressBack, untilInsetsStand } from '#tests/support/host-calls.ts';
import { watchShifts } from '#tests/support/layout-shifts.ts';
import { main, onScreen, region } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';
import { itemsOf, openMarket, SOURCES } from './overview.ts';

const WORDS = {
  en: {
    market: 'Market, 24 h',
    cap: 'Market cap',
    figures: ['Market cap', 'Sample figures', '$3.28T', 'up 1.42 %', '24 h volume $118.93B'],
    date: '1 Jul 2026, 12:00',
    dial: 'Fear and greed: 61, Greed',
    donut: 'BTC 57.3 %, ETH 11.8 %, Others 30.9 %',
    ton: ['Toncoin', 'TON', 'Rank 19', '$3.41', 'up 2.86 %', '$8.42B', '$241.7M'],
    lists: {
      Leaders: [
        'Bitcoin BTC $94,712.35 up 1.18 %',
        'Ethereum ETH $3,218.07 up 2.31 %',
        'XRP XRP $2.19 down 0.64 %',
      ],
      'Best growth': [
        'Sui SUI $4.12 up 14.83 %',
        'Pepe PEPE $0.000012 up 11.27 %',
        'Arbitrum ARB $0.91 up 9.06 %',
      ],
      'Strong decline': [
        'Cosmos ATOM $4.80 down 7.95 %',
        'Filecoin FIL $3.04 down 6.12 %',
        'Aptos APT $5.22 down 5.47 %',
      ],
    },
    notAdvice: 'This is not financial advice.',
    more: 'More',
    title: 'Market',
  },
  ru: {
    market: 'Рынок за 24 часа',
    cap: 'Капитализация',
    figures: ['Капитализация', 'Демо-данные', '$3,28T', 'рост 1,42 %', 'Объём за 24 ч $118,93B'],
    date: '1 июл. 2026, 12:00',
    dial: 'Страх и жадность: 61, Жадность',
    donut: 'BTC 57,3 %, ETH 11,8 %, Другие 30,9 %',
    ton: ['Toncoin', 'TON', '19-е место', '$3,41', 'рост 2,86 %', '$8,42B', '$241,7M'],
    lists: {
      Лидеры: [
        'Bitcoin BTC $94 712,35 рост 1,18 %',
        'Ethereum ETH $3 218,07 рост 2,31 %',
        'XRP XRP $2,19 падение 0,64 %',
      ],
      'Лучший рост': [
        'Sui SUI $4,12 рост 14,83 %',
        'Pepe PEPE $0,000012 рост 11,27 %',
        'Arbitrum ARB $0,91 рост 9,06 %',
      ],
      'Сильное падение': [
        'Cosmos ATOM $4,80 падение 7,95 %',
        'Filecoin FIL $3,04 падение 6,12 %',
        'Aptos APT $5,22 падение 5,47 %',
      ],
    },
    notAdvice: 'Это не финансовая рекомендация.',
    more: 'Подробнее',
    title: 'Рынок',
  },
} as const;

for (const language of ['en', 'ru'] as const) {
  const words = WORDS[language];

  for (const path of ['/index', '/cryptooverview']) {
    test(`${path} shows the full overview, marked as a sample: ${language}`, async () => {
      await renderApp({ path, language });
      const cap = region(words.cap);
      for (const text of words.figures) await onScreen(cap).toContainText(text);
      await onScreen(main.css('time').first()).toHaveText(words.date);
      await onScreen(page.getByRole('img', { name: words.dial })).toBeVisible();
      await onScreen(page.getByRole('img', { name: words.donut })).toBeVisible();
      for (const text of words.ton) await onScreen(region(words.ton[0])).toContainText(text);
      await onScreen(page.getByText(words.notAdvice, { exact: true })).toBeVisible();
      for (const [name, items] of Object.entries(words.lists)) {
        expect(itemsOf(region(name))).toEqual(items);
        // A mark and a caret each.
        await onScreen(region(name).css('svg')).toHaveCount(6);
      }
    });
  }

  test(`Home opens the overview's own screen, and back returns: ${language}`, async () => {
    const app = await renderApp({ path: '/index', language });
    await region(words.market).getByRole('link', { name: words.more }).click();
    await onScreen(page.getByRole('heading', { level: 1, name: words.title })).toBeVisible();
    await onScreen(region(words.cap)).toContainText('$3');
    await pressBack(app);
    await onScreen(region(words.market)).toBeVisible();
  });

  for (const path of ['/index', '/cryptooverview']) {
    for (const width of [320, 390]) {
      test(`${path} at ${width} px: late content moves nothing: ${language}`, async () => {
        let release = (): void => undefined;
        const shifts = watchShifts();
        await openMarket(
          { sources: SOURCES },
          {
            path,
            language,
            viewport: { width, height: 844 },
            before(server) {
              release = server.hold('market');
            },
          },
        );
        await onScreen(page.css('main [aria-busy="true"]')).toBeVisible();
        await untilInsetsStand();
        const height = document.documentElement.scrollHeight;
        expect(height).toBeGreaterThan(1000);
        release();
        await onScreen(region(words.cap)).toContainText('$3');
        // The market's own screen grows at its end, where all coins are.
        if (path === '/index') expect(document.documentElement.scrollHeight).toBe(height);
        expect((await shifts()).filter(({ isBar }) => !isBar)).toEqual([]);
      });
    }
  }
}
