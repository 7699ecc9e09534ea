/**
 * Nothing newer than the oldest supported engines: Chromium 111 and Safari 16.4. TypeScript (ES2023) and the
 * build's target check the language itself; this list covers what neither of them sees. The journeys in
 * Chromium 111 cover libraries.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

/** Features that scripts may not use. Versions are from MDN's compatibility data. */
const SCRIPT_FEATURES: Readonly<Record<string, RegExp>> = {
  'URL.canParse': /\bURL\.(canParse|parse)\b/,
  'AbortSignal.any': /\bAbortSignal\.any\b/,
  'Response.json': /\bResponse\.json\b/,
  'reading a stream with for await': /\bfor await\b/,
  'Blob.bytes, Response.bytes': /\.bytes\(\)/,
  popovers: /\b(show|hide|toggle)Popover\b|:popover-open|\bpopover=|\bpopoverTarget\b/,
  checkVisibility: /\bcheckVisibility\b/,
  'view transitions': /\bstartViewTransition\b/,
  'CloseWatcher, requestClose, closedby': /\bCloseWatcher\b|\brequestClose\b|\bclosedBy\b/,
  scrollend: /\bscrollend\b/i,
  requestIdleCallback: /\brequestIdleCallback\b/,
  scheduler: /\bscheduler\.(yield|postTask)\b/,
  'the navigation API': /\bwindow\.navigation\b|(?<![.\w])navigation\.(navigate|addEventListener)\b/,
  'storage.estimate, getDirectory': /\bstorage\.(estimate|getDirectory)\b/,
  responseStatus: /\bresponseStatus\b/,
  'showPicker of selects': /\bshowPicker\b/,
  'moveBefore, setHTML, getHTML': /\.(moveBefore|setHTML|getHTML|setHTMLUnsafe|parseHTMLUnsafe)\(/,
  'Ed25519 in WebCrypto': /['"](Ed25519|X25519)['"]/,
  'Intl.DurationFormat, week information': /\bIntl\.DurationFormat\b|\bgetWeekInfo\b/,
  'exclusive disclosures': /<details[^>]*\bname=/,
};

const STYLE_FEATURES: Readonly<Record<string, RegExp>> = {
  popovers: /:popover-open/,
  'states of what was typed': /:user-(in)?valid/,
  directions: /:dir\(/,
  'parts of disclosures': /::details-content/,
  'first styles': /@starting-style|transition-behavior|allow-discrete|\boverlay:/,
  scopes: /@scope\b/,
  'view transitions': /view-transition/,
  anchors: /(?<!overflow-)\banchor(-name|-size)?\s*[:(]|position-(anchor|area|try)/,
  'timelines of scrolling': /(animation|scroll|view)-timeline/,
  'balanced lines': /text-wrap|white-space-collapse/,
  'fields that fit': /field-sizing/,
  'room for scrollbars': /scrollbar-(gutter|color)/,
  'sizes between keywords': /interpolate-size|calc-size\(/,
  'rounding, other functions': /[\s(](round|mod|rem|abs|sign|if|random|sibling-index)\(/,
  'easing by points': /[\s:,]linear\(/,
  'content-visibility': /content-visibility/,
  'masks without a prefix': /(?<![-\w])mask(-\w+)?:/,
  'trimmed text boxes': /text-box/,
  'colours made from others': /color-mix\(|\(from\s/,
  'queries of style': /@container[^{]*style\(/,
  'width: stretch': /:\s*stretch\s*;(?<=(width|height|size):[^;]*;)/,
};

/**
 * `align-content` aligns the content of a block from Chromium 123 and Safari 17.4 on, and that of a grid or
 * flex box in all engines.
 */
const BLOCK_ALIGNMENT = /\{(?![^{}]*display:\s*(inline-)?(grid|flex))[^{}]*(?<!-)align-content:[^{}]*\}/;

/** Used only after feature detection, with a fallback. */
const GUARDED: Readonly<Record<string, RegExp>> = {
  'src/app/boot/when-idle.ts': /'requestIdleCallback' in window/,
  'src/platform/ed25519.ts': /loadLibrary/,
  'src/ui/toast.tsx': /showPopover\?\.\(/,
};

function files(pattern: RegExp): { readonly path: string; readonly text: string }[] {
  return execFileSync(
    'git',
    ['ls-files', '-z', '--cached', '--others', '--exclude-standard', 'src', 'public', 'worker'],
    {
      cwd: ROOT,
      encoding: 'utf8',
    },
  )
    .split('\0')
    .filter((path) => pattern.test(path) && !path.endsWith('.gen.ts') && existsSync(`${ROOT}${path}`))
    .map((path) => ({ path, text: withoutComments(readFileSync(`${ROOT}${path}`, 'utf8')) }));
}

function withoutComments(text: string): string {
  return text.replace(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '');
}

function found(pattern: RegExp, features: Readonly<Record<string, RegExp>>): string[] {
  return files(pattern)
    .filter(({ path, text }) => GUARDED[path]?.test(text) !== true)
    .flatMap(({ path, text }) =>
      Object.entries(features)
        .filter(([, feature]) => feature.test(text))
        .map(([name]) => `${path}: ${name}`),
    );
}

test('scripts use nothing newer', () => {
  expect(files(/\.(tsx?|js)$/).length).toBeGreaterThan(300);
  expect(found(/\.(tsx?|js)$/, SCRIPT_FEATURES)).toEqual([]);
});

test('styles use nothing newer', () => {
  expect(files(/\.css$/).length).toBeGreaterThan(30);
  expect(found(/\.css$/, { ...STYLE_FEATURES, 'align-content of blocks': BLOCK_ALIGNMENT })).toEqual([]);
});

test('the build and the compiler target the same engines', () => {
  const config = readFileSync(`${ROOT}vite.config.ts`, 'utf8');
  expect(config).toContain("target: ['chrome111', 'safari16.4']");
  const { compilerOptions } = JSON.parse(readFileSync(`${ROOT}src/tsconfig.json`, 'utf8'));
  expect(compilerOptions.lib).toEqual(['ES2023', 'DOM', 'DOM.Iterable']);
});

test.each([
  ['URL.canParse(text)', SCRIPT_FEATURES],
  ["page.querySelector('[popover]:popover-open')", SCRIPT_FEATURES],
  ['.card { text-wrap: balance; }', STYLE_FEATURES],
  ['.card { -webkit-mask: none; mask: none; }', STYLE_FEATURES],
  ['.card { align-content: center; }', { BLOCK_ALIGNMENT }],
])('the list finds %s', (text, features) => {
  expect(Object.values(features).some((feature) => feature.test(text))).toBe(true);
});

test.each([
  ["if ('URL' in window) new URL(text)", SCRIPT_FEATURES],
  ['.list { overflow-anchor: none; }', STYLE_FEATURES],
  ['.card { transition: opacity 1s linear; -webkit-mask: none; }', STYLE_FEATURES],
  ['.card { display: grid; align-content: center; }', { BLOCK_ALIGNMENT }],
])('the list allows %s', (text, features) => {
  expect(Object.values(features).filter((feature) => feature.test(text))).toEqual([]);
});
