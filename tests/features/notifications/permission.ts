/** The messaging app's question whether the bot may write, in component tests. */
import { expect } from 'vitest';
import type { TestApp } from '#tests/support/render-app.tsx';

export function permissionQuestions({ host }: TestApp): number {
  return host.messages().filter(({ type }) => type === 'web_app_request_write_access').length;
}

/** Answers the question after the messaging app has been asked this many times. */
export async function answerPermission(
  app: TestApp,
  status: 'allowed' | 'cancelled',
  times = 1,
): Promise<void> {
  await expect.poll(() => permissionQuestions(app)).toBe(times);
  app.host.send('write_access_requested', { status });
}
