/** The link to the bot's chat, derived from the user's own link. */
import { expect, test } from 'vitest';
import { botChat } from '#features/notifications/access-notice.tsx';

test.each([
  ['https://t.me/irich_bot/app?startapp=42', 'https://t.me/irich_bot'],
  ['https://t.me/irich_bot', 'https://t.me/irich_bot'],
  ['https://example.org/irich_bot/app', null],
  ['https://t.me/', null],
  [undefined, null],
])('%s leads to %s', (link, chat) => {
  expect(botChat(link)).toBe(chat);
});
