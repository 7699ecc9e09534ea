/** The symbol of a traded coin, such as BTC: 1 to 12 capital letters and digits of ASCII, or empty. */

export const MAX_SYMBOL = 12;

/** The symbol in a typed or foreign text: other characters are dropped, letters become capital, the rest is cut. */
export function readSymbol(text: string): string {
  return text
    .slice(0, READ)
    .replace(/[^A-Za-z0-9]/g, '')
    .toUpperCase()
    .slice(0, MAX_SYMBOL);
}

/** Of a longer text, only this many characters are read. */
const READ = 64;
