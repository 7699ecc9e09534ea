/** What is sent through React while the browser is idle reaches React, and asks for nothing. */
import { createRoot } from 'react-dom/client';
import { afterEach, expect, test, vi } from 'vitest';
import { warmInput } from '#app/boot/warm-input.ts';

const ACTING = ['click', 'keydown', 'keyup', 'input', 'change', 'submit', 'touchcancel'] as const;
const undo: (() => void)[] = [];
afterEach(() => undo.splice(0).map((one) => one()));

test('events of a touch reach React, none of a command are sent, and a page without a screen is left alone', async () => {
  const sent = vi.fn();
  for (const name of ACTING) {
    const hear = () => sent(name);
    addEventListener(name, hear, { capture: true });
    undo.push(() => removeEventListener(name, hear, { capture: true }));
  }
  expect(warmInput).not.toThrow();
  const touched = vi.fn();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  undo.push(() => root.unmount());
  root.render(<main onPointerDown={touched} onTouchEnd={touched} onMouseUp={touched} />);
  await expect.poll(() => document.querySelector('main')).not.toBeNull();
  const focused = document.activeElement;
  warmInput();
  expect(touched).toHaveBeenCalledTimes(3);
  expect(sent).not.toHaveBeenCalled();
  expect(document.activeElement).toBe(focused);
});
