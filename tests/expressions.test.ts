/**
 * No regular expression may take superlinear time: one that backtracks lets a stranger stop the server with a
 * header. Every expression in the sources is checked by its structure and by measurement, including new ones.
 */
import { check } from 'recheck';
import { describe, expect, test, vi } from 'vitest';
import { type FoundExpression, findExpressions, growsTooFast } from '#tests/support/expressions.ts';

const PATIENCE_MS = 300_000;
const { literals, constructed } = findExpressions(['api', 'src', 'worker']);

/** Superlinear and harmless: the right column says why the text is short. */
const SHORT_TEXTS: Readonly<Record<string, string>> = {};

const KNOWN_BAD = [/\s*,\s*/, /\.[^/]*\/?$/, /0+$/, /(a+)+$/, /\B(?=(\d{3})+$)/g, /^\d*[.,]?\d*$/];
const KNOWN_GOOD = [/^[+-]\d+(\.\d+)?$/, /;\s*q=0(\.0*)?\s*$/, /^0+(?=\d)/, /\{(\w+)\}/g];

const name = ({ source, flags }: Pick<FoundExpression, 'source' | 'flags'>) => `/${source}/${flags}`;

async function isLinear({ source, flags }: Pick<FoundExpression, 'source' | 'flags'>): Promise<boolean> {
  const { status } = await check(source, flags, { randomSeed: 1, timeout: 60_000 });
  if (status === 'unknown') throw new Error(`${name({ source, flags })} could not be checked`);
  return status === 'safe';
}

function readerOf({ source, flags }: Pick<FoundExpression, 'source' | 'flags'>): (text: string) => unknown {
  const expression = new RegExp(source, flags);
  return (text) => text.replace(expression, '');
}

/** The expressions that a file makes with `RegExp` while it loads. */
async function constructedIn(file: string): Promise<FoundExpression[]> {
  const made: FoundExpression[] = [];
  const Original = globalThis.RegExp;
  vi.resetModules();
  globalThis.RegExp = new Proxy(Original, {
    construct(target, args: [string, string?]) {
      const expression = new target(...args);
      const from = new Error().stack ?? '';
      if (from.includes(file)) made.push({ file, source: expression.source, flags: expression.flags });
      return expression;
    },
  });
  try {
    await import(`../${file}`);
  } finally {
    globalThis.RegExp = Original;
  }
  return made;
}

async function allExpressions(): Promise<FoundExpression[]> {
  const all = [...literals];
  for (const [file, calls] of constructed) {
    const made = await constructedIn(file);
    // If fewer, one is made from a call's data and cannot be checked here. Write it without an expression.
    expect(made.length, `${file} makes every expression while it is loaded`).toBeGreaterThanOrEqual(calls);
    all.push(...made);
  }
  const files = (of: FoundExpression) => all.filter((one) => name(one) === name(of)).map(({ file }) => file);
  return [
    ...new Map(all.map((found) => [name(found), { ...found, file: files(found).join(', ') }])).values(),
  ];
}

test('the scan sees the expressions of every folder', () => {
  expect(literals.length).toBeGreaterThan(100);
  for (const folder of ['api/', 'src/core/', 'src/device/', 'src/platform/'])
    expect(
      literals.some(({ file }) => file.startsWith(folder)),
      folder,
    ).toBe(true);
  expect(constructed.has('src/core/points/facts.ts')).toBe(true);
});

describe('the structure of an expression', () => {
  test.each(KNOWN_BAD.map((bad) => [bad]))('%s is found', async (bad) => {
    expect(await isLinear(bad)).toBe(false);
  });
  test.each(KNOWN_GOOD.map((good) => [good]))('%s is fine', async (good) => {
    expect(await isLinear(good)).toBe(true);
  });

  test('is linear in every source', { timeout: PATIENCE_MS }, async () => {
    const faults: string[] = [];
    for (const found of await allExpressions())
      if (!(name(found) in SHORT_TEXTS) && !(await isLinear(found)))
        faults.push(`${found.file}: ${name(found)}`);
    expect(faults).toEqual([]);
  });
});

describe('the time of an expression', () => {
  test.each(KNOWN_BAD.slice(0, 5).map((bad) => [bad]))('%s grows too fast', (bad) => {
    expect(growsTooFast(readerOf(bad), bad.source)).toBe(true);
  });

  test('grows linearly with its text in every source', { timeout: PATIENCE_MS }, async () => {
    const faults: string[] = [];
    for (const found of await allExpressions())
      if (!(name(found) in SHORT_TEXTS) && growsTooFast(readerOf(found), found.source))
        faults.push(`${found.file}: ${name(found)}`);
    expect(faults).toEqual([]);
  });
});
