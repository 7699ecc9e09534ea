/** The title of the page follows the screen's. */
import { createRoot } from 'react-dom/client';
import { expect, onTestFinished, test } from 'vitest';
import { ScreenLayout } from '#ui/screen.tsx';

test('a screen sets the title of the page only when its own changes', async () => {
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  onTestFinished(() => root.unmount());
  const show = async (title: string, text: string) => {
    root.render(<ScreenLayout title={title}>{text}</ScreenLayout>);
    await expect.poll(() => document.querySelector('main')?.textContent).toBe(title + text);
    await expect.poll(() => document.title).toMatch(new RegExp(`^${title}`));
  };
  await show('Badges', 'none');
  const set: (string | null)[] = [];
  const watch = new MutationObserver((changes) => {
    for (const { addedNodes } of changes) set.push(...[...addedNodes].map(({ textContent }) => textContent));
  });
  watch.observe(document.head, { subtree: true, childList: true });
  onTestFinished(() => watch.disconnect());
  await show('Badges', 'one');
  await show('Levels', 'one');
  expect(set).toEqual([document.title]);
});
