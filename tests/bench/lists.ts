/** Scrolling long lists on a processor four times slower: dropped frames against an empty list. */
import type { CDPSession, Page } from 'playwright';
import { hintReturning, launchAddress, openPhone, type Stage, withStage } from '#tests/bench/browser.ts';
import {
  BUSY,
  EVENTS,
  FRIENDS,
  fillHeavyUsers,
  NEWCOMER,
  POPULAR,
  RECORDS,
} from '#tests/bench/heavy-users.ts';
import type { BenchOptions, Figure, Report } from '#tests/bench/table.ts';
import type { TestUser } from '#tests/support/launch.ts';

const SLOWER = 4;
const GOAL = 2;
const FRAME_MS = 1000 / 60;
const SPEED = 2400;
const DISTANCE = 6000;

interface List {
  readonly what: string;
  readonly path: string;
  readonly user: TestUser;
  readonly rows: string;
}

const LISTS: readonly List[] = [
  { what: `${FRIENDS} friends`, path: '/referrals', user: POPULAR, rows: 'main li, main [role="listitem"]' },
  { what: `${RECORDS} records`, path: '/history', user: BUSY, rows: 'main [data-id]' },
  { what: `profile with ${EVENTS} events`, path: '/profile', user: BUSY, rows: 'main .row' },
];

interface Scrolled {
  readonly dropped: number;
  readonly frames: number;
  readonly longest: number;
}

declare global {
  interface Window {
    /** The start of each frame, milliseconds. */
    frameTimes: number[];
  }
}

export function benchLists({ small }: BenchOptions): Promise<Report> {
  const rounds = small ? 2 : 4;
  return withStage(async (stage) => {
    const figures: Figure[] = [];
    for (const list of LISTS) figures.push(await compare(stage, list, rounds));
    return {
      figures,
      notes: [
        `lists: ${rounds} flings of ${DISTANCE} px at ${SPEED} px/s each, in turns with the same screen of a user with nothing; ${SLOWER} × CPU; a frame is dropped where requestAnimationFrame skips it. One frame may always be lost.`,
      ],
    };
  }, fillHeavyUsers);
}

async function compare(stage: Stage, list: List, rounds: number): Promise<Figure> {
  const full = await open(stage, list, list.user);
  const empty = await open(stage, { ...list, rows: 'main h1' }, NEWCOMER);
  const dropped = { full: 0, empty: 0 };
  let frames = 0;
  let longest = 0;
  for (let round = 0; round < rounds; round += 1) {
    for (const which of ['empty', 'full'] as const) {
      const scrolled = await fling(which === 'full' ? full : empty);
      dropped[which] += scrolled.dropped;
      if (which === 'full') {
        frames += scrolled.frames;
        longest = Math.max(longest, scrolled.longest);
      }
    }
  }
  await full.page.context().close();
  await empty.page.context().close();
  const limit = GOAL * Math.max(1, dropped.empty);
  return {
    what: `${list.what}, frames dropped, ${SLOWER} × CPU`,
    measured: `${dropped.full} of ${frames + dropped.full}, longest ${longest.toFixed(0)} ms`,
    against: `${dropped.empty} with nothing`,
    goal: `≤ ${limit}`,
    met: dropped.full <= limit,
  };
}

interface Opened {
  readonly page: Page;
  readonly devtools: CDPSession;
}

async function open({ server, browser }: Stage, { path, rows }: List, user: TestUser): Promise<Opened> {
  const context = await openPhone(browser);
  await hintReturning(context, user);
  const page = await context.newPage();
  // The whole ledger and history first, as after earlier visits.
  await page.goto(launchAddress(server, '/profile', user));
  await page.locator('[data-sync="all_sent"]').waitFor({ timeout: 120_000 });
  await page.waitForLoadState('networkidle');
  await page.goto('about:blank');
  await page.goto(launchAddress(server, path, user));
  await page.locator(rows).first().waitFor();
  await page.waitForLoadState('networkidle');
  const devtools = await context.newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, devtools };
}

async function fling({ page, devtools }: Opened): Promise<Scrolled> {
  await page.bringToFront();
  await page.evaluate(() => {
    window.frameTimes = [];
    const frames = window.frameTimes;
    const note = (at: number) => {
      if (window.frameTimes !== frames) return;
      frames.push(at);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  await devtools.send('Input.synthesizeScrollGesture', {
    x: 195,
    y: 600,
    yDistance: -DISTANCE,
    speed: SPEED,
    gestureSourceType: 'touch',
    preventFling: true,
  });
  const frames = await page.evaluate(() => {
    const noted = window.frameTimes;
    window.frameTimes = [];
    return noted;
  });
  let dropped = 0;
  let longest = 0;
  for (const [index, at] of frames.entries()) {
    const gap = at - (frames[index - 1] ?? at);
    longest = Math.max(longest, gap);
    dropped += Math.max(0, Math.round(gap / FRAME_MS) - 1);
  }
  return { dropped, frames: frames.length, longest };
}
