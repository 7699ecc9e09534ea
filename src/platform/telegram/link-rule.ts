/**
 * Decides which addresses may be opened: web addresses and, inside the messaging app, only those of its link service.
 */

/** Null if the text is not an absolute http or https address, or if it has a user name, which could pass for a host. */
export function webUrl(text: string): URL | null {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) && url.username + url.password === '' ? url : null;
  } catch {
    // Not an address.
    return null;
  }
}

/** Whether the messaging app opens the address itself. */
export function isTelegramLink(url: URL): boolean {
  return url.origin === 'https://t.me';
}
