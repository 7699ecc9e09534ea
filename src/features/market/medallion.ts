/** The disc of a coin: its mark or its letters on its own colour, and the image that may cover them. */
import { coinMark } from '#core/badge-art/coin.ts';

/** Number of colours: `--coin-0` and so on. */
const COLOURS = 8;

/** Always the same for a symbol. */
export function coinColour(symbol: string): string {
  const mark = coinMark(symbol);
  if (mark !== null) return `var(--coin-${mark.colour})`;
  let hash = 0;
  for (const letter of symbol.toUpperCase()) hash = (hash * 37 + (letter.codePointAt(0) ?? 0)) % 997;
  return `var(--coin-${hash % COLOURS})`;
}

/** "B" for BTC; a symbol of two letters shows both. */
export function coinLetters(symbol: string): string {
  const letters = [...symbol.toUpperCase()];
  return letters.length === 2 ? letters.join('') : (letters[0] ?? '');
}

/** The address of an image that the page may load: of this origin, or over https. Null for anything else. */
export function iconUrl(icon: string, page: string): string | null {
  if (icon.trim() === '') return null;
  const url = parsed(icon, page);
  if (url === null || (url.protocol !== 'https:' && url.protocol !== 'http:')) return null;
  // The content policy allows images from elsewhere only over https.
  if (url.origin !== new URL(page).origin) url.protocol = 'https:';
  return url.href;
}

function parsed(text: string, base: string): URL | null {
  try {
    return new URL(text, base);
  } catch {
    // Not an address.
    return null;
  }
}
