/** Bodies that are nearly right: one value is wrong, or the text is hardly JSON. */
import fc from 'fast-check';

/** Stands in a value for a number that is too great for JavaScript, but not for JSON. */
const INFINITE = '@1e400@';
const DEEP = JSON.parse(`${'['.repeat(3000)}${']'.repeat(3000)}`) as unknown;

const ODD: readonly unknown[] = [
  ...[null, true, false, 0, -0, -1, 1.5, 1e-7, 2 ** 53, -(2 ** 53), 1e308, INFINITE],
  ...[
    '',
    ' ',
    '0',
    '1',
    'NaN',
    'Infinity',
    'null',
    '__proto__',
    'constructor',
    '\0',
    '\ud800',
    '\udfff\ud800',
  ],
  ...['é', '😀', '\u202e', '1'.repeat(400), 'x'.repeat(5000), "' OR 1=1 --", '{{7*7}}', '../../etc/passwd'],
  ...[[], {}, [[]], [null], { length: 1 }, JSON.parse('{"__proto__":{"a":1}}'), DEEP],
];

/** The JSON of a value of which one part is replaced, left out, added or renamed. */
export function nearlyRight(value: fc.Arbitrary<unknown>): fc.Arbitrary<string> {
  const how = fc.constantFrom('replace', 'replace', 'replace', 'remove', 'add', 'rename');
  return fc
    .tuple(value, fc.nat({ max: 10_000 }), how, fc.constantFrom(...ODD))
    .map(([whole, place, change, odd]) => written(changed(whole, place, change, odd)));
}

export function written(value: unknown): string {
  return (JSON.stringify(value) ?? 'null').replaceAll(`"${INFINITE}"`, '1e400');
}

function changed(whole: unknown, place: number, change: string, odd: unknown): unknown {
  const root = { whole: JSON.parse(JSON.stringify(whole) ?? 'null') as unknown };
  const places = placesIn(root);
  const at = places[place % places.length];
  if (at === undefined) return odd;
  const { holder, key } = at;
  const before = holder[key];
  if (change === 'remove' || change === 'rename') delete holder[key];
  if (change === 'replace') holder[key] = odd;
  if (change === 'rename') define(holder, '__proto__', before);
  if (change === 'add')
    define(holder, ['more', '__proto__', 'constructor', 'toJSON', ''][place % 5] ?? '', odd);
  return 'whole' in root ? root.whole : odd;
}

/** As an own property, whatever its name. */
function define(holder: Record<string, unknown>, name: string, value: unknown): void {
  Object.defineProperty(holder, name, { value, enumerable: true, configurable: true, writable: true });
}

function placesIn(holder: Record<string, unknown>): { holder: Record<string, unknown>; key: string }[] {
  return Object.keys(holder).flatMap((key) => {
    const inner = holder[key];
    const isOpen = typeof inner === 'object' && inner !== null;
    return [{ holder, key }, ...(isOpen ? placesIn(inner as Record<string, unknown>) : [])];
  });
}

/** Texts that are hardly the JSON of a value. */
export function hardlyJson(text: fc.Arbitrary<string>): fc.Arbitrary<string> {
  const ways: readonly ((whole: string, place: number) => string)[] = [
    (whole, place) => whole.slice(0, place % (whole.length + 1)),
    (whole) => whole.replace(/^\{("[^"]*":)/, '{$1null,$1'),
    (whole) => whole.replace(/\}$/, ',"userId":1,"id":1,"userId":null}'),
    (whole) => `\ufeff${whole}`,
    (whole) => `${whole}${whole}`,
    (whole) => `${whole}\0`,
    (whole) => `${' '.repeat(3000)}${whole}\n`,
    (whole) => whole.replaceAll('"', "'"),
    (whole) => whole.replace(/\}$/, ',}'),
    (whole) => whole.replace(/\d+/, 'NaN'),
    (whole) => whole.replace(/\d+/, '0x10'),
    (whole) => `/* ${whole} */`,
    (whole) => JSON.stringify(whole),
    (whole) => `[${whole}]`,
    (whole) => `{"a":${'['.repeat(20_000)}${whole}`,
    (whole) => `${whole.slice(0, -1)},"more":"${'x'.repeat(270_000)}"}`,
    () => '',
    () => 'null',
    () => 'undefined',
  ];
  return fc
    .tuple(text, fc.constantFrom(...ways), fc.nat({ max: 5000 }))
    .map(([whole, way, place]) => way(whole, place));
}
