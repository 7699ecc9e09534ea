/**
 * Operations on the digits of a number as text. They use no regular expressions: these would take quadratic time over
 * long texts.
 */

/** A fraction without the zeros at its end: "2500" is "25", "000" is "". */
export function withoutEndZeros(fraction: string): string {
  let end = fraction.length;
  while (end > 0 && fraction[end - 1] === '0') end--;
  return fraction.slice(0, end);
}

/** Whole digits in groups of three, counted from the end: "94712" and "," give "94,712". */
export function inGroups(whole: string, separator: string): string {
  const groups: string[] = [];
  for (let end = whole.length; end > 0; end -= 3) groups.unshift(whole.slice(Math.max(0, end - 3), end));
  return groups.join(separator);
}
