import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Button } from '#ui/button.tsx';

test('a busy button says so and takes no tap', () => {
  const markup = renderToStaticMarkup(<Button busy>Send</Button>);
  expect(markup).toContain('aria-busy="true"');
  expect(markup).toContain('disabled');
});

test('a caller can say busy without taking the focus from the button', () => {
  const markup = renderToStaticMarkup(<Button aria-busy>Connect</Button>);
  expect(markup).toContain('aria-busy="true"');
  expect(markup).not.toContain('disabled');
});

test('a button at rest says nothing', () => {
  expect(renderToStaticMarkup(<Button busy={false}>Send</Button>)).not.toContain('aria-busy');
});
