/** The page's memory over ten minutes of use: journeys in a loop on one page, garbage collected before each look. */
import type { CDPSession, Page } from 'playwright';
import {
  hideAdvert,
  hintReturning,
  launchAddress,
  onboard,
  openPhone,
  withStage,
} from '#tests/bench/browser.ts';
import { JOURNEYS, type Journey } from '#tests/bench/input-journeys.ts';
import { amount, type BenchOptions, type Figure, type Report, spreadOf } from '#tests/bench/table.ts';

const MINUTES = 10;
const SMALL_MINUTES = 3;
/** After which code, texts and caches are there; then the first look. */
const WARM_UP = 0.3;
const LOOKS = 5;
const GOAL = 1.05;
const ELEMENT = 1;

interface Look {
  /** Bytes of what script has made: neither compiled code nor the browser's own objects. */
  readonly heap: number;
  /** Bytes of compiled code, which the engine drops by itself. */
  readonly code: number;
  readonly nodes: number;
  readonly listeners: number;
  /** Trees of elements that script holds although no document has them. */
  readonly detached: number;
}

export function benchPageMemory({ small }: BenchOptions): Promise<Report> {
  const minutes = small ? SMALL_MINUTES : MINUTES;
  return withStage(async ({ browser, server }) => {
    await onboard(server);
    const context = await openPhone(browser);
    await hintReturning(context);
    await hideAdvert(context);
    const page = await context.newPage();
    await page.goto(launchAddress(server, '/index'));
    await page.locator('#root:not([aria-busy]) main h1').waitFor();
    const devtools = await context.newCDPSession(page);
    const began = performance.now();
    const looks: Look[] = [];
    let laps = 0;
    for (let index = 0; index < LOOKS; index += 1) {
      const part = WARM_UP + ((1 - WARM_UP) * index) / (LOOKS - 1);
      do {
        await lap(page);
        laps += 1;
      } while (performance.now() - began < part * minutes * 60_000);
      looks.push(await lookAt(page, devtools));
    }
    await context.close();
    return {
      figures: [
        compare('heap', looks, ({ heap }) => heap / 1_000_000, ' MB'),
        compare('nodes', looks, ({ nodes }) => nodes),
        compare('listeners', looks, ({ listeners }) => listeners),
        detached(looks),
      ],
      notes: [
        `page-memory: ${minutes} minutes, ${laps} laps of ${LAP.length} journeys of the row input without a reload; ${LOOKS} looks on Home from ${Math.round(WARM_UP * 100)} % of the time on, after garbage collection. Heap: what script has made, from V8's snapshot, without the compiled code (${looks.map(({ code }) => (code / 1_000_000).toFixed(1)).join(', ')} MB), which the engine drops by itself.`,
      ],
    };
  });
}

const LAP = JOURNEYS.filter(({ visitor, isOnce = false }) => visitor === undefined && !isOnce);

async function lap(page: Page): Promise<void> {
  for (const journey of LAP) {
    try {
      await walk(page, journey);
    } catch (error) {
      throw new Error(`${journey.what}: ${error instanceof Error ? error.message : error}`, { cause: error });
    }
  }
}

async function walk(page: Page, { path, prepare, act }: Journey): Promise<void> {
  await open(page, path);
  await prepare?.(page);
  await act(page);
  for (let open = await page.locator('dialog[open]').count(); open > 0; open -= 1) {
    await page.keyboard.press('Escape');
  }
}

/** By the app's router, which follows the page's history. Resolves when the screen has replaced the one before. */
async function open(page: Page, path: string): Promise<void> {
  const isThere = await page.evaluate((to) => {
    if (location.pathname === to) return true;
    document.querySelector('main h1')?.setAttribute('data-before', '');
    history.pushState(null, '', to);
    return false;
  }, path);
  if (!isThere) await page.locator('main h1:not([data-before])').waitFor();
}

async function lookAt(page: Page, devtools: CDPSession): Promise<Look> {
  await open(page, '/index');
  // The last message of the lap goes by itself.
  await page.locator('.toast').waitFor({ state: 'detached' });
  await devtools.send('DOM.enable');
  for (let times = 0; times < 3; times += 1) await devtools.send('HeapProfiler.collectGarbage');
  const { nodes, jsEventListeners } = await devtools.send('Memory.getDOMCounters');
  const { detachedNodes } = await devtools.send('DOM.getDetachedDomNodes');
  await devtools.send('DOM.disable');
  return {
    ...(await heapOf(devtools)),
    nodes,
    listeners: jsEventListeners,
    detached: detachedNodes.filter(({ treeNode }) => treeNode.nodeType === ELEMENT).length,
  };
}

/** From V8's snapshot: a row of numbers per object, whose first is its type. */
async function heapOf(devtools: CDPSession): Promise<Pick<Look, 'heap' | 'code'>> {
  let text = '';
  const collect = ({ chunk }: { readonly chunk: string }) => {
    text += chunk;
  };
  devtools.on('HeapProfiler.addHeapSnapshotChunk', collect);
  await devtools.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  devtools.off('HeapProfiler.addHeapSnapshotChunk', collect);
  const { snapshot, nodes } = JSON.parse(text) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const size = fields.indexOf('self_size');
  let heap = 0;
  let code = 0;
  for (let at = 0; at < nodes.length; at += fields.length) {
    const type = types[0][nodes[at] ?? -1];
    if (type === 'code') code += nodes[at + size] ?? 0;
    else if (type !== 'native') heap += nodes[at + size] ?? 0;
  }
  return { heap, code };
}

interface Snapshot {
  readonly snapshot: {
    readonly meta: {
      readonly node_fields: readonly string[];
      readonly node_types: readonly [readonly string[]];
    };
  };
  readonly nodes: readonly number[];
}

function compare(what: string, looks: readonly Look[], of: (look: Look) => number, unit = ''): Figure {
  const values = looks.map(of);
  const [early = Number.NaN] = values;
  const late = values.at(-1) ?? Number.NaN;
  return {
    what: `memory of the page, ${what}`,
    measured: `${amount(late)}${unit} late`,
    against: `${amount(early)}${unit} early`,
    ratio: (late / early).toFixed(3),
    spread: spreadOf(values, undefined, unit === '' ? 0 : 2),
    goal: `≤ ${GOAL}`,
    met: late <= GOAL * early,
  };
}

function detached(looks: readonly Look[]): Figure {
  const values = looks.map((look) => look.detached);
  const late = values.at(-1) ?? Number.NaN;
  // Which of the screens before is still held differs from look to look.
  const early = Math.max(...values.slice(0, LOOKS - 2));
  return {
    what: 'memory of the page, detached trees',
    measured: `${late} late`,
    against: `${early} early, at most`,
    spread: spreadOf(values),
    goal: 'no more',
    met: late <= early,
  };
}
