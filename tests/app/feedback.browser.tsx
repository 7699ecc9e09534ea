/** A tap gets feedback before the next screen renders, which takes too long on a slow phone. */
import { expect, onTestFinished, test } from 'vitest';
import { page } from 'vitest/browser';
import { untilConnected } from '#tests/support/host-calls.ts';
import { onScreen } from '#tests/support/on-screen.ts';
import { renderApp } from '#tests/support/render-app.tsx';

interface Watched {
  readonly selector: string;
  readonly read: (element: Element | null) => unknown;
}

const textOfHeading: Watched = { selector: 'h1', read: (element) => element?.textContent };
const attribute = (selector: string, name: string): Watched => ({
  selector,
  read: (element) => element?.getAttribute(name),
});

/**
 * Counts from now on in which frame each of the two changes first.
 * @returns the number of frames between them, once both have changed.
 */
function watchFrames(first: Watched, then: Watched): () => Promise<number> {
  let frame = 0;
  const now = ({ selector, read }: Watched) => read(document.querySelector(selector));
  const before = [first, then].map(now);
  expect(before, 'both are on the screen').not.toContain(undefined);
  const changedIn: (number | undefined)[] = [];
  const look = () => {
    for (const [place, watched] of [first, then].entries()) {
      if (now(watched) !== before[place]) changedIn[place] ??= frame;
    }
  };
  // A property, such as that of a checked input, changes without a mutation.
  let counting = requestAnimationFrame(function count() {
    look();
    frame += 1;
    counting = requestAnimationFrame(count);
  });
  document.addEventListener('change', look);
  const observer = new MutationObserver(look);
  observer.observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  onTestFinished(() => {
    cancelAnimationFrame(counting);
    observer.disconnect();
  });
  return async () => {
    await expect.poll(() => changedIn[1]).toBeGreaterThan(0);
    return (changedIn[1] ?? Number.NaN) - (changedIn[0] ?? Number.NaN);
  };
}

test('the bottom bar marks the place before its screen appears', async () => {
  await renderApp({ path: '/index' });
  const navigation = page.getByRole('navigation', { name: 'Main' });
  // On the second visit code and texts are loaded, so nothing else delays it.
  for (const name of ['Calculators', 'Home']) {
    await navigation.getByRole('link', { name }).click();
    await onScreen(page.getByRole('heading', { level: 1 })).toContainText(name === 'Home' ? 'Ada' : name);
  }
  const frames = watchFrames(attribute('nav a[href="/calculators"]', 'aria-current'), textOfHeading);
  await navigation.getByRole('link', { name: 'Calculators' }).click();
  expect(await frames()).toBeGreaterThan(0);
});

test('a chosen language is marked before all texts change', async () => {
  const app = await renderApp({ path: '/language' });
  await untilConnected(app);
  await onScreen(page.getByRole('button', { name: 'Русский' })).toBeVisible();
  const frames = watchFrames(attribute('main button[lang="ru"]', 'aria-busy'), attribute('html', 'lang'));
  await page.getByRole('button', { name: 'Русский' }).click();
  expect(await frames()).toBeGreaterThan(0);
  // The choice is complete: nothing of this app goes on into the next test.
  await expect.poll(() => app.server.asked('chooseLanguage')).toBe(1);
});

test('a chosen theme is marked before all colours change', async () => {
  const app = await renderApp({ path: '/profile' });
  await untilConnected(app);
  const dark = page.getByRole('radio', { name: 'Dark' });
  await onScreen(dark).toHaveCount(1);
  const isChecked: Watched = {
    selector: 'input[value="dark"]',
    read: (element) => element?.matches(':checked'),
  };
  const frames = watchFrames(isChecked, attribute('html', 'data-scheme'));
  (dark.element() as HTMLInputElement).click();
  expect(await frames()).toBeGreaterThan(0);
});
