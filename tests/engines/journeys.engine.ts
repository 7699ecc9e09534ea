/** The app's main promises, in every supported engine. */
import assert from 'node:assert/strict';
import { fileOf, HISTORY, readManifest } from '#tests/journeys/built.ts';
import { CALCULATORS, type Calculator } from '#tests/support/calculator-cases.ts';
import { SHOWN, TITLES } from '#tests/support/screens.ts';
import { signedCalls } from '#tests/support/signed-calls.ts';
import { button, type EngineApp, heading, makeUser } from './app.ts';
import { makeRecord } from './calculate.ts';
import { surround, test } from './fixtures.ts';
import { run } from './phone.ts';

const RECORDS = { css: 'main [data-id]' };

test('a new user goes through onboarding, sees every screen, and earns a point with each calculator', async ({
  app,
  served,
}) => {
  test.slow();
  const ada = makeUser('Ada');
  const { call, activityPoints, recordedCalculations } = signedCalls(served.server.origin);
  await app.open(ada);
  for (const [title, next] of [
    ['Welcome to iRICH', 'Start'],
    ['Risk $', 'Next'],
    ['Risk %', 'Next'],
    ['Positions and profit', 'Go to the app'],
  ] as const) {
    await app.sees(heading(title));
    await app.tap(button(next));
  }
  await app.sees(heading(/Ada/));
  await app.sees({ css: 'section', text: /Strong decline|Market, 24 h/ });
  await app.until('the server has the registration', async () => {
    const { body } = await call(ada, 'GET', `/api/user/${ada.id}`);
    return body['onboarded'] === true;
  });

  const calculators = Object.keys(CALCULATORS) as Calculator[];
  for (const [path, title] of Object.entries(TITLES)) {
    await app.visit(path);
    await app.sees(heading(title));
    // The message for engines that are too old.
    assert.equal(await app.text({ css: '#old-engine' }), null);
    const calculator = calculators.find((name) => CALCULATORS[name].path === path);
    if (calculator !== undefined) await makeRecord(app, calculator);
  }
  await app.until('all are counted', async () => (await activityPoints(ada)) === `${calculators.length}`);
  assert.equal(await recordedCalculations(ada), calculators.length);
});

test('without the server: calculations survive a reload, screens open, and each is sent once the server is back', async ({
  app,
  served,
}) => {
  const ada = makeUser('Ada');
  const { onboard, activityPoints, recordedCalculations } = signedCalls(served.server.origin);
  await onboard(ada);
  await app.open(ada, '/riskmoney');
  await app.untilPrecached();
  await withoutServer(served.server, async () => {
    await makeRecord(app, 'risk-money');
    await app.phone.reload();
    await app.sees(button('Calculate'));
    await app.goto('/history');
    await untilRecords(app, 1);
    for (const path of ['/profile', '/privacy', '/staking'] as const) {
      await app.goto(path);
      await app.sees(heading(TITLES[path]));
    }
    await makeRecord(app, 'staking');
    await app.sees({ css: '.record-line[data-state="pending"]' });
  });
  await app.sees({ css: '.record-line[data-state="counted"]' }, 30_000);
  await app.until('both are counted', async () => (await activityPoints(ada)) === '2');
  assert.equal(await recordedCalculations(ada), 2);
});

test('a screen whose code was lost opens without a page reload once the network is back', async ({
  bareApp: app,
  bareServed,
  network,
}) => {
  const ada = makeUser('Ada');
  await signedCalls(network.origin).onboard(ada);
  const history = fileOf(bareServed.releases.dist, HISTORY);
  network.lose = ({ url }) => url === history;
  await app.open(ada, '/index');
  const began = await run(app.phone, timeOfLoad);
  await app.tap({ css: 'nav a', text: 'Profile' });
  await app.sees(heading('Profile'));
  network.lose = ({ url }) => url === history || url === '/api/health';
  await app.tap({ css: 'main a', text: /^Calculations on this device/ });
  await app.sees(button('Try again'), 20_000);
  network.lose = () => false;
  await app.until(
    'the screen opens',
    async () => {
      if ((await app.text(heading('History'))) !== null && (await app.text(button('Try again'))) === null)
        return true;
      await app.phone.tap(button('Try again'));
      return false;
    },
    20_000,
  );
  await app.sees({ css: 'main', text: /Calculate something/ });
  assert.equal(await run(app.phone, timeOfLoad), began, 'the page was reloaded');
});

test('without a service worker, every screen opens without the server after the first', async ({
  bareApp: app,
  bareServed,
  network,
}) => {
  const ada = makeUser('Ada');
  const { onboard, activityPoints } = signedCalls(network.origin);
  await onboard(ada);
  await app.open(ada, '/index');
  const wanted = screenFiles(bareServed.releases.dist);
  await app.until(
    'the code of all screens is here',
    async () => wanted.every((file) => network.answered.has(file)),
    30_000,
  );
  await withoutServer(bareServed.server, async () => {
    for (const [tab, path, more] of [
      ['Home', '/index', ['/cryptooverview', '/referrals', '/calendar', '/profitable']],
      ['Profile', '/profile', ['/achievements', '/history', '/language', '/notifications', '/privacy']],
      ['Calculators', '/calculators', Object.values(CALCULATORS).map(({ path: own }) => own)],
      ['SBT', '/SBT', []],
    ] as const) {
      for (const screen of more) {
        await app.tap({ css: 'nav a', text: tab });
        await app.sees(heading(TITLES[path]));
        await app.tap({ css: `main a[href^="${screen}"]` });
        await app.sees(heading(TITLES[screen]));
      }
      await app.tap({ css: 'nav a', text: tab });
      await app.sees(heading(TITLES[path]));
    }
    await app.tap({ css: 'nav a', text: 'Calculators' });
    await app.tap({ css: 'main a[href^="/staking"]' });
    await makeRecord(app, 'staking');
  });
  await app.until('the calculation is counted', async () => (await activityPoints(ada)) === '1', 30_000);
});

test('a new release waits until the user agrees, and typed input stays', async ({ app, served }) => {
  const ada = makeUser('Ada');
  await signedCalls(served.server.origin).onboard(ada);
  await served.releases.rollBack('one');
  await app.open(ada, '/riskmoney');
  await app.untilPrecached();
  await app.type({ css: 'input[name="riskAmount"]' }, '123');
  await served.releases.publish('two', (built) => surround(built));
  await served.server.deploy();
  await run(app.phone, lookForUpdate);
  await app.sees(button('Update'));
  assert.equal(await run(app.phone, releaseOf), 'one');
  await app.tap(button('Update'));
  await app.until('the new release', async () => (await run(app.phone, releaseOf)) === 'two');
  await app.until('the draft', async () => (await run(app.phone, fieldText, 'riskAmount')) === '123');
});

test('two accounts on one phone: neither sees the other, and each is paid for its own', async ({
  app,
  served,
}) => {
  const [ada, vera] = [makeUser('Ada'), makeUser('Vera')];
  const { onboard, activityPoints, recordedCalculations } = signedCalls(served.server.origin);
  await onboard(ada);
  await onboard(vera);
  await app.open(ada, '/riskmoney');
  await app.untilPrecached();
  await withoutServer(served.server, () => makeRecord(app, 'risk-money'));

  await app.open(vera, '/index');
  await app.sees(heading(/Vera/));
  await app.goto('/history');
  await app.sees({ css: 'main', text: /Calculate something/ });
  await untilRecords(app, 0);
  for (const calculator of ['staking', 'elliott-wave'] as const) {
    await app.goto(CALCULATORS[calculator].path);
    await makeRecord(app, calculator);
  }
  await app.until("Vera's are counted", async () => (await activityPoints(vera)) === '2');

  await app.open(ada, '/history');
  await untilRecords(app, 1);
  await app.until("Ada's is counted", async () => (await activityPoints(ada)) === '1', 30_000);
  assert.equal(await recordedCalculations(ada), 1);
  assert.equal(await recordedCalculations(vera), 2);
});

/** Stops the server for the steps: its port refuses connections. */
async function withoutServer(
  server: { kill(): Promise<void>; restart(): Promise<void> },
  steps: () => Promise<void>,
): Promise<void> {
  await server.kill();
  try {
    await steps();
  } finally {
    await server.restart();
  }
}

async function untilRecords(app: EngineApp, count: number): Promise<void> {
  await app.until(
    `${count} in the history`,
    async () => (await run(app.phone, countOf, RECORDS.css)) === count,
  );
}

/**
 * Paths of the screens' own files and of the one fetched after them, by when the others have been run, not only
 * fetched.
 */
function screenFiles(dist: string): readonly string[] {
  const screens = SHOWN.map(({ file }): string => file);
  const files = Object.entries(readManifest(dist)).filter(
    ([source]) =>
      screens.includes(source) ||
      /^(locales\/en\/(?!launch|onboarding|advert)|src\/device\/verify\/in-place)/.test(source),
  );
  return files.map(([, { file }]) => `/${file}`);
}

/** In the page. */
function countOf(css: string): number {
  return document.querySelectorAll(css).length;
}

/** In the page. */
function fieldText(name: string): string | undefined {
  return document.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value;
}

/** In the page. */
function timeOfLoad(): number {
  return performance.timeOrigin;
}

/** In the page. */
function releaseOf(): string | undefined {
  return document.documentElement.dataset['release'];
}

/** In the page. */
function lookForUpdate(): void {
  void navigator.serviceWorker.getRegistration().then((registration) => registration?.update());
}
