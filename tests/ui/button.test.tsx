import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from '#ui/button.tsx';

test('a busy button is marked busy and ignores taps', () => {
  const markup = renderToStaticMarkup(<Button busy>Send</Button>);
  expect(markup).toContain('aria-busy="true"');
  expect(markup).toContain('disabled');
});

test('a caller can mark it busy without moving the focus from the button', () => {
  const markup = renderToStaticMarkup(<Button aria-busy>Connect</Button>);
  expect(markup).toContain('aria-busy="true"');
  expect(markup).not.toContain('disabled');
});

test('a button at rest has no mark', () => {
  expect(renderToStaticMarkup(<Button busy={false}>Send</Button>)).not.toContain('aria-busy');
});
