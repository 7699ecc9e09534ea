/** Which addresses may be opened: those of the web, and as the messaging app's own only those of its link service. */

/** Null where the text is not an absolute http or https address, or where it carries a name that could pass for a host. */
export function webUrl(text: string): URL | null {
  try {
    const url = new URL(text);
    return /^https?:$/.test(url.protocol) && url.username + url.password === '' ? url : null;
  } catch {
    // Not an address at all.
    return null;
  }
}

/** Whether the messaging app opens it inside of itself. */
export function isTelegramLink(url: URL): boolean {
  return url.origin === 'https://t.me';
}
