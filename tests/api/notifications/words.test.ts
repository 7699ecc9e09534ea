/** The text of each message, with any names in it. */
import { describe, expect, test } from 'vitest';
import { migrations } from '#api/migrations.ts';
import { saveReturn, saveSettings } from '#api/notifications/preferences/settings.ts';
import { compose } from '#api/notifications/sender/compose.ts';
import { type Item, itemOf } from '#api/notifications/sender/messages.ts';
import { openBetterSqlite3 } from '#api/runtime/sqlite/better-sqlite3.ts';
import { migrate } from '#api/runtime/sqlite/migrations.ts';
import { savePerson } from '#api/users/users.ts';
import { DEFAULT_SETTINGS, type Settings } from '#core/contract/settings.ts';
import { parseStartParameter } from '#core/launch/start-parameter.ts';
import { DAY_MS, dayOf } from '#core/points/days.ts';
import { initialState } from '#core/points/evolve.ts';
import { START } from '#tests/support/deployment.ts';

function world({
  language = 'en',
  name = null as string | null,
  change = {} as Partial<Settings>,
  deletions = 0,
  freezes = 0,
  remindedOf = [] as readonly Extract<Item, { kind: 'event_soon' }>[],
} = {}) {
  const sql = openBetterSqlite3(':memory:');
  migrate(sql, migrations, START);
  const user = { id: 1, firstName: 'Ada', lastName: null, username: 'ada', photoUrl: null, premium: false };
  savePerson(sql, { ...user, languageCode: language }, null, START);
  saveReturn(sql, 1, START);
  saveSettings(sql, 1, { ...DEFAULT_SETTINGS, ...change }, START, START);
  for (const { event, setAt } of remindedOf) {
    const row: (string | number | null)[] = [1, event.id, event.name, event.zone, event.at, setAt, null];
    sql.run('INSERT INTO event_reminders VALUES (?, ?, ?, ?, ?, ?, ?)', ...row);
  }
  const today = dayOf(START);
  const state = {
    ...initialState(1),
    onboarded: true,
    deletions,
    streak: { lastDay: today - 1, current: 5, longest: 9, freezes },
  };
  return (item: Item, now = START, generation = deletions) =>
    compose(
      { sql, appLink: 'https://t.me/irich_bot/app', nameOf: () => name },
      state,
      {
        id: 'x',
        madeAt: START,
        dueAt: START,
        generation,
        item,
      },
      now,
    );
}

const joined: Item = { kind: 'friend_joined', friend: 7, award: 75_000 };
const reminder: Item = { kind: 'streak_reminder', day: dayOf(START) };
const textOf = (composed: ReturnType<ReturnType<typeof world>>) =>
  composed.type === 'send' ? composed.text : composed.type;

test.each([
  [joined, '@bea has joined by your link: +75 iRICH.', 'По вашей ссылке теперь здесь @bea: +75 iRICH.'],
  [{ ...joined, award: null }, '@bea has joined by your link.', 'По вашей ссылке теперь здесь @bea.'],
  [
    { kind: 'level_reached', level: 7 },
    'You have reached level 7: Silver.',
    'Вы достигли уровня 7: Серебряный.',
  ],
  [
    { kind: 'badges_earned', badges: ['ref_3', 'chain_1', 'lev_2'] },
    'New badges: Friends 3, Chain 1.',
    'Новые значки: Друзья 3, Цепочка 1.',
  ],
  [
    reminder,
    'Your streak of 5 days ends at 00:00 UTC. To keep it, check in today: it takes 3 minutes.',
    'Ваша серия в 5 дней прервётся в 00:00 UTC. Чтобы её сохранить, заберите сегодняшний бонус: это займёт 3 минуты.',
  ],
] as const)('%j', (item, english, russian) => {
  expect(textOf(world({ name: 'bea' })(item))).toBe(english);
  expect(textOf(world({ name: 'bea', language: 'ru' })(item))).toBe(russian);
});

test('a reminder says so where a freeze would keep the streak', () => {
  expect(textOf(world({ freezes: 1 })(reminder))).toBe(
    'Today is not claimed yet. Without a check-in before 00:00 UTC a freeze keeps your streak of 5 days.',
  );
  const tomorrow = { kind: 'streak_reminder', day: dayOf(START) + 1 } as const;
  const told = (freezes: number) => textOf(world({ freezes })(tomorrow, START + DAY_MS));
  expect([told(0), told(1), told(2)]).toEqual([
    'drop',
    'Your streak of 5 days ends at 00:00 UTC. To keep it, check in today: it takes 3 minutes.',
    'Today is not claimed yet. Without a check-in before 00:00 UTC a freeze keeps your streak of 5 days.',
  ]);
});

describe('a price alert', () => {
  const alerts = { TON: '5.25', BTC: '100000', ETH: null };
  const crossed = (more: object = {}): Item => {
    const item = { kind: 'price_crossed', symbol: 'BTC', threshold: '100000', price: '100123.45' } as const;
    return { ...item, up: true, at: START, ...more };
  };

  test.each([
    [
      crossed(),
      'Asia/Tokyo',
      'BTC has risen to $100,000, the price that you set. It was $100,123.45 on 25 September at 21:00.',
      'Цена BTC поднялась до $100\u00a0000, как вы и задали. 25 сентября в 21:00 она была $100\u00a0123,45.',
    ],
    [
      crossed({ symbol: 'TON', threshold: '5.25', price: '5.2499', up: false }),
      null,
      'TON has fallen to $5.25, the price that you set. It was $5.2499 on 25 September at 12:00 UTC.',
      'Цена TON опустилась до $5,25, как вы и задали. 25 сентября в 12:00 UTC она была $5,2499.',
    ],
  ])('%j', (item, zone, english, russian) => {
    const change = { alerts, zone, quiet: null };
    const composed = world({ change })(item);
    expect(textOf(composed)).toBe(english);
    expect(textOf(world({ change, language: 'ru' })(item))).toBe(russian);
    expect(composed).toMatchObject({
      label: 'See the market',
      url: 'https://t.me/irich_bot/app?startapp=see_cryptooverview',
    });
  });

  test('that was removed or changed is dropped', () => {
    expect(textOf(world()(crossed()))).toBe('drop');
    expect(textOf(world({ change: { alerts } })(crossed({ threshold: '100001' })))).toBe('drop');
    expect(textOf(world({ change: { alerts } })(crossed({ symbol: 'ETH' })))).toBe('drop');
  });
});

describe('an event', () => {
  const event = { id: 'boj', name: 'boj', zone: 'japan', at: START } as const;
  const soon: Extract<Item, { kind: 'event_soon' }> = {
    kind: 'event_soon',
    event,
    setAt: START,
    isSample: false,
  };
  const set = (change: Partial<Settings> = {}, language = 'en') =>
    world({ change: { quiet: { from: 0, to: 23 }, ...change }, language, remindedOf: [soon] });

  test.each([
    [15 * 60_000, 'In 15 minutes', 'Через 15 минут'],
    [14 * 60_000 + 1, 'In 15 minutes', 'Через 15 минут'],
    [2 * 60_000, 'In 2 minutes', 'Через 2 минуты'],
    [1, 'In 1 minute', 'Через 1 минуту'],
    [0, 'Now', 'Сейчас'],
    [-5 * 60_000, 'Now', 'Сейчас'],
  ])('%i ms before it', (before, english, russian) => {
    const zone = 'Asia/Tokyo';
    expect(textOf(set({ zone })(soon, START - before))).toBe(
      `${english}: Bank of Japan rate decision, Japan, 25 September at 21:00. You asked to be reminded.`,
    );
    expect(textOf(set({ zone }, 'ru')(soon, START - before))).toBe(
      `${russian}: Решение Банка Японии по ставке, Япония, 25 сентября в 21:00. Вы просили напомнить.`,
    );
  });

  test('has its hour by the clock of its day, when summer time has ended since', () => {
    const at = Date.UTC(2096, 9, 28, 0, 30);
    const later: Item = { ...soon, event: { ...event, at } };
    expect(textOf(set({ zone: 'Europe/Berlin' })(later, at))).toContain('28 October at 02:30');
    const after: Item = { ...soon, event: { ...event, at: at + 60 * 60_000 } };
    expect(textOf(set({ zone: 'Europe/Berlin' })(after, at + 60 * 60_000))).toContain('28 October at 02:30');
  });

  test('opens the calendar, and says that a sample is one', () => {
    expect(set()(soon)).toMatchObject({
      label: 'See the calendar',
      url: 'https://t.me/irich_bot/app?startapp=see_calendar',
    });
    expect(textOf(set()({ ...soon, isSample: true }))).toMatch(/ It is a sample and does not take place\.$/);
    expect(textOf(set({}, 'ru')({ ...soon, isSample: true }))).toMatch(
      / Это пример: на самом деле события не будет\.$/,
    );
  });

  test('is dropped once it is five minutes old, or the user does not want it any more', () => {
    expect(textOf(set()(soon, START + 5 * 60_000 + 1))).toBe('drop');
    expect(textOf(world()(soon))).toBe('drop');
    expect(textOf(set()({ ...soon, setAt: START - 1 }))).toBe('drop');
  });
});

describe('names', () => {
  test.each([
    null,
    '',
    '<b>x</b>',
    'a b',
    '*bold*',
    'x](https://evil.example',
    '{{points}}',
    'ab',
    'я'.repeat(9),
  ])('%s is left out', (name) => {
    expect(textOf(world({ name })(joined))).toBe('A friend has joined by your link: +75 iRICH.');
  });
});

test('each message opens a screen and carries no campaign', () => {
  for (const item of [joined, reminder, { kind: 'level_reached', level: 2 }] as const) {
    const composed = world()(item);
    const url = new URL(composed.type === 'send' ? composed.url : '');
    expect(url.origin + url.pathname).toBe('https://t.me/irich_bot/app');
    expect(parseStartParameter(url.searchParams.get('startapp') ?? '')).toMatchObject({ type: 'screen' });
  }
  expect(parseStartParameter('see_nothing')).toMatchObject({ type: 'utm' });
});

test('a message that is unwanted or outdated is dropped', () => {
  const off = { ...DEFAULT_SETTINGS.notifications, friendJoined: false, chainBadges: false };
  const tell = world({ change: { notifications: off } });
  expect(textOf(tell(joined))).toBe('drop');
  const badges = (...ids: string[]): Item => ({ kind: 'badges_earned', badges: ids });
  expect(textOf(tell(badges('chain_1')))).toBe('drop');
  expect(textOf(tell(badges('chain_1', 'streak_2')))).toBe('A new badge: Streak 2.');
  expect(textOf(tell(reminder, START + DAY_MS))).toBe('drop');
  expect(textOf(tell({ ...reminder, day: dayOf(START) - 1 }))).toBe('drop');
  // From 22:00 on it would wait until a day whose streak is already lost.
  expect(textOf(tell(reminder, START + 11 * 3_600_000))).toBe('drop');
  expect(tell({ kind: 'level_reached', level: 2 }, START + 11 * 3_600_000)).toEqual({
    type: 'later',
    at: START + 20 * 3_600_000,
  });
});

test('a notice shows what it knows', () => {
  const notice = { id: 'x', userId: 1, seq: 3, at: START };
  expect(itemOf({ ...notice, kind: 'level_reached', level: 3 })).toEqual({ kind: 'level_reached', level: 3 });
  expect(itemOf({ ...notice, kind: 'badges_earned', badges: ['ref_1'] })).toEqual({
    kind: 'badges_earned',
    badges: ['ref_1'],
  });
});

test('a message from before a deletion is not sent, nor one from after it that came early', () => {
  const told = world({ deletions: 2 });
  expect([1, 2, 3].map((generation) => told(joined, START, generation).type)).toEqual([
    'drop',
    'send',
    'drop',
  ]);
});
