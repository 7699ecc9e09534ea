/** What a build takes from the operator, and what it says of a wrong file. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { iconsOf, markFaults } from '#api/ops/mark-icons.ts';
import { EXAMPLE_FILE, operatorDigest, readForBuild } from '#api/ops/operator-file.ts';
import { buildFor } from '#tests/support/operator-build.ts';

const PUBLIC = new URL('../../../public/', import.meta.url);
const MARK = readFileSync(new URL('mark.svg', PUBLIC), 'utf8');
const GROUND = '<rect id="ground" width="512" height="512" rx="112" fill="#0b1b33"/>';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irich-operator-file-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The environment of a build with this file. */
function withFile(file: unknown, more: NodeJS.ProcessEnv = {}): NodeJS.ProcessEnv {
  const path = join(folder, 'operator.json');
  writeFileSync(path, typeof file === 'string' ? file : JSON.stringify(file));
  return { OPERATOR_FILE: path, ...more };
}

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  const read = readForBuild(env);
  return read.ok ? [] : read.faults.map((fault) => fault.replace(`${folder}/`, ''));
}

test('without a file there are no links, and the app is called iRICH', () => {
  const none = { ok: true, appName: 'iRICH', links: {}, mark: null };
  expect(readForBuild({})).toEqual(none);
  expect(readForBuild({ OPERATOR_FILE: ' ', APP_NAME: '' })).toEqual(none);
});

test('the file, its mark and the name are read', () => {
  writeFileSync(join(folder, 'own.svg'), MARK);
  const file = { feedback: 'https://t.me/example_feedback', mark: 'own.svg' };
  expect(readForBuild(withFile(file, { APP_NAME: ' Taurus ' }))).toEqual({
    ok: true,
    appName: 'Taurus',
    links: { feedback: 'https://t.me/example_feedback' },
    mark: MARK,
  });
});

test('every fault has its line', () => {
  expect(faultsOf(withFile({ feedback: 'x', partners: [] }, { APP_NAME: '<b>' }))).toEqual([
    expect.stringMatching(/^APP_NAME: must be /),
    expect.stringMatching(/^operator\.json: feedback: must be /),
    'operator.json: partners: is not a key of this file',
  ]);
  expect(faultsOf(withFile('{'))).toEqual(['operator.json: must be JSON']);
  expect(faultsOf({ OPERATOR_FILE: join(folder, 'none.json') })).toEqual([
    'OPERATOR_FILE: none.json cannot be read (ENOENT)',
  ]);
  expect(faultsOf(withFile({ mark: 'none.svg' }))).toEqual([
    'operator.json: mark: none.svg cannot be read (ENOENT)',
  ]);
  writeFileSync(join(folder, 'own.svg'), '<svg></svg>');
  expect(faultsOf(withFile({ mark: 'own.svg' }))[0]).toMatch(/^operator\.json: mark: must begin with <svg/);
});

test('a build with a wrong file writes the lines, builds nothing and ends with 1', async () => {
  const built = await buildFor({ file: { beginners: 'javascript:alert(1)' } });
  built.remove();
  expect(built.code).toBe(1);
  expect(built.output.trim().split('\n')).toEqual([
    expect.stringMatching(/operator\.json: beginners: must be a link of https:\/\/t\.me\//),
  ]);
});

test('another name, another file, another text of it or another mark makes another operator', () => {
  writeFileSync(join(folder, 'own.svg'), MARK);
  const digests = [
    operatorDigest({}),
    operatorDigest({ APP_NAME: 'Taurus' }),
    operatorDigest({ OPERATOR_FILE: EXAMPLE_FILE }),
    operatorDigest(withFile({ beginners: 'https://t.me/example_first_steps' })),
    operatorDigest(withFile({ mark: 'own.svg' })),
  ];
  writeFileSync(join(folder, 'own.svg'), MARK.replace('#0b1b33', '#000000'));
  digests.push(operatorDigest(withFile({ mark: 'own.svg' })));
  expect(new Set(digests).size).toBe(digests.length);
  expect(digests[0]).toBe('');
});

test('a build with the defaults written out is the build without an operator', () => {
  expect(operatorDigest({ APP_NAME: ' iRICH ' })).toBe('');
  expect(operatorDigest(withFile({}))).toBe('');
  expect(operatorDigest({ APP_NAME: 'iRICH', OPERATOR_FILE: EXAMPLE_FILE })).toBe(
    operatorDigest({ OPERATOR_FILE: EXAMPLE_FILE }),
  );
});

describe('the mark', () => {
  test('of public/ names no app, because the operator chooses the name', () => {
    expect(MARK).not.toContain('iRICH');
  });

  test('of public/ is right, and its icons are those of public/', async () => {
    expect(markFaults(MARK)).toEqual([]);
    const icons = await iconsOf(MARK);
    expect([...icons.keys()]).toHaveLength(4);
    for (const [name, png] of icons)
      expect(Buffer.from(png).equals(readFileSync(new URL(name, PUBLIC))), name).toBe(true);
  });

  test.each([
    ['another size', MARK.replace('0 0 512 512', '0 0 100 100')],
    ['something before it', `<!-- x -->${MARK}`],
    ['no end', MARK.trimEnd().slice(0, -1)],
    ['no ground', MARK.replace('id="ground"', '')],
    ['something in the ground', MARK.replace(GROUND, '<rect id="ground"><title>Gold</title></rect>')],
    ['no glyph', MARK.replace('id="glyph"', '')],
    ['a script', MARK.replace('</svg>', '<script>alert(1)</script></svg>')],
    ['a script of another prefix', MARK.replace('</svg>', '<x:script>alert(1)</x:script></svg>')],
    [
      'an animated link',
      MARK.replace('<circle', '<set attributeName="href" to="javascript:alert(1)"/><circle'),
    ],
    ['elements of pages', MARK.replace('<circle', '<b xmlns = "http://www.w3.org/1999/xhtml"/><circle')],
    ['another file as a reference', MARK.replace('<circle', '<circle fill="&#117;rl(https://a.example)"')],
    ['another file with an escape', MARK.replace('<circle', '<circle style="fill:u\\72l(//a.example)"')],
    [
      'other files to choose from',
      MARK.replace('<circle', `<circle style="cursor:image-set('//a.example' 1x)"`),
    ],
    ['a handler', MARK.replace('<circle', '<circle onload="alert(1)"')],
    ['a handler with a break', MARK.replace('<circle', '<circle\nOnClick = "alert(1)"')],
    ['a link', MARK.replace('<circle', '<a xlink:href="javascript:alert(1)"/><circle')],
    ['another file', MARK.replace('<circle', '<image href="https://x.example.com/a.png"/><circle')],
    ['another file as a paint', MARK.replace('url(#gold)', 'url(https://x.example.com/a.svg#b)')],
    ['an entity', MARK.replace('<defs', '<!DOCTYPE x><defs')],
    ['a page in it', MARK.replace('<circle', '<foreignObject/><circle')],
    ['too much', MARK.replace('<circle', `${' '.repeat(66_000)}<circle`)],
  ])('with %s is refused', (_, svg) => {
    expect(markFaults(svg)).toHaveLength(1);
  });

  test('may name the namespaces of SVG and XLink', () => {
    const named = MARK.replace('<svg ', '<svg xmlns:xlink= "http://www.w3.org/1999/xlink" ');
    expect(markFaults(named)).toEqual([]);
  });

  test.each([
    ['a closing tag', GROUND.replace('/>', '></rect>')],
    ['a closing tag on its own line', GROUND.replace('/>', '>\n  </rect>')],
    ['its corners as ry', GROUND.replace('rx="112"', 'ry="112"')],
    ['both radii, in single quotes', GROUND.replace('rx="112"', "rx='112' ry = '112'")],
  ])('whose ground has %s makes the same icons', async (_, ground) => {
    const mark = MARK.replace(GROUND, ground);
    expect(markFaults(mark)).toEqual([]);
    const icons = await iconsOf(mark);
    for (const [name, png] of icons)
      expect(Buffer.from(png).equals(readFileSync(new URL(name, PUBLIC))), name).toBe(true);
  });
});
