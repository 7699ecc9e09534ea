/** The API over objects in this process; the test controls everything between them. */
import type { RequestLine } from '#api/runtime/http/endpoint.ts';
import { apiOver, CONFIG, START } from '#tests/api/support.ts';
import { type ObjectsOptions, openObjects, testDeployment } from './objects-deployment.ts';
import type { TestClock } from './test-deployment.ts';

export type ObjectsApi = ReturnType<typeof objectsApi>;

export function objectsApi(options: Partial<Omit<ObjectsOptions, 'clock' | 'onRequest'>> = {}) {
  const clock: TestClock = { at: START, now: () => clock.at };
  const lines: RequestLine[] = [];
  const world = openObjects({
    config: CONFIG,
    ...options,
    clock,
    onRequest: (line) => void lines.push(line),
  });
  return { ...world, lines, ...apiOver(testDeployment(world, clock), clock) };
}
