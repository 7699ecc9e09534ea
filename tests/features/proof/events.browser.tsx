/** Every event of the user on the screen "Verify my points": in words, with its award, rules and bucket, and by bucket. */
import { describe, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { Command } from '#core/points/commands.ts';
import { DAY_MS } from '#core/points/days.ts';
import { onScreen, textOf } from '#tests/support/on-screen.ts';
import { publishInPage } from '#tests/support/proof/published-in-page.ts';
import { renderApp } from '#tests/support/render-app.tsx';

const HASH = 'ab'.repeat(32);
const WALLET = 'cd'.repeat(32);
const rows = page.css('.proof-event');

const record = (id: number, ago = 0): Command => ({
  type: 'record_calculation',
  recordId: `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`,
  calculationType: 'Staking',
  occurredAt: Date.now() - ago,
  sentAt: null,
});
const credit = (id: string, cause: 'friend_activity' | 'friend_referral', basis: number): Command => ({
  type: 'receive_credit',
  creditId: id.repeat(32),
  cause,
  source: id.repeat(32),
  basis,
  premium: false,
});
const correction: Command = {
  type: 'correct',
  correctionId: 'c1',
  bucket: 'activity',
  amount: -500,
  reason: 'counted twice',
};
const COMMANDS: readonly Command[] = [
  record(1),
  record(2, 400 * DAY_MS),
  { type: 'claim_check_in' },
  credit('d', 'friend_activity', 1000),
  credit('e', 'friend_referral', 50_000),
  correction,
  { type: 'link_wallet', wallet: WALLET },
  { type: 'unlink_wallet', reason: 'asked for' },
  { type: 'seal_plan', hash: HASH, sealedAt: Date.now(), sentAt: null },
  { type: 'reveal_plan', hash: HASH },
];

/** Newest first: what each row begins with. */
const WORDS = {
  en: [
    'A friend with Premium joined',
    'A friend joined',
    'Sealed plan revealed',
    'Plan sealed',
    'Wallet unlinked: asked for',
    'Wallet linked',
    'Correction: counted twice-0.5',
    'A tenth of 50 for a friend’s friend+5',
    'A tenth of 1 from a friend+0.1',
    'Daily bonus, day 1+10',
    'Calculation: Staking0',
    'Calculation: Staking+1',
    'Introduction completed',
    'You joined iRICH',
  ],
  ru: [
    'Пришёл друг с Premium',
    'Пришёл друг',
    'Запечатанный план раскрыт',
    'План запечатан',
    'Кошелёк отвязан: asked for',
    'Кошелёк привязан',
    'Поправка: counted twice-0,5',
    'Десятая часть от 50 за друга вашего друга+5',
    'Десятая часть от 1 друга+0,1',
    'Ежедневный бонус, день 1+10',
    'Расчёт: Стейкинг0',
    'Расчёт: Стейкинг+1',
    'Знакомство пройдено',
    'Вы пришли в iRICH',
  ],
} as const;

const FILTERS = {
  en: ['All', 'Activity', 'Friends invited', 'Friends’ activity', 'Friends’ friends', 'Check-in'],
  ru: ['Все', 'Активность', 'Приглашения', 'Активность друзей', 'Друзья друзей', 'Бонусы'],
} as const;

const shown = () => rows.elements().map(textOf);
const begin = (words: readonly string[]) =>
  words.map((text) => expect.stringMatching(new RegExp(`^${escaped(text)}`)));
const escaped = (text: string) => text.replace(/[+.]/g, '\\$&');

for (const language of ['en', 'ru'] as const) {
  describe(language, () => {
    test('every event stands there in words, and a bucket shows its own alone', async () => {
      publishInPage();
      await renderApp({
        path: '/verify',
        language,
        before(server) {
          for (const command of COMMANDS) server.execute(command);
          server.befriend(1);
          server.befriend(1, true);
        },
      });
      await expect.poll(shown).toEqual(begin(WORDS[language]));
      // The number, the rules, the bucket, and why a calculation has no award.
      const late = rows.nth(10);
      await onScreen(late).toContainText(
        language === 'en' ? /No\. 4 · .* · rules \d+ · Activity/ : /№ 4 · .* · правила \d+/,
      );
      await onScreen(late).toContainText(
        language === 'en' ? 'from before your first launch' : 'раньше вашего первого запуска',
      );

      const chips = page.css('.proof-events .filter-chip');
      await expect.poll(() => chips.elements().map(textOf)).toEqual(FILTERS[language]);
      const [all, activity, invited, ofFriends, ofTheirs, checkIn] = FILTERS[language];
      const places: Readonly<Record<string, readonly number[]>> = {
        [activity]: [6, 10, 11],
        [invited]: [0, 1],
        [ofFriends]: [8],
        [ofTheirs]: [7],
        [checkIn]: [9],
        [all]: WORDS[language].map((_, place) => place),
      };
      for (const [name, wanted] of Object.entries(places)) {
        await page.getByRole('radio', { name, exact: true }).click();
        await expect
          .poll(shown, { message: name })
          .toEqual(begin(wanted.map((place) => WORDS[language][place] ?? '')));
      }
    });
  });
}

test('a bucket without events says so, and a long ledger goes on as it is scrolled', async () => {
  publishInPage();
  await renderApp({
    path: '/verify',
    before(server) {
      for (let id = 1; id <= 70; id += 1) server.execute(record(id));
    },
  });
  await onScreen(rows).toHaveCount(50);
  rows.nth(49).element().scrollIntoView();
  await onScreen(rows).toHaveCount(72);
  await onScreen(rows.nth(71)).toContainText('You joined iRICH');
  await page.getByRole('radio', { name: 'Check-in', exact: true }).click();
  await onScreen(page.getByText('No events')).toBeVisible();
});
