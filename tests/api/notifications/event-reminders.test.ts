/** A reminder of an event, from the tap to the message, in both deployments, over the real protocol. */
import { expect, test } from 'vitest';
import { applyImport } from '#api/calendar/store.ts';
import { BARE } from '#tests/support/calendar.ts';
import { BLOCKED } from '#tests/upstream/bot-api.ts';
import { launchData, START } from '../support.ts';
import { DAY, describeSending, HOUR, MINUTE } from './sending.ts';

/** Noon, UTC. */
const AT = START + DAY;
const moment = (at: number) => new Date(at).toISOString();
const CPI = { ...BARE, id: 'cpi', name: 'cpi_yoy', zone: 'united_states', volatility: 'high' } as const;
const TEXT =
  'In 15 minutes: CPI, year over year, United States, 26 September at 12:00 UTC. You asked to be reminded.';

describeSending((openSending) => {
  async function open() {
    const opened = await openSending();
    const { one, auth, inPrices, clock } = opened;
    const imported = (at: number | string, more: object = {}) =>
      void inPrices((sql) => {
        const event = { ...CPI, at: typeof at === 'number' ? moment(at) : at, ...more };
        applyImport(sql, [event], clock.at);
      });
    // Opens the object of the calendar, which makes its tables.
    await opened.publicData?.calendar();
    imported(AT);
    return {
      ...opened,
      imported,
      removed: () => void inPrices((sql) => void applyImport(sql, [], clock.at, ['cpi'])),
      ask: (isOn = true, eventId = 'cpi') =>
        one.send('PUT', '/api/user/event-reminders', {
          body: { userId: 1, eventId, isOn },
          auth: auth(),
        }),
      waiting: async () =>
        (await one.send('GET', '/api/user/event-reminders/1', { auth: auth() })).json.events,
    };
  }

  test('comes once, 15 minutes before, with a button that opens the calendar', async () => {
    const { ask, until, texts, times, bot, waiting, restart } = await open();
    await ask();
    await until(AT - 15 * MINUTE - 1000);
    expect(texts()).toEqual([]);
    await until(AT - 14 * MINUTE);
    expect(texts()).toEqual([TEXT]);
    expect((times[0] ?? 0) - (AT - 15 * MINUTE)).toBeLessThan(MINUTE);
    expect(bot.shown[0]?.payload.reply_markup.inline_keyboard[0][0]).toEqual({
      text: 'See the calendar',
      url: 'https://t.me/irich_bot/app?startapp=see_calendar',
    });
    expect(await waiting()).toEqual([]);
    await restart();
    await until(AT + DAY);
    expect(bot.calls.length).toBe(1);
  });

  test('comes in quiet hours too, in the language and by the clock of the user', async () => {
    const { ask, save, until, texts, one } = await open();
    await save({ zone: 'Asia/Tokyo', quiet: { from: 20, to: 23 } });
    await one.send('PATCH', '/api/user/language', { body: { id: 1, languageCode: 'ru' } });
    await ask();
    await until(AT);
    expect(texts()).toEqual([
      'Через 15 минут: CPI, год к году, США, 26 сентября в 21:00. Вы просили напомнить.',
    ]);
  });

  test('does not come once it was taken back, and comes once if it was set again', async () => {
    const { ask, until, texts } = await open();
    await ask();
    await until(AT - HOUR);
    await ask(false);
    await ask();
    await ask(false);
    await until(AT - 30 * MINUTE);
    await ask();
    await until(AT + DAY);
    expect(texts()).toEqual([TEXT]);
    await ask(false);
    await until(AT + 2 * DAY);
    expect(texts()).toHaveLength(1);
  });

  test('is not sent if it is taken back while the message waits', async () => {
    const { ask, until, bot, clock } = await open();
    bot.choose = () => ({ type: 'retry_after', seconds: 60 });
    await ask();
    await until(AT - 15 * MINUTE + 2_000);
    expect(bot.calls.length).toBe(1);
    bot.choose = () => null;
    await ask(false);
    await until(clock.at + HOUR);
    expect(bot.shown).toEqual([]);
  });

  test.each([
    ['later', 90 * MINUTE],
    ['earlier', -90 * MINUTE],
    ['to another day', 5 * DAY],
  ])('follows an event that moves %s', async (_, ms) => {
    const { ask, imported, until, texts, times } = await open();
    await ask();
    await until(AT - 10 * HOUR);
    imported(AT + ms);
    await until(AT + ms + DAY);
    expect(texts()).toHaveLength(1);
    expect((times[0] ?? 0) - (AT + ms - 15 * MINUTE)).toBeGreaterThanOrEqual(0);
    expect((times[0] ?? 0) - (AT + ms - 15 * MINUTE)).toBeLessThan(MINUTE);
  });

  test('follows an event that is listed under another id now', async () => {
    const { ask, imported, removed, until, texts, waiting } = await open();
    await ask();
    imported(AT + HOUR, { id: 'cpi again' });
    removed();
    await until(AT - HOUR);
    expect(await waiting()).toEqual(['cpi again']);
    await until(AT + DAY);
    expect(texts()).toEqual([expect.stringMatching(/^In 15 minutes: CPI.* 13:00 UTC/)]);
  });

  test('is dropped with its event, and waits while the event has no hour', async () => {
    const { ask, imported, removed, until, texts, waiting } = await open();
    await ask();
    imported(moment(AT).slice(0, 10));
    await until(AT - 10 * HOUR);
    expect(await waiting()).toEqual(['cpi']);
    imported(AT + HOUR);
    await until(AT + 30 * MINUTE);
    expect(texts()).toEqual([]);
    await until(AT + HOUR);
    expect(texts()).toHaveLength(1);

    imported(AT, { id: 'another', name: 'gdp_qoq' });
    imported(AT + 9 * DAY);
    await ask();
    removed();
    expect(await waiting()).toEqual(['cpi']);
    await until(AT + 10 * HOUR);
    expect([await waiting(), texts().length]).toEqual([[], 1]);
  });

  test('that is late still comes until five minutes after the event', async () => {
    const { ask, until, texts, clock, ring } = await open();
    await ask();
    clock.at = AT + 4 * MINUTE;
    await ring();
    await until(clock.at + MINUTE);
    expect(texts()).toEqual([expect.stringMatching(/^Now: CPI, year over year, United States/)]);
  });

  test('that is later than that does not come', async () => {
    const { ask, until, bot, clock, ring } = await open();
    await ask();
    clock.at = AT + 6 * MINUTE;
    await ring();
    await until(clock.at + HOUR);
    expect(bot.calls).toEqual([]);
  });

  test('is not sent late by the sender either', async () => {
    const { ask, until, bot, clock } = await open();
    bot.choose = () => ({ type: 'retry_after', seconds: 1300 });
    await ask();
    await until(AT - 14 * MINUTE);
    bot.choose = () => null;
    await until(clock.at + HOUR);
    expect(bot.shown).toEqual([]);
  });

  test('does not come to a user who has blocked the bot, or erased their data', async () => {
    const { ask, until, bot, one, clock, auth } = await open();
    bot.choose = () => BLOCKED;
    await ask();
    await until(AT);
    expect(bot.calls.length).toBe(1);
    bot.choose = () => null;
    await until(AT + HOUR);
    await one.send('DELETE', '/api/user/1', { auth: launchData(1, { at: clock.at, allowsWrite: true }) });
    await one.send('POST', '/api/user/onboarding', { body: { userId: 1 }, auth: auth() });
    await until(AT + DAY);
    expect(bot.shown).toEqual([]);
  });

  test('of a sample says so', async () => {
    const opened = await openSending();
    const { one, auth, until, texts } = opened;
    const { events } = (await opened.send('GET', '/api/calendar')).json;
    const next = events.find(
      ({ at, volatility }: typeof CPI & { at: string }) =>
        at.includes('T') && volatility === 'high' && Date.parse(at) > START + HOUR,
    );
    await one.send('PUT', '/api/user/event-reminders', {
      body: { userId: 1, eventId: next.id, isOn: true },
      auth: auth(),
    });
    await until(Date.parse(next.at));
    expect(texts()).toEqual([
      expect.stringMatching(/^In 15 minutes: .* It is a sample and does not take place\.$/),
    ]);
  });
});
