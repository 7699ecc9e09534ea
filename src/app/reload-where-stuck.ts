/** The way out where an engine refuses to ask again for code that did not come. */
import { serverAnswers, TRIES } from './missing-code.ts';

/**
 * For code without which no record is sent: an engine may remember a file that did not come for as long as the page lives
 * (Chromium 150 does, 156 does not), so that no other try can succeed. Where the server answers all the same, the page is
 * loaded anew, once; what is half-filled is kept.
 * @param failures in a row.
 */
export async function reloadWhereStuck(failures: number): Promise<void> {
  const [visit] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  if (failures >= TRIES && visit?.type !== 'reload' && (await serverAnswers())) location.reload();
}
