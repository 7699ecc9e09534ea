/** A reminder of an event in workerd: from the user object, through the platform's cache of the calendar, to the Bot API. */
import { expect, inject, test } from 'vitest';
import type { CalendarEvent } from '#core/contract/calendar.ts';
import { AHEAD, openDurableBot } from '#tests/support/durable-bot.ts';
import type { TestClock } from '#tests/support/test-deployment.ts';

const apiUrl = inject('eventsBotApiUrl');
const HOUR = 60 * 60_000;

test('a reminder is sent once, 15 minutes before its event, although the objects restart', async () => {
  const clock: TestClock = { at: AHEAD, now: () => clock.at };
  const { registered, send, settle, sendDue, restart, told } = await openDurableBot(apiUrl, clock);
  const user = await registered(1, { allowsWrite: true });
  const { events } = (await send('GET', '/api/calendar')).json as { events: readonly CalendarEvent[] };
  const next = events.find(({ at }) => at.includes('T') && Date.parse(at) > AHEAD + HOUR);
  if (next === undefined) throw new Error('no event');
  const reply = await user.send('PUT', '/api/user/event-reminders', {
    body: { userId: 1, eventId: next.id, isOn: true },
  });
  expect(reply.json).toEqual({ events: [next.id], mayWrite: true });

  await restart();
  await settle();
  expect(clock.at - (Date.parse(next.at) - 15 * 60_000)).toBeLessThan(60_000);
  for (const _ of [1, 2]) {
    await sendDue();
    await restart();
  }
  const shown = (await told()).shown.map(({ payload }) => payload.text);
  expect(shown).toEqual([
    expect.stringMatching(/^In 1[45] minutes: .* It is a sample and does not take place\.$/),
  ]);
  const left = (await user.send('GET', '/api/user/event-reminders/1')).json;
  expect(left).toEqual({ events: [], mayWrite: true });
});
