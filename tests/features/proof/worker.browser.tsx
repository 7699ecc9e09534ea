/** The checks run in a real web worker; where it cannot start, in the page. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { onScreen } from '#tests/support/on-screen.ts';
import { publishInPage } from '#tests/support/proof/published-in-page.ts';
import { renderApp } from '#tests/support/render-app.tsx';

interface Watched {
  readonly asked: string[];
  ended: number;
}

/** @param isBroken the browser starts none */
function watchWorkers(isBroken = false): Watched {
  const watched: Watched = { asked: [], ended: 0 };
  const { Worker: Usual } = window;
  window.Worker = class extends Usual {
    constructor(url: string | URL, options?: WorkerOptions) {
      if (isBroken) throw new DOMException('not here', 'SecurityError');
      super(url, options);
    }
    override postMessage(question: { readonly type: string }): void {
      watched.asked.push(question.type);
      super.postMessage(question);
    }
    override terminate(): void {
      watched.ended += 1;
      super.terminate();
    }
  };
  onTestFinished(() => {
    window.Worker = Usual;
  });
  return watched;
}

/** What the page itself verifies and hashes. */
function watchPage() {
  const verify = vi.spyOn(SubtleCrypto.prototype, 'verify');
  const warn = vi.spyOn(console, 'warn');
  onTestFinished(() => {
    verify.mockRestore();
    warn.mockRestore();
  });
  return {
    verify,
    inPlace: () => warn.mock.calls.filter(([text]) => String(text).includes('No web worker')).length,
  };
}

test('events and totals are checked in web workers, each of which ends, and none in the page', async () => {
  const workers = watchWorkers();
  const here = watchPage();
  publishInPage();
  await renderApp({ path: '/verify' });
  await onScreen(page.getByText('Everything fits')).toBeVisible();
  expect(workers.asked).toEqual(['start', 'take', 'end', 'total']);
  expect(workers.ended).toBe(2);
  expect(here.verify).not.toHaveBeenCalled();
  expect(here.inPlace()).toBe(0);
});

test('where no web worker starts, the same is checked in the page', async () => {
  const workers = watchWorkers(true);
  const here = watchPage();
  const published = publishInPage();
  await renderApp({ path: '/verify' });
  await onScreen(page.getByText('Everything fits')).toBeVisible();
  expect(workers.asked).toEqual([]);
  expect(here.inPlace()).toBe(2);
  published.day = { extra: 1000 };
  await page.getByRole('button', { name: 'Check again' }).click();
  await onScreen(page.getByText('It does not add up')).toBeVisible();
});
