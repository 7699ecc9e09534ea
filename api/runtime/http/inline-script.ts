/** The script that a page of the app has in itself, as the content policy names it. */

/**
 * @param html with at most one script without attributes.
 * @returns such as `'sha256-…'`, base64 of the SHA-256 of the script's bytes (CSP 3, section 2.3.1); none for a page without one.
 */
export async function scriptSources(html: string): Promise<readonly string[]> {
  const from = html.indexOf(OPEN);
  if (from < 0) return [];
  const script = html.slice(from + OPEN.length, html.indexOf('</script>', from));
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script));
  return [`'sha256-${btoa(String.fromCharCode(...new Uint8Array(digest)))}'`];
}

const OPEN = '<script>';
