/** Every control shows the finger on it, whatever the app still has to do. */
import type { Page } from 'playwright/test';
import { LOOKS } from '#tests/gallery/looks.ts';
import { expect, test } from '#tests/gallery/stage.ts';

/** Each kind of control on one of them. */
const WITH_ALL_KINDS = [
  'onboarding 1',
  'home',
  'market, a coin',
  'market, own coins',
  'calculators',
  'scan a plan, without a scanner',
  'risk by money, a stop behind the liquidation',
  'risk by money, coins',
  'plan from a link, three targets',
  'positions',
  'Elliott waves',
  'staking, with its days',
  'picture, risk by money',
  'history, journal',
  'history, outcome',
  'profile',
  'privacy',
  'language',
  'notifications, alerts',
  'friends',
  'badges',
  'badge, earned',
  'questions, open',
  'offers, open',
  'calendar, open',
  'verify, right',
  'passport',
];

test.use({ serviceWorkers: 'block' });

test('every control shows that it is pressed', async ({ page, stage }) => {
  test.slow();
  const silent: string[] = [];
  for (const name of WITH_ALL_KINDS) {
    const look = LOOKS.find((one) => one.name === name);
    if (look === undefined) throw new Error(`no look ${name}`);
    await stage.show(look);
    silent.push(...(await silentControls(page)).map((control) => `${name}: ${control}`));
    await stage.leave();
  }
  expect(silent).toEqual([]);
});

/** Presses all controls, and the labels around them, at once and without a tap's consequences. */
async function silentControls(page: Page): Promise<string[]> {
  const before = await page.evaluate(looksOfControls);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('DOM.enable');
  await devtools.send('CSS.enable');
  const { root } = await devtools.send('DOM.getDocument', { depth: 0 });
  const { nodeIds } = await devtools.send('DOM.querySelectorAll', {
    nodeId: root.nodeId,
    selector: '[data-control], label:has([data-control])',
  });
  for (const nodeId of nodeIds)
    await devtools.send('CSS.forcePseudoState', { nodeId, forcedPseudoClasses: ['active'] });
  const pressed = await page.evaluate(looksOfControls);
  expect(pressed.length).toBeGreaterThan(0);
  await devtools.detach();
  const lookOf = new Map(pressed.map(({ control, look }) => [control, look]));
  return before.filter(({ control, look }) => lookOf.get(control) === look).map(({ what }) => what);
}

/** How each control looks, with what is drawn in its place. Fields of text answer by their focus. */
function looksOfControls() {
  const all = [
    ...document.querySelectorAll<HTMLElement>(
      'a[href], button:enabled, summary, select:enabled, input:is([type="radio"], [type="checkbox"], [type="file"]):enabled',
    ),
  ].filter((element) => element.checkVisibility({ visibilityProperty: true }));
  const told = ({ opacity, transform, color, backgroundColor }: CSSStyleDeclaration) =>
    [opacity, transform, color, backgroundColor].join(' ');
  return all.map((element) => {
    // A control may come between two looks, such as the list of coins.
    element.dataset['control'] ??= crypto.randomUUID();
    const { control } = element.dataset;
    // An input may be drawn by what follows it.
    const after = element instanceof HTMLInputElement ? element.nextElementSibling : null;
    const drawn = [element, after, element.closest('label')];
    for (const one of drawn) for (const motion of one?.getAnimations() ?? []) motion.finish();
    const styles = drawn.map((one) => (one === null ? '' : told(getComputedStyle(one))));
    const { tagName, className, name } = element as HTMLInputElement;
    return { control, what: [tagName, className, name].join(' '), look: styles.join('; ') };
  });
}
