/** Log texts for what the messaging app did not do. */
import { expect, test } from 'vitest';
import { faultText } from '#platform/telegram/faults.ts';
import { NO_LAUNCH_PARAMETERS } from '#platform/telegram/no-launch.ts';

test('each fault has its own text with its subject', () => {
  const details = { name: 'popup', version: '6.1', ms: 3000 };
  const texts = (
    [
      'unsupported_method',
      'unsupported_parameter',
      'timeout',
      'busy',
      'denied',
      'invalid_url',
      'invalid_arguments',
      'outside',
      'not_ready',
      'failed',
    ] as const
  ).map((fault) => faultText(fault, details));
  expect(new Set(texts).size).toBe(10);
  for (const text of texts) expect(text).toContain('popup');
  expect(faultText('unsupported_method', details)).toContain('6.1');
  expect(faultText('timeout', details)).toContain('3000ms');
});

test('a page without launch parameters has its own text', () => {
  expect(NO_LAUNCH_PARAMETERS).toBe(
    'Unable to retrieve launch parameters from any known source. Perhaps, you have opened your app outside the messaging app?',
  );
});
