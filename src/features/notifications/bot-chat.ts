/** The address of the bot's chat. */

/**
 * The chat with the mini-app's bot.
 * @param link to the mini-app, as the server gives it: the bot's name is the first part of its path. Undefined before
 * that.
 */
export function botChat(link: string | undefined): string | null {
  const name = /^https:\/\/t\.me\/(\w+)/.exec(link ?? '')?.[1];
  return name === undefined ? null : `https://t.me/${name}`;
}
