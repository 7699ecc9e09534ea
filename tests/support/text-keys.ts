/**
 * Which texts the code uses. Keys are in calls of `t`; a computed key (`goal.${family}`) counts for every key
 * of that shape whose variable part is a word in the code or a number.
 */

export interface SourceFile {
  readonly path: string;
  readonly text: string;
}

export interface KeyFindings {
  /** Keys of unused texts. */
  readonly unused: readonly string[];
  /** Keys in the code without a text, with the file. */
  readonly missing: readonly string[];
}

interface Asked {
  readonly path: string;
  /** `namespace:key` if the code has it, else only the key. */
  readonly key: string;
  readonly isPattern: boolean;
  /** The namespaces to which a bare key may belong. */
  readonly namespaces: readonly string[];
}

/** Stands for an interpolated value. */
const HOLE = '*';
const PLURAL = /_(zero|one|two|few|many|other)$/;

/** @param keys every key of one language, as `namespace.path.of.key`. */
export function judgeKeys(files: readonly SourceFile[], keys: readonly string[]): KeyFindings {
  const namespaces = new Set(keys.map((key) => key.slice(0, key.indexOf('.'))));
  const known = new Set(keys.map((key) => key.replace(PLURAL, '')));
  for (const key of keys) known.add(key);
  const words = wordsOf(files);
  const used = new Set<string>();
  const missing = new Set<string>();

  for (const asked of files.flatMap((file) => askedIn(file, namespaces))) {
    const wanted = candidatesOf(asked, namespaces);
    const found = asked.isPattern
      ? [...known].filter((key) => wanted.some((pattern) => fits(key, pattern, words)))
      : wanted.filter((key) => known.has(key));
    for (const key of found) used.add(key);
    if (found.length === 0) missing.add(`${asked.path}: ${asked.key}`);
  }
  const isUsed = (key: string) => used.has(key) || used.has(key.replace(PLURAL, ''));
  return { unused: keys.filter((key) => !isUsed(key)), missing: [...missing] };
}

function candidatesOf({ key, namespaces }: Asked, known: ReadonlySet<string>): readonly string[] {
  const colon = key.indexOf(':');
  const prefix = key.slice(0, Math.max(0, colon));
  if (known.has(prefix)) return [`${prefix}.${key.slice(colon + 1)}`];
  return namespaces.map((namespace) => `${namespace}.${key}`);
}

function fits(key: string, pattern: string, words: ReadonlySet<string>): boolean {
  const expression = pattern
    .split(HOLE)
    .map((part) => part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
    .join('([\\w -]+)');
  const match = new RegExp(`^${expression}$`).exec(key);
  return match?.slice(1).every((filled) => /^\d+$/.test(filled) || words.has(filled)) ?? false;
}

/** Possible values: every quoted word and every property name. */
function wordsOf(files: readonly SourceFile[]): ReadonlySet<string> {
  const words = new Set<string>();
  for (const { text } of files) {
    for (const [, word] of text.matchAll(/['"`]([\w -]+)['"`]/g)) if (word !== undefined) words.add(word);
    for (const [, word] of text.matchAll(/\b([\w]+)\??:/g)) if (word !== undefined) words.add(word);
  }
  return words;
}

function askedIn({ path, text }: SourceFile, known: ReadonlySet<string>): Asked[] {
  const code = withoutComments(text);
  const namespaces = namespacesOf(code);
  const asked: Asked[] = [];
  const add = (key: string) => {
    asked.push({ path, key, isPattern: key.includes(HOLE), namespaces });
  };
  for (const call of code.matchAll(/(?<![\w.])(?:i18next\.|i18n\.)?t\(/g)) {
    for (const key of literalsOf(firstArgument(code, call.index + call[0].length))) add(key);
  }
  // Passed around before its use, so only a key with its namespace is recognized.
  for (const key of literalsOf(code)) {
    const namespace = key.slice(0, Math.max(0, key.indexOf(':')));
    if (known.has(namespace) && /^[\w-]+:[\w-]+[\w.*-]*$/.test(key)) add(key);
  }
  return asked;
}

function namespacesOf(code: string): readonly string[] {
  const found = new Set<string>();
  const takers = /(?:useTranslation|getFixedT)(?:<[^>]*>)?\(([^)]*)\)|TFunction<(\[?[^>]*)>/g;
  for (const [, called, typed] of code.matchAll(takers)) {
    const names = literalsOf(called ?? typed ?? '');
    // i18next looks up a key without a namespace in the first one only.
    found.add(names[0] ?? 'common');
  }
  return found.size === 0 ? ['common'] : [...found];
}

/** The text from here to the comma or bracket that ends the argument. */
function firstArgument(code: string, from: number): string {
  let depth = 0;
  for (let index = from; index < code.length; index += 1) {
    const sign = code[index] ?? '';
    if (sign === "'" || sign === '"' || sign === '`') index = endOfString(code, index);
    else if ('([{'.includes(sign)) depth += 1;
    else if (')]}'.includes(sign) || (sign === ',' && depth === 0)) {
      if (depth === 0) return code.slice(from, index);
      depth -= 1;
    }
  }
  return code.slice(from);
}

/** String literals except those in comparisons; interpolations become holes. */
function literalsOf(code: string): string[] {
  const found: string[] = [];
  for (let index = 0; index < code.length; index += 1) {
    const sign = code[index] ?? '';
    if (sign !== "'" && sign !== '"' && sign !== '`') continue;
    const end = endOfString(code, index);
    const inner = code.slice(index + 1, end);
    if (!/[!=]=\s*$/.test(code.slice(Math.max(0, index - 4), index)))
      found.push(sign === '`' ? unfilled(inner) : inner);
    index = end;
  }
  return found;
}

function unfilled(template: string): string {
  let text = '';
  for (let index = 0; index < template.length; index += 1) {
    const isHole = template.startsWith('${', index);
    text += isHole ? HOLE : template[index];
    if (isHole) index = endOfHole(template, index + 2);
  }
  return text;
}

/** Where the string that starts here ends. */
function endOfString(code: string, from: number): number {
  const quote = code[from];
  for (let index = from + 1; index < code.length; index += 1) {
    if (code[index] === '\\') index += 1;
    else if (code[index] === quote) return index;
    else if (quote === '`' && code.startsWith('${', index)) index = endOfHole(code, index + 2);
    else if (quote !== '`' && code[index] === '\n') return index;
  }
  return code.length;
}

function endOfHole(code: string, from: number): number {
  let depth = 0;
  for (let index = from; index < code.length; index += 1) {
    const sign = code[index] ?? '';
    if (sign === "'" || sign === '"' || sign === '`') index = endOfString(code, index);
    else if (sign === '{') depth += 1;
    else if (sign === '}') {
      if (depth === 0) return index;
      depth -= 1;
    }
  }
  return code.length;
}

function withoutComments(code: string): string {
  return code.replace(/\/\*[\s\S]*?\*\//g, '').replace(/(^|[^:'"`])\/\/.*$/gm, '$1');
}
