/** The pages say what is there: every path, link, command and variable that a Markdown file names. */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { VARIABLE_TABLE } from '#api/config.ts';
import { ATTACKS, UNPROVEN } from '#core/proof/limits.ts';
import LIMITS from '#locales/en/proof-limits.json' with { type: 'json' };

const MOST_WORDS = 1500;
const VARIABLES = 'api/config/README.md';
/** As `git` sees the top level; a path that begins with one of them stands from the root. */
const TOP = 'src|api|worker|locales|public|tests|\\.github|\\.ci|\\.vscode';
const FILE_TYPES = 'tsx?|m?js|json|css|md|html|toml|tolk|svg|png|yml';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const read = (path: string) => readFileSync(posix.join(ROOT, path), 'utf8');
const isThere = (path: string) => existsSync(posix.join(ROOT, path));
const git = (...args: readonly string[]) => execFileSync('git', args, { cwd: ROOT, encoding: 'utf8' });

const pages = new Map(
  git('ls-files', '-z', '--cached', '--others', '--exclude-standard', '*.md')
    .split('\0')
    .filter((path) => path !== '' && isThere(path))
    .map((path) => [path, read(path)] as const),
);
const { scripts, devDependencies } = JSON.parse(read('package.json')) as {
  readonly scripts: Readonly<Record<string, string>>;
  readonly devDependencies: Readonly<Record<string, string>>;
};
/** Folders that a build or a run makes. */
const made = read('.gitignore')
  .split('\n')
  .filter((line) => line.endsWith('/'));

/** Each name in a page that leads nowhere. */
function faultsOf(page: string, text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```/gm, '');
  const found = [
    ...linksOf(prose).map(({ target, anchor }) => linkFault(page, target, anchor)),
    ...[...prose.matchAll(/`([^`\n]+)`/g)].map(([, code = '']) => pathFault(page, code)),
    ...[...text.matchAll(new RegExp(`(?<![\\w./-])(?:${TOP})/[\\w$./-]+\\.\\w+`, 'g'))].map(([path]) =>
      pathFault(page, path),
    ),
    ...[...text.matchAll(/npm run (?:--silent )?([a-z][\w:-]*)/g)].map(([command, name = '']) =>
      Object.hasOwn(scripts, name) ? null : `${command} is no script`,
    ),
  ];
  return [...new Set(found.filter((fault) => fault !== null))];
}

function linksOf(text: string) {
  return [...text.matchAll(/\]\(([^()\s]+)\)/g)].flatMap(([, link = '']) => {
    if (/^[a-z]+:/.test(link)) return [];
    const [target = '', anchor = null] = link.split('#');
    return [{ target, anchor }];
  });
}

function linkFault(page: string, target: string, anchor: string | null): string | null {
  const path = target === '' ? page : posix.join(dirname(page), target);
  if (!isThere(path)) return `the link ${target} leads nowhere`;
  const isHeading = anchor === null || anchorsOf(pages.get(path) ?? '').includes(anchor);
  return isHeading ? null : `${path} has no heading ${anchor}`;
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function pathFault(page: string, code: string): string | null {
  const isRooted = new RegExp(`^(?:${TOP})(?:/|$)[\\w$./[\\]-]*$`).test(code);
  const isFile = new RegExp(`^\\.*[\\w@][\\w@./-]*\\.(?:${FILE_TYPES})$`).test(code);
  const isFolder = /^[\w-]+(?:\/[\w-]+)*\/$/.test(code);
  if (!(isRooted || isFile || isFolder) || made.some((folder) => code.startsWith(folder))) return null;
  const places = isRooted ? [code] : [code, posix.join(dirname(page), code)];
  return places.some(isThere) ? null : `${code} is not there`;
}

describe('pages', () => {
  it('are found', () => {
    expect(pages.size).toBeGreaterThan(20);
    expect([...pages.values()].flatMap(linksOf).length).toBeGreaterThan(100);
  });

  it.each([...pages])('%s names only what is there', (page, text) => {
    expect(faultsOf(page, text)).toEqual([]);
  });

  it('can all be reached from the README', () => {
    const reached = new Set(['README.md']);
    for (const page of reached) {
      for (const { target } of linksOf(pages.get(page) ?? '')) {
        const path = posix.join(dirname(page), target);
        if (pages.has(path)) reached.add(path);
      }
    }
    expect([...pages.keys()].filter((page) => !reached.has(page))).toEqual([]);
  });

  it.each([
    ['[here](nowhere.md)', 'the link nowhere.md leads nowhere'],
    ['![picture](../.github/none.png)', 'the link ../.github/none.png leads nowhere'],
    ['[here](ledger/README.md#nothing)', 'api/ledger/README.md has no heading nothing'],
    ['[here](#nothing)', 'api/README.md has no heading nothing'],
    ['see `api/nowhere.ts`', 'api/nowhere.ts is not there'],
    ['see `api/nowhere`', 'api/nowhere is not there'],
    ['see `nowhere.ts`', 'nowhere.ts is not there'],
    ['see `nowhere/`', 'nowhere/ is not there'],
    ['```\n api/nowhere.ts\n```', 'api/nowhere.ts is not there'],
    ['```\n$ npm run nothing -- now\n```', 'npm run nothing is no script'],
  ])('a fault is found: %j', (text, fault) => {
    expect(faultsOf('api/README.md', text)).toEqual([fault]);
  });

  it.each([
    '[here](https://example.org/nowhere.md), [there](ledger/README.md#verify), [above](#a-call)\n',
    'see `app.ts`, `ledger/ledger.ts`, `api/app.ts`, `runtime/`, `wrangler.toml`, `../src/core`',
    'see `/sw.js`, `dist/`, `dist/index.html`, `GET /api/health`, `npm run build`, `and/or`',
  ])('what is there is no fault: %j', (text) => {
    expect(faultsOf('api/README.md', text)).toEqual([]);
  });
});

describe('README.md', () => {
  it(`has at most ${MOST_WORDS} words`, () => {
    const words = (pages.get('README.md') ?? '').split(/\s+/).filter((word) => word !== '');
    expect(words.length).toBeGreaterThan(300);
    expect(words.length).toBeLessThanOrEqual(MOST_WORDS);
  });

  it('names the limits of the proofs in the words of the app', () => {
    const page = pages.get('README.md') ?? '';
    for (const attack of ATTACKS) {
      const { name, finds } = LIMITS.attacks[attack];
      expect(page).toContain(`| ${name} | ${finds} |\n`);
    }
    for (const one of UNPROVEN) expect(page).toContain(`- ${LIMITS.unproven[one]}\n`);
    expect(page).toContain(LIMITS.shown);
  });
});

it('the table of variables is as the code has it; `-u` writes it anew', async () => {
  const rows = VARIABLE_TABLE.map(({ name, deployment, fallback, meaning }) => {
    const unset = fallback === null ? '**must be set**' : fallback === '' ? '–' : `\`${fallback}\``;
    return `| \`${name}\` | ${deployment} | ${unset} | ${meaning} |\n`;
  });
  const page = pages.get(VARIABLES) ?? '';
  const table = /(?<=^\| --- \| --- \| --- \| --- \|\n)(?:\|.*\n)+/m;
  expect(page).toMatch(table);
  await expect(page.replace(table, () => rows.join(''))).toMatchFileSnapshot(posix.join(ROOT, VARIABLES));
});

it('.node-version names the Node that is one of the packages', () => {
  expect(read('.node-version').trim()).toBe(devDependencies['node']);
});
