/**
 * `npm run gallery [-- PATTERN]` builds, and writes a picture of every screen and state × language × theme ×
 * size into one page that shows them side by side. A pattern selects looks by name. `npm run gallery --
 * --readme` writes the README's picture instead.
 */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { exitWithUsage, scriptArguments } from '#api/ops/arguments.ts';
import { LOOKS } from '#tests/gallery/looks.ts';
import { fileOf, SIZES, VARIANTS } from '#tests/gallery/pictures.ts';
import { ensureChromium } from '#tests/support/chromium.ts';
import { BUILD_VARIABLES } from '#tests/support/operator.ts';
import { runProcess } from '#tests/support/run-process.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'test-results/gallery');
const USAGE = 'npm run gallery [-- PATTERN | --readme]';
const { values, positionals } = scriptArguments(USAGE, {
  options: { readme: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const { readme: isReadme } = values;
const [pattern = '', ...more] = positionals;
if (more.length > 0 || (isReadme && pattern !== '')) exitWithUsage(USAGE);

await rm(FOLDER, { recursive: true, force: true });
await mkdir(FOLDER, { recursive: true });
const dist = process.env['IRICH_DIST'] ?? join(FOLDER, 'dist');
if (process.env['IRICH_DIST'] === undefined) await step(['node', 'api/ops/build.ts', '--out', dist]);
const shot = await step(['playwright', 'test', '--config', 'tests/gallery/playwright.config.ts']);
const written = isReadme ? join(ROOT, '.github/screens.png') : join(FOLDER, 'index.html');
if (!isReadme) await writeFile(written, pageOf());
process.stdout.write(`${written}\n`);
process.exitCode = shot ? 0 : 1;

async function step(command: readonly string[]): Promise<boolean> {
  const { code, output } = await runProcess(command, {
    cwd: ROOT,
    limitMs: 30 * 60_000,
    env: {
      ...BUILD_VARIABLES,
      CHROMIUM_PATH: ensureChromium(),
      IRICH_DIST: dist,
      GALLERY_FOLDER: FOLDER,
      GALLERY_LOOKS: pattern,
      GALLERY_README: isReadme ? '1' : '',
    },
  });
  if (code !== 0) process.stdout.write(output);
  return code === 0;
}

/** One row per look; the columns are the variants. */
function pageOf(): string {
  const looks = LOOKS.filter(({ name }) => new RegExp(pattern, 'i').test(name));
  const rows = looks.map((look) => {
    const cells = SIZES.flatMap((size) =>
      VARIANTS.map((variant) => {
        const file = fileOf(look, variant, size);
        const about = `${look.name}, ${variant.language}, ${variant.scheme}, ${size.width}`;
        return `<figure><a href="${file}"><img src="${file}" alt="${about}" loading="lazy" width="${size.width / 2}"></a><figcaption>${variant.language} ${variant.scheme} ${size.width}</figcaption></figure>`;
      }),
    );
    const id = encodeURIComponent(look.name);
    return `<section id="${id}"><h2><a href="#${id}">${look.name}</a></h2><div>${cells.join('')}</div></section>`;
  });
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Gallery</title>
<style>
body { margin: 24px; background: #8b939d; color: #10151c; font: 15px/1.4 system-ui, sans-serif; }
h2 { margin: 32px 0 8px; font-size: 17px; }
h2 a { color: inherit; }
section > div { display: flex; gap: 12px; align-items: start; overflow-x: auto; }
figure { flex: none; margin: 0; }
figcaption { font-size: 12px; }
img { display: block; height: auto; border-radius: 8px; background: #fff; }
</style>
<h1>Gallery</h1>
${rows.join('\n')}
</html>
`;
}
