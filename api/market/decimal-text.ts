/** Writes a number from JSON as decimal text: without an exponent, with exactly its digits. */

/** @param value a finite number; 1e-8 is "0.00000001", 1e21 is "1000000000000000000000". */
export function decimalText(value: number): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?e([+-]\d+)$/.exec(String(value));
  if (match === null) return Object.is(value, -0) ? '0' : String(value);
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const shift = Number(exponent);
  const digits = whole + fraction;
  const point = whole.length + shift;
  if (point >= digits.length) return sign + digits.padEnd(point, '0');
  return `${sign}0.${'0'.repeat(Math.max(0, -point))}${digits}`;
}

/** A percentage with its sign and two decimals, such as "+1.25"; a value that rounds to zero is "+0.00". */
export function changeText(percent: number): string {
  const text = percent.toFixed(2);
  if (Number(text) === 0) return '+0.00';
  return percent > 0 ? `+${text}` : text;
}
